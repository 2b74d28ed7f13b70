package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * Reads start tags that are not known by all of their bytes, and makes a {@link Tag} of each that was not met before. Confined to its tokenizer's thread.
 */
final class TagParser {
    private static final int NOWHERE = -1;

    private final Limits limits;
    private final Attributes attributes;
    private Generation symbols;
    private String problem;

    /** Where a tag begins that was incomplete, and how far it was scanned for its end since: no byte is scanned twice. */
    private int incomplete = NOWHERE;

    private int scanned;
    private byte quote;
    private int end;

    TagParser(Limits limits, Attributes attributes) {
        this.limits = limits;
        this.attributes = attributes;
    }

    /** Sets the symbols of the document that begins. */
    void use(Generation ofDocument) {
        symbols = ofDocument;
        attributes.use(ofDocument);
        incomplete = NOWHERE;
    }

    /** The bytes stand elsewhere now. */
    void move(int by) {
        incomplete = incomplete == NOWHERE ? NOWHERE : incomplete + by;
        scanned += by;
        attributes.forget();
    }

    /** The fault for which {@link #read} returned null; null when more bytes are needed. */
    String problem() {
        return problem;
    }

    /** Index after the tag that was read last. */
    int end() {
        return end;
    }

    /**
     * The start tag at {@code from}, of which {@link #attributes} then holds the rest, or null.
     *
     * @param known a tag whose bytes stand there, or null
     */
    Tag read(byte[] in, int from, int limit, NamespaceScope outer, Tag known) {
        problem = null;
        Tag tag = null;
        if (from != incomplete || ends(in, limit)) {
            // Its end was found: who asks for the tag again must not wait for another one.
            incomplete = NOWHERE;
            tag = parsed(in, from, limit, outer, known);
        }
        if (problem == null && (tag == null ? limit : end) - from > limits.tagBytes()) {
            problem = "a start tag of more than " + limits.tagBytes() + " bytes";
            return null;
        }
        if (tag == null && from != incomplete) {
            incomplete = from;
            scanned = from + 1;
            quote = 0;
        }
        return tag;
    }

    /** Whether the end of the incomplete tag, or a {@code <}, is among the bytes that have arrived since. */
    private boolean ends(byte[] in, int limit) {
        while (scanned < limit) {
            byte b = in[scanned++];
            if (b == '<' || (b == '>' && quote == 0)) {
                return true;
            }
            if (b == quote) {
                quote = 0;
            } else if (quote == 0 && (b == '"' || b == '\'')) {
                quote = b;
            }
        }
        return false;
    }

    private Tag parsed(byte[] in, int from, int limit, NamespaceScope outer, Tag known) {
        Tag tag = known;
        int nameEnd = known != null ? from + known.length() - 1 : Characters.wordEnd(in, from + 1, limit);
        if (known == null && nameEnd < limit) {
            int to = nameEnd + (in[nameEnd] == '/' ? 2 : 1);
            tag = to > limit ? null : symbols.tag(in, from, to, outer, outer);
            if (tag != null && !tag.hasAttributes) {
                end = to;
                return tag;
            }
        }
        if (tag == null && (nameEnd == from + 1 || nameEnd(in, from + 1, limit) != nameEnd)) {
            problem = "a < that begins no tag";
            return null;
        }
        if (nameEnd == limit) {
            return null;
        }
        if (!attributes.read(in, from, nameEnd, limit, tag)) {
            problem = attributes.problem();
            return null;
        }
        end = attributes.end();
        return attributes.areAsExpected() ? tag : resolved(in, from, nameEnd, outer, tag);
    }

    /** Index after a name with or without prefix, {@code at} when there is none. */
    private static int nameEnd(byte[] in, int at, int limit) {
        int end = at + Characters.nameLength(in, at, limit);
        if (end > at && end < limit && in[end] == ':') {
            int length = Characters.nameLength(in, end + 1, limit);
            return length > 0 || end + 1 == limit ? end + 1 + length : at;
        }
        return end;
    }

    /** {@code known} is one of that name, or null. */
    private Tag resolved(byte[] in, int from, int nameEnd, NamespaceScope outer, Tag known) {
        NamespaceScope inner = attributes.resolve(outer);
        if (inner == null) {
            problem = attributes.problem();
            return null;
        }
        boolean hasAttributes = attributes.count() > 0;
        int to = hasAttributes ? nameEnd + 1 : end;
        boolean isKnown = hasAttributes && known != null && known.inner == inner;
        Tag tag = isKnown ? known : symbols.tag(in, from, to, outer, inner);
        if (tag == null) {
            tag = made(in, from, nameEnd, to, outer, inner);
        }
        if (tag != null && hasAttributes) {
            attributes.remember(tag);
        }
        return tag;
    }

    private Tag made(byte[] in, int from, int nameEnd, int to, NamespaceScope outer, NamespaceScope inner) {
        byte[] end = new byte[nameEnd - from + 2];
        end[0] = '<';
        end[1] = '/';
        System.arraycopy(in, from + 1, end, 2, nameEnd - from - 1);
        end[end.length - 1] = '>';
        String qualified = new String(in, from + 1, nameEnd - from - 1, StandardCharsets.UTF_8);
        int colon = qualified.indexOf(':');
        String prefix = colon < 0 ? "" : qualified.substring(0, colon);
        String namespace = inner.namespace(prefix);
        if (namespace == null || prefix.equals("xmlns")) {
            problem = Attributes.undeclared(prefix);
            return null;
        }
        Name name = symbols.name(namespace, qualified.substring(colon + 1));
        Tag made = new Tag(Arrays.copyOfRange(in, from, to), new BytePattern(end), outer, inner, name, prefix);
        symbols.add(made);
        return made;
    }
}
