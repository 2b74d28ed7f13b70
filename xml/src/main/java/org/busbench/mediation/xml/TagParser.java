package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * Parses and checks a start tag that was not met before: XML 1.0 section 3.1, Namespaces in XML 1.0 sections 3 to 6. It rejects names beyond ASCII, about
 * which the editions of XML 1.0 differ. Confined to its tokenizer's thread.
 */
final class TagParser {
    /** Namespaces in force at one place. */
    private static final int MOST_BINDINGS = 64;

    private final Limits limits;
    private Generation symbols;
    private byte[] in;
    private int at;
    private int end;
    private String problem;
    private int count;
    private String[] prefixes = new String[8];
    private String[] locals = new String[8];
    private String[] values = new String[8];
    private final StringBuilder value = new StringBuilder();
    private final Set<Object> seen = new HashSet<>();

    TagParser(Limits limits) {
        this.limits = limits;
    }

    /** Sets the symbols of the document that begins. */
    void use(Generation ofDocument) {
        symbols = ofDocument;
    }

    /** The fault for which {@link #parse} returned null. */
    String problem() {
        return problem;
    }

    /** Where it was wrong: offset in the bytes. */
    int at() {
        return at;
    }

    /** The tag from its {@code <} to after its {@code >}, or null when it is rejected. */
    Tag parse(byte[] bytes, int from, int to, NamespaceScope outer, int hash) {
        in = bytes;
        at = from + 1;
        boolean empty = bytes[to - 2] == '/';
        end = empty ? to - 2 : to - 1;
        count = 0;
        problem = null;
        int nameFrom = at;
        if (!qualified()) {
            return reject("an element's name is not one that this tokenizer reads");
        }
        int nameTo = at;
        if (!attributes()) {
            return null;
        }
        NamespaceScope inner = declarations(outer);
        if (inner == null) {
            return null;
        }
        BytePattern raw = new BytePattern(Arrays.copyOfRange(bytes, from, to));
        Tag tag = resolve(new Tag.Written(raw, endTag(nameFrom, nameTo), outer, inner, empty, hash));
        if (tag != null) {
            symbols.add(tag);
        }
        return tag;
    }

    private BytePattern endTag(int nameFrom, int nameTo) {
        byte[] tag = new byte[nameTo - nameFrom + 3];
        tag[0] = '<';
        tag[1] = '/';
        System.arraycopy(in, nameFrom, tag, 2, nameTo - nameFrom);
        tag[tag.length - 1] = '>';
        return new BytePattern(tag);
    }

    private Tag reject(String what) {
        problem = what;
        return null;
    }

    /** Reads a name with or without prefix into the next free place. */
    private boolean qualified() {
        if (count == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * count);
            locals = Arrays.copyOf(locals, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        int length = Characters.nameLength(in, at, end);
        if (length == 0) {
            return false;
        }
        String first = ascii(length);
        prefixes[count] = "";
        locals[count] = first;
        if (at < end && in[at] == ':') {
            at++;
            length = Characters.nameLength(in, at, end);
            if (length == 0) {
                return false;
            }
            prefixes[count] = first;
            locals[count] = ascii(length);
        }
        count++;
        return true;
    }

    private String ascii(int length) {
        String text = new String(in, at, length, StandardCharsets.ISO_8859_1);
        at += length;
        return text;
    }

    private boolean skipSpace() {
        int from = at;
        while (at < end && Characters.isSpace(in[at])) {
            at++;
        }
        return at > from;
    }

    private boolean attributes() {
        while (at < end) {
            boolean apart = skipSpace();
            if (at == end) {
                return true;
            }
            if (!apart || !qualified()) {
                problem = "an attribute's name is not one that this tokenizer reads, or follows without a space";
                return false;
            }
            if (count > limits.attributes() + 1) {
                problem = "an element has more than " + limits.attributes() + " attributes";
                return false;
            }
            skipSpace();
            if (at == end || in[at] != '=') {
                problem = "an attribute has no value";
                return false;
            }
            at++;
            skipSpace();
            if (!value()) {
                problem = "an attribute's value is not quoted, or holds what it must not";
                return false;
            }
        }
        return true;
    }

    private boolean value() {
        if (at == end || (in[at] != '"' && in[at] != '\'')) {
            return false;
        }
        byte quote = in[at++];
        value.setLength(0);
        int plain = at;
        while (at < end && in[at] != quote) {
            byte b = in[at];
            if (b == '<') {
                return false;
            }
            if (b == '&' || (b >= 0 && b < 0x20)) {
                append(plain);
                if (!special(b)) {
                    return false;
                }
                plain = at;
                continue;
            }
            int length = Characters.length(in, at, end);
            if (length <= 0) {
                return false;
            }
            at += length;
        }
        if (at == end) {
            return false;
        }
        append(plain);
        at++;
        values[count - 1] = value.toString();
        return true;
    }

    private void append(int from) {
        value.append(new String(in, from, at - from, StandardCharsets.UTF_8));
    }

    /** A reference, or white space that becomes a space. */
    private boolean special(byte b) {
        if (b == '&') {
            long reference = Characters.reference(in, at, end);
            if (reference < 0) {
                return false;
            }
            value.appendCodePoint((int) (reference >>> 32));
            at += (int) reference;
            return true;
        }
        if (!Characters.isSpace(b)) {
            return false;
        }
        at += b == '\r' && at + 1 < end && in[at + 1] == '\n' ? 2 : 1;
        value.append(' ');
        return true;
    }

    /** The scope inside the element, or null. */
    private NamespaceScope declarations(NamespaceScope outer) {
        NamespaceScope inner = outer;
        for (int i = 1; i < count; i++) {
            if (!isDeclaration(i)) {
                continue;
            }
            String prefix = prefixes[i].isEmpty() ? "" : locals[i];
            if (!mayDeclare(prefix, values[i])) {
                problem = "xmlns:" + prefix + " must not be declared so";
                return null;
            }
            inner = symbols.declare(inner, prefix, values[i]);
        }
        if (inner.depth() > MOST_BINDINGS || symbols.exhausted()) {
            problem = "more names or namespaces than are kept apart";
            return null;
        }
        return inner;
    }

    private static boolean mayDeclare(String prefix, String namespace) {
        if (prefix.equals("xmlns") || namespace.equals(NamespaceScope.XMLNS)) {
            return false;
        }
        return prefix.equals("xml") == namespace.equals(NamespaceScope.XML)
                && (prefix.isEmpty() || !namespace.isEmpty());
    }

    private Tag resolve(Tag.Written written) {
        String namespace = written.inner().namespace(prefixes[0]);
        if (namespace == null || prefixes[0].equals("xmlns")) {
            return reject("the prefix " + prefixes[0] + " is not declared");
        }
        Name[] names = new Name[count - 1];
        String[] texts = new String[count - 1];
        int kept = 0;
        seen.clear();
        for (int i = 1; i < count; i++) {
            if (isDeclaration(i)) {
                if (!seen.add(prefixes[i] + ":" + locals[i])) {
                    return reject("xmlns:" + locals[i] + " stands there twice");
                }
                continue;
            }
            String of = prefixes[i].isEmpty() ? "" : written.inner().namespace(prefixes[i]);
            if (of == null) {
                return reject("the prefix " + prefixes[i] + " is not declared");
            }
            names[kept] = symbols.name(of, locals[i]);
            if (!seen.add(names[kept])) {
                return reject("the attribute " + names[kept] + " stands there twice");
            }
            texts[kept++] = values[i];
        }
        Name name = symbols.name(namespace, locals[0]);
        return new Tag(written, name, prefixes[0], Arrays.copyOf(names, kept), Arrays.copyOf(texts, kept));
    }

    private boolean isDeclaration(int index) {
        return prefixes[index].equals("xmlns") || (prefixes[index].isEmpty() && locals[index].equals("xmlns"));
    }
}
