package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;

/**
 * The part of the source that is being looked at, in document order: start tags as the tokenizer knows them, texts as ranges of the message. A node is its
 * index here; what comes after a node's end is inside of nothing. An attribute is a negative number made of its element and its index. Used like a stack:
 * what has been transformed is taken off, so that it holds the open elements and one subtree at most.
 *
 * <p>Belongs to one thread, and is used again for the next message.
 */
final class Fragment {

    /** Nodes of one subtree; more of them are left to the tree. */
    private static final int MOST = 1 << 20;

    private static final int MOST_ATTRIBUTES = 0x3FF;
    private static final int FIRST = 256;
    private static final int OPEN = -1;
    /** Opened before any other node. */
    private static final int DOCUMENT = 0;

    private byte[] message;
    private Tag[] tags = new Tag[FIRST];
    /** Of a text: its parent's. */
    private State[] states = new State[FIRST];
    /** Of a text: its first byte in the message, or the complement of its index among the decoded ones; of an element: its parent. */
    private int[] from = new int[FIRST];

    /** Of a text: index after its last byte, or the complement of that when nothing in it has to be escaped. */
    private int[] to = new int[FIRST];

    private int[] end = new int[FIRST];
    private int size;
    private int most;
    private byte[] decoded = new byte[1024];
    private int decodedLength;

    void begin(byte[] bytes) {
        message = bytes;
        size = 0;
        most = 0;
        decodedLength = 0;
    }

    /** Lets go of the message, and of room that few messages need. */
    void release() {
        message = null;
        if (tags.length > 64 * FIRST) {
            tags = new Tag[FIRST];
            states = new State[FIRST];
            from = new int[FIRST];
            to = new int[FIRST];
            end = new int[FIRST];
        }
        if (decoded.length > 256 * 1024) {
            decoded = new byte[1024];
        }
    }

    int size() {
        return size;
    }

    /** The most nodes that it has held of one message. */
    int most() {
        return most;
    }

    /** How many bytes of texts are not as they stand in the message. */
    int decoded() {
        return decodedLength;
    }

    /** Takes off what came later. */
    void cut(int toSize, int toDecoded) {
        size = toSize;
        decodedLength = toDecoded;
    }

    /** An element or, without a tag, the document; open until {@link #close}. */
    int open(Tag tag, State state, int parent) throws GaveUp {
        if (tag != null && tag.attributes() > MOST_ATTRIBUTES) {
            throw new GaveUp("an element of more than " + MOST_ATTRIBUTES + " attributes");
        }
        int node = add();
        tags[node] = tag;
        states[node] = state;
        from[node] = parent;
        end[node] = OPEN;
        return node;
    }

    void close(int node) {
        end[node] = size;
    }

    int text(int fromByte, int toByte, State ofParent) throws GaveUp {
        int node = add();
        tags[node] = null;
        states[node] = ofParent;
        from[node] = fromByte;
        to[node] = toByte;
        end[node] = size;
        return node;
    }

    /** Closes the element that was opened last, with a text inside in which nothing has to be escaped, or with none. */
    void leaf(int element, int fromByte, int toByte) throws GaveUp {
        if (fromByte < toByte) {
            text(fromByte, ~toByte, states[element]);
        }
        close(element);
    }

    /** A text that begins with a character which the message spells otherwise, or with nothing. */
    int decodedText(State ofParent) throws GaveUp {
        return text(~decodedLength, decodedLength, ofParent);
    }

    /** Lengthens the last text. */
    void append(int fromByte, int toByte) {
        decode(toByte - fromByte);
        System.arraycopy(message, fromByte, decoded, decodedLength, toByte - fromByte);
        decodedLength += toByte - fromByte;
        to[size - 1] = decodedLength;
    }

    /** Lengthens the last text. */
    void append(int codePoint) {
        byte[] character = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        decode(character.length);
        System.arraycopy(character, 0, decoded, decodedLength, character.length);
        decodedLength += character.length;
        to[size - 1] = decodedLength;
    }

    /** Makes the last text one that can be lengthened, and room for so many bytes more. */
    private void decode(int more) {
        int text = size - 1;
        int length = from[text] < 0 ? 0 : to[text] - from[text];
        if (decodedLength + length + more > decoded.length) {
            decoded = Arrays.copyOf(decoded, 2 * (decodedLength + length + more));
        }
        if (from[text] >= 0) {
            System.arraycopy(message, from[text], decoded, decodedLength, length);
            from[text] = ~decodedLength;
            decodedLength += length;
        }
    }

    private int add() throws GaveUp {
        if (size == tags.length) {
            if (size == MOST) {
                throw new GaveUp("a subtree of more than " + MOST + " nodes");
            }
            tags = Arrays.copyOf(tags, 2 * size);
            states = Arrays.copyOf(states, 2 * size);
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            end = Arrays.copyOf(end, 2 * size);
        }
        most = Math.max(most, size + 1);
        return size++;
    }

    boolean isElement(int node) {
        return tags[node] != null;
    }

    boolean isText(int node) {
        return tags[node] == null && node != DOCUMENT;
    }

    /** Whether a text is nothing but white space. */
    boolean isSpace(int text) {
        byte[] bytes = bytes(text);
        for (int i = from(text); i < to(text); i++) {
            if (bytes[i] != ' ' && bytes[i] != '\n' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** Whether it has not been read to its end. */
    boolean isOpen(int node) {
        return end[node] == OPEN;
    }

    /** Index after its last descendant. */
    int end(int node) {
        if (end[node] == OPEN) {
            throw new IllegalStateException("the children of an element were asked for before they were read");
        }
        return end[node];
    }

    int parent(int node) {
        return from[node];
    }

    /**
     * The first of some siblings that has been asked for, or {@code last}.
     *
     * @param node the first that is looked at
     * @param last index after the last of them, which has been read
     * @param names tells what names an element satisfies
     * @param wanted bits of the names of which it must satisfy one
     * @param unwanted bits of those of which it must satisfy none
     * @param texts whether texts are asked for, too
     */
    int sibling(int node, int last, NameBits names, long wanted, long unwanted, boolean texts) {
        int at = node;
        while (at < last) {
            Tag tag = tags[at];
            if (tag == null) {
                if (texts) {
                    return at;
                }
            } else {
                long bits = names.bits(tag.name());
                if ((bits & wanted) != 0 && (bits & unwanted) == 0) {
                    return at;
                }
            }
            at = end[at];
        }
        return last;
    }

    State state(int node) {
        return states[node];
    }

    Tag tag(int node) {
        return tags[node];
    }

    /** Of an element or attribute. */
    Name name(int node) {
        return isAttribute(node) ? tags[element(node)].attribute(index(node)) : tags[node].name();
    }

    byte[] bytes(int text) {
        return from[text] < 0 ? decoded : message;
    }

    int from(int text) {
        return from[text] < 0 ? ~from[text] : from[text];
    }

    int to(int text) {
        return to[text] < 0 ? ~to[text] : to[text];
    }

    /** How a text is written as content of an element. */
    Escape escape(int text) {
        return to[text] < 0 ? Escape.NONE : Escape.TEXT;
    }

    int attributes(int node) {
        return tags[node] == null ? 0 : tags[node].attributes();
    }

    String value(int attribute) {
        return tags[element(attribute)].value(index(attribute));
    }

    static boolean isAttribute(int node) {
        return node < 0;
    }

    static int attribute(int element, int index) {
        return -1 - (element << 10 | index);
    }

    static int element(int attribute) {
        return (-1 - attribute) >> 10;
    }

    static int index(int attribute) {
        return (-1 - attribute) & MOST_ATTRIBUTES;
    }
}
