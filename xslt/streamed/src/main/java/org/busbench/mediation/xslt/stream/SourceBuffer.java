package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.TextElements;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;

/**
 * The part of the source that the program looks at, in document order: start tags as the tokenizer knows them, texts as ranges of the message. A node is its
 * index here; an attribute is an {@link AttributeNode}. Used like a stack: what has been transformed is taken off, so that it holds the open elements and one
 * subtree at most.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class SourceBuffer {

    /** There is no such node. */
    static final int NOTHING = Integer.MIN_VALUE;

    /** Nodes of one subtree; more of them are left to the tree. */
    private static final int MOST = 1 << 20;

    private static final int FIRST = 256;
    private static final int OPEN = -1;
    /** Opened before any other node. */
    private static final int DOCUMENT = 0;

    private byte[] message;
    private Tokenizer tokenizer;
    private final NameTests names;
    private Tag[] tags = new Tag[FIRST];
    /** Which tests the name of an element satisfies, as {@link NameTests} has it; of a text {@link NameTests#TEXT}. */
    private long[] bits = new long[FIRST];

    /** Numbers of the {@link TemplateAutomaton}'s states; of a text: its parent's. */
    private int[] states = new int[FIRST];
    /** Of a text: its first byte in the message, or the complement of its index among the decoded ones; of an element: its parent. */
    private int[] from = new int[FIRST];

    /** Of a text: index after its last byte, or the complement of that when nothing in it has to be escaped; of an element: where its start tag begins. */
    private int[] to = new int[FIRST];

    private int[] end = new int[FIRST];
    private int size;
    private int most;
    /** Whether a program has asked for the attributes of the element that is {@linkplain #layOut laid out}. */
    private boolean attributesAsked;

    private final DecodedText decoded = new DecodedText();

    SourceBuffer(NameTests names) {
        this.names = names;
    }

    /** Begins with a message that the tokenizer holds to its end. */
    void begin(byte[] bytes, Tokenizer of) {
        message = bytes;
        tokenizer = of;
        size = 0;
        most = 0;
        decoded.cut(0);
    }

    /** Drops the message, and memory that few messages need. */
    void release() {
        message = null;
        tokenizer = null;
        if (tags.length > 64 * FIRST) {
            tags = new Tag[FIRST];
            bits = new long[FIRST];
            states = new int[FIRST];
            from = new int[FIRST];
            to = new int[FIRST];
            end = new int[FIRST];
        }
        decoded.release();
    }

    byte[] message() {
        return message;
    }

    int size() {
        return size;
    }

    /** The most nodes that it has held of one message. */
    int most() {
        return Math.max(most, size);
    }

    /** How many bytes of texts are not as they stand in the message. */
    int decoded() {
        return decoded.length();
    }

    /** Takes off what was added later. */
    void cut(int toSize, int toDecoded) {
        most = Math.max(most, size);
        size = toSize;
        decoded.cut(toDecoded);
    }

    /** The element that has just begun or, without a tag, the document; open until {@link #close}. */
    int open(Tag tag, int state, int parent) throws TreeNeededException {
        if (tag != null && tokenizer.attributes().count() > AttributeNode.MOST) {
            throw new TreeNeededException("an element of more than " + AttributeNode.MOST + " attributes");
        }
        int node = add();
        tags[node] = tag;
        bits[node] = tag == null ? 0 : names.bits(tag.name());
        states[node] = state;
        from[node] = parent;
        to[node] = tokenizer.tagFrom();
        end[node] = OPEN;
        return node;
    }

    void close(int node) {
        end[node] = size;
    }

    /** Fills an element that has just begun with children of which the texts are {@link RecordLayout#PLACEHOLDERS}. */
    void layOut(int element, TextElements children, SourceReader.States automaton) throws TreeNeededException {
        message = RecordLayout.PLACEHOLDERS;
        attributesAsked = false;
        for (int i = 0; i < children.count(); i++) {
            int state = automaton.child(states[element], children.tag(i).name());
            int leaf = leaf(children, i, state, element);
            from[leaf + 1] = 2 * i;
            to[leaf + 1] = ~(2 * i + 2);
        }
        close(element);
    }

    /** Empties an element that was {@linkplain #layOut laid out}; returns whether it has attributes that were asked for, and not given, meanwhile. */
    boolean open(int element, byte[] of) {
        message = of;
        size = element + 1;
        end[element] = OPEN;
        return attributesAsked;
    }

    int text(int fromByte, int toByte, int ofParent) throws TreeNeededException {
        int node = add();
        tags[node] = null;
        bits[node] = NameTests.TEXT;
        states[node] = ofParent;
        from[node] = fromByte;
        to[node] = toByte;
        end[node] = size;
        return node;
    }

    /** An element that has been read as a whole, with a text inside in which nothing has to be escaped, or with none. */
    int leaf(TextElements of, int index, int state, int parent) throws TreeNeededException {
        Tag tag = of.tag(index);
        int fromByte = of.from(index);
        int toByte = of.to(index);
        boolean hasMany = tag.hasAttributes() && tokenizer.attributes().count() > AttributeNode.MOST;
        if (size + 2 > tags.length || fromByte == toByte || hasMany) {
            int element = open(tag, state, parent);
            if (fromByte < toByte) {
                text(fromByte, ~toByte, state);
            }
            close(element);
            return element;
        }
        int element = size;
        int text = element + 1;
        size = element + 2;
        tags[element] = tag;
        tags[text] = null;
        bits[element] = names.bits(tag.name());
        bits[text] = NameTests.TEXT;
        states[element] = state;
        states[text] = state;
        from[element] = parent;
        from[text] = fromByte;
        to[element] = of.tagFrom(index);
        to[text] = ~toByte;
        end[element] = size;
        end[text] = size;
        return element;
    }

    /** The text inside of an element that has been read, if there is nothing else in it and nothing in that has to be escaped; or {@link #NOTHING}. */
    int onlyText(int element) {
        int text = element + 1;
        return end[element] == text + 1 && tags[text] == null && to[text] < 0 ? text : NOTHING;
    }

    /** A text that begins with a character which the message spells otherwise, or with nothing. */
    int decodedText(int ofParent) throws TreeNeededException {
        return text(~decoded.length(), decoded.length(), ofParent);
    }

    /** Lengthens the last text. */
    void append(int fromByte, int toByte) {
        decode();
        decoded.add(message, fromByte, toByte);
        to[size - 1] = decoded.length();
    }

    /** Lengthens the last text. */
    void append(int codePoint) {
        decode();
        decoded.add(codePoint);
        to[size - 1] = decoded.length();
    }

    /** Makes the last text one that can be lengthened. */
    private void decode() {
        int text = size - 1;
        if (from[text] >= 0) {
            int begins = decoded.length();
            decoded.add(message, from[text], to[text]);
            from[text] = ~begins;
        }
    }

    private int add() throws TreeNeededException {
        if (size == tags.length) {
            if (size == MOST) {
                throw new TreeNeededException("a subtree of more than " + MOST + " nodes");
            }
            tags = Arrays.copyOf(tags, 2 * size);
            bits = Arrays.copyOf(bits, 2 * size);
            states = Arrays.copyOf(states, 2 * size);
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            end = Arrays.copyOf(end, 2 * size);
        }
        return size++;
    }

    boolean isElement(int node) {
        return tags[node] != null;
    }

    boolean isText(int node) {
        return tags[node] == null && node != DOCUMENT;
    }

    /** Whether a text is nothing but white space. */
    boolean isWhitespace(int text) {
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

    /** The element or document around an element; {@link #NOTHING} for the document. */
    int parent(int node) {
        return from[node];
    }

    /** The same for nodes of any kind. */
    int around(int node) {
        if (AttributeNode.is(node)) {
            return AttributeNode.element(node);
        }
        if (!isText(node)) {
            return from[node];
        }
        int before = node - 1;
        while (isText(before) || (end[before] != OPEN && end[before] <= node)) {
            before = isText(before) ? before - 1 : from[before];
        }
        return before;
    }

    /** As {@link NameTests} has them, for a node of any kind; of the document none. */
    long bits(int node) {
        return AttributeNode.is(node) ? names.bits(name(node)) : bits[node];
    }

    int state(int node) {
        return states[node];
    }

    Tag tag(int node) {
        return tags[node];
    }

    /** The name of an element or attribute. */
    Name name(int node) {
        return AttributeNode.is(node)
                ? attributesOf(AttributeNode.element(node)).name(AttributeNode.index(node))
                : tags[node].name();
    }

    byte[] bytes(int text) {
        return from[text] < 0 ? decoded.bytes() : message;
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
        if (tags[node] == null || !tags[node].hasAttributes()) {
            return 0;
        }
        if (message == RecordLayout.PLACEHOLDERS) {
            attributesAsked = true;
            return 0;
        }
        return attributesOf(node).count();
    }

    /** The prefix with which an attribute was written, empty for none. */
    String prefix(int attribute) {
        return attributesOf(AttributeNode.element(attribute)).prefix(AttributeNode.index(attribute));
    }

    /** Writes the value of an attribute. */
    void writeValue(int attribute, ResultBuffer into, Escape how) throws TreeNeededException {
        Attributes attributes = attributesOf(AttributeNode.element(attribute));
        int index = AttributeNode.index(attribute);
        if (attributes.isVerbatim(index)) {
            into.put(message, attributes.from(index), attributes.to(index), how);
        } else {
            into.put(attributes.value(index), how);
        }
    }

    private Attributes attributesOf(int element) {
        return tokenizer.attributes(tags[element], to[element]);
    }

    /** Attributes as nodes of a {@link SourceBuffer}: negative numbers made of the element's node and the attribute's index there. */
    static final class AttributeNode {

        /** The highest index. */
        static final int MOST = 0x3FF;

        private static final int BITS = 10;

        private AttributeNode() {}

        static boolean is(int node) {
            return node < 0;
        }

        static int of(int element, int index) {
            return -1 - (element << BITS | index);
        }

        static int element(int attribute) {
            return (-1 - attribute) >> BITS;
        }

        static int index(int attribute) {
            return (-1 - attribute) & MOST;
        }

        /** Nodes in document order, each once; attributes come after their element and before what is inside of it. */
        static int[] inOrder(IntStream nodes) {
            int places = MOST + 2;
            return nodes.mapToLong(
                            node -> is(node) ? (long) element(node) * places + index(node) + 1 : (long) node * places)
                    .sorted()
                    .distinct()
                    .mapToInt(order -> {
                        int element = (int) (order / places);
                        int attribute = (int) (order % places);
                        return attribute == 0 ? element : of(element, attribute - 1);
                    })
                    .toArray();
        }
    }

    /**
     * Bytes of texts that do not stand in the message as they are: it spells characters of them otherwise, or they come in more than one piece.
     *
     * <p>Confined to one thread, and is used again for the next message.
     */
    private static final class DecodedText {

        private static final int FIRST_BYTES = 1024;
        private static final int IDLE_BYTES = 256 * 1024;

        private byte[] bytes = new byte[FIRST_BYTES];
        private int length;

        /** Lets go of room that few messages need. */
        void release() {
            length = 0;
            if (bytes.length > IDLE_BYTES) {
                bytes = new byte[FIRST_BYTES];
            }
        }

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        /** Takes off what was added later. */
        void cut(int toLength) {
            length = toLength;
        }

        void add(byte[] some, int from, int to) {
            int longer = length + to - from;
            if (longer > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * longer);
            }
            System.arraycopy(some, from, bytes, length, to - from);
            length = longer;
        }

        void add(int codePoint) {
            byte[] character = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
            add(character, 0, character.length);
        }
    }
}
