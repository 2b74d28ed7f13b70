package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * The attributes of one start tag in the order of the document, namespace declarations not counted. They are read and checked in one pass (XML 1.0 section
 * 3.1, Namespaces in XML 1.0 sections 3 to 6); a value is decoded when it is asked for. Good until the tokenizer reads on. Confined to its thread.
 */
public final class Attributes {
    /** Namespaces in force at one place. */
    private static final int MOST_BINDINGS = 64;

    private static final int FIRST = Tag.MOST_EXPECTED;
    private static final int NOWHERE = -1;
    private static final BytePattern XMLNS = new BytePattern("xmlns".getBytes(StandardCharsets.US_ASCII));

    private final Limits limits;
    private Generation symbols;
    private byte[] in;
    private int limit;
    /** Where the tag begins. */
    private int from = NOWHERE;
    /** What is read next. */
    private int at;

    private String problem;
    private NamespaceScope inner;

    /** Attributes and declarations: those that the tag expects, or {@link #own}. */
    private WrittenAttribute[] all = {};

    private int allCount;
    private boolean asExpected;
    private WrittenAttribute[] own = new WrittenAttribute[FIRST];

    /** Of the attributes alone: their places among all, and where their values stand. */
    private int[] place = new int[FIRST];

    private int[] valueFrom = new int[FIRST];
    private int[] valueTo = new int[FIRST];
    private int count;

    Attributes(Limits limits) {
        this.limits = limits;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** {@return the expanded name of the attribute at an index from 0} */
    public Name name(int index) {
        return all[place[index]].name(inner, symbols);
    }

    /** {@return the prefix with which it was written, empty for none} */
    public String prefix(int index) {
        return all[place[index]].prefix;
    }

    WrittenAttribute written(int index) {
        return all[place[index]];
    }

    /** {@return its normalised value (XML 1.0 section 3.3.3, type CDATA)} */
    public String value(int index) {
        return text(valueFrom[index], valueTo[index]);
    }

    /** Whether its value is that text, without making it where plain ASCII tells. */
    public boolean is(int index, String text) {
        int begins = valueFrom[index];
        int length = valueTo[index] - begins;
        // The written form is never shorter than the value.
        for (int i = 0; i < text.length() && i < length; i++) {
            byte b = in[begins + i];
            if (b < ' ' || b == '&') {
                return value(index).equals(text);
            }
            if (b != text.charAt(i)) {
                return false;
            }
        }
        return length == text.length();
    }

    /** Whether the bytes from {@link #from} to {@link #to} are its value: there is no reference and no line end or tabulator in it. */
    public boolean isVerbatim(int index) {
        return isVerbatim(valueFrom[index], valueTo[index]);
    }

    /** Index of the first byte of its value as it was written. */
    public int from(int index) {
        return valueFrom[index];
    }

    /** Index after the last byte of its value as it was written. */
    public int to(int index) {
        return valueTo[index];
    }

    /** Begins with a document. */
    void use(Generation ofDocument) {
        symbols = ofDocument;
        from = NOWHERE;
    }

    /** Forgets where the tag stands: the bytes have moved. */
    void forget() {
        from = NOWHERE;
    }

    /** Makes these the attributes of a tag that was read before, and of which the bytes are still there. */
    void reread(byte[] bytes, int tagFrom, int to, Tag tag) {
        if (!tag.hasAttributes) {
            count = 0;
            from = NOWHERE;
        } else if (from != tagFrom) {
            read(bytes, tagFrom, tagFrom + tag.length() - 1, to, tag);
        }
    }

    /**
     * Reads from the end of the element's name to the end of the tag.
     *
     * @param tag has the attributes that are expected, or null
     * @return false when it is rejected, or, without a {@link #problem}, needs more bytes
     */
    boolean read(byte[] bytes, int tagFrom, int nameEnd, int to, Tag tag) {
        in = bytes;
        from = tagFrom;
        limit = to;
        problem = null;
        count = 0;
        allCount = 0;
        inner = tag == null ? null : tag.inner;
        at = nameEnd;
        asExpected = tag != null;
        if (asExpected && tag.isSteady() && readExpected(tag) && at < to && (bytes[at] == '>' || bytes[at] == '/')) {
            all = tag.expected();
            return ends();
        }
        all = own;
        if (asExpected) {
            System.arraycopy(tag.expected(), 0, own, 0, allCount);
        }
        int after = at;
        at = SwarScanner.spaceEnd(bytes, after, to);
        while (at < to && bytes[at] != '>' && bytes[at] != '/') {
            if (at == after) {
                return reject("a name holds what it must not, or an attribute follows without a space");
            }
            if (allCount == limits.attributes()) {
                return reject("an element has more than " + limits.attributes() + " attributes");
            }
            if (!attribute(tag)) {
                return false;
            }
            after = at;
            at = SwarScanner.spaceEnd(bytes, after, to);
        }
        if (at == to || !ends()) {
            return false;
        }
        if (tag != null) {
            asExpected &= allCount == tag.expectedCount();
            tag.met(allCount > 0 && own[0] == tag.expected(0));
        }
        return true;
    }

    /** Whether all of them are those that were expected, in the same order. */
    boolean areAsExpected() {
        return asExpected;
    }

    /** The fault for which {@link #read} or {@link #resolve} failed, or null. */
    String problem() {
        return problem;
    }

    /** Index after the tag, or of the fault. */
    int end() {
        return at;
    }

    /** The scope inside the element, or null when they do not go together, or not with the namespaces outside. */
    NamespaceScope resolve(NamespaceScope outer) {
        inner = outer;
        int declarations = allCount - count;
        for (int i = 0; declarations > 0; i++) {
            if (all[i].declared != null) {
                inner = all[i].declare(inner, symbols);
                declarations--;
            }
        }
        if (inner.depth() > MOST_BINDINGS || symbols.exhausted()) {
            reject("more names or namespaces than are kept apart");
            return null;
        }
        symbols.beginTag();
        for (int i = 0; i < allCount; i++) {
            Name name = all[i].name(inner, symbols);
            if (name == null || !symbols.isFirstInTag(name)) {
                reject(name == null ? undeclared(all[i].prefix) : "the attribute " + name + " stands there twice");
                return null;
            }
        }
        return inner;
    }

    static String undeclared(String prefix) {
        return "the prefix " + prefix + " is not declared";
    }

    /** Lets the tag expect them the next time. */
    void remember(Tag tag) {
        tag.expect(all, allCount);
    }

    private boolean reject(String what) {
        problem = what;
        return false;
    }

    private boolean ends() {
        boolean empty = in[at] == '/';
        if (empty && at + 1 == limit) {
            return false;
        }
        if (empty && in[at + 1] != '>') {
            return reject("a / within a tag");
        }
        at += empty ? 2 : 1;
        return true;
    }

    /** Reads on while that comes which the tag expects, after one space each and with a value that stands for itself: most do. Tells whether all came. */
    private boolean readExpected(Tag tag) {
        byte[] bytes = in;
        int to = limit;
        int after = at;
        int most = tag.expectedCount();
        while (allCount < most && after + 1 < to && Characters.isSpace(bytes[after])) {
            WrittenAttribute next = tag.expected(allCount);
            if (!next.matches(bytes, after + 1, to)) {
                break;
            }
            int begins = after + 1 + next.length();
            int close = next.valueEnd(bytes, begins, to);
            if (close < begins) {
                break;
            }
            after = close;
            if (next.declared == null) {
                place[count] = allCount;
                valueFrom[count] = begins;
                valueTo[count++] = close;
                after++;
            }
            allCount++;
        }
        at = after;
        return allCount == most;
    }

    /** Reads the attribute or declaration at the cursor, and moves the cursor after it. */
    private boolean attribute(Tag tag) {
        WrittenAttribute found = symbols.latest(in, at, limit);
        if (found != null) {
            at += found.length();
        } else {
            found = lookUp();
            if (found == null) {
                return false;
            }
        }
        if (allCount == own.length) {
            own = Arrays.copyOf(own, 2 * allCount);
            all = own;
            place = Arrays.copyOf(place, 2 * allCount);
            valueFrom = Arrays.copyOf(valueFrom, 2 * allCount);
            valueTo = Arrays.copyOf(valueTo, 2 * allCount);
        }
        own[allCount] = found;
        asExpected = asExpected && found == tag.expected(allCount);
        if (found.declared == null) {
            int begins = at;
            if (!value(found.plain, in[begins - 1])) {
                return false;
            }
            place[count] = allCount;
            valueFrom[count] = begins;
            valueTo[count++] = at++;
        }
        allCount++;
        return true;
    }

    /** The attribute or declaration at the cursor by its bytes, and moves the cursor after them; null when it is rejected or incomplete. */
    private WrittenAttribute lookUp() {
        int begins = at;
        int nameTo = Characters.wordEnd(in, begins, limit);
        boolean plain = nameTo < limit && in[nameTo] == '=';
        int equals = plain ? nameTo : Characters.spaceEnd(in, nameTo, limit);
        if (equals < limit && in[equals] != '=') {
            reject("an attribute has no value");
            return null;
        }
        int quote = equals == limit ? limit : Characters.spaceEnd(in, equals + 1, limit);
        if (quote >= limit) {
            return null;
        }
        if (in[quote] != '"' && in[quote] != '\'') {
            reject("an attribute's value is not quoted");
            return null;
        }
        at = quote + 1;
        int afterXmlns = begins + XMLNS.length();
        boolean declares = XMLNS.matches(in, begins, limit) && (afterXmlns == nameTo || in[afterXmlns] == ':');
        if (declares) {
            if (!value(SwarScanner.inQuotes(in[quote]), in[quote])) {
                return null;
            }
            at++;
        }
        WrittenAttribute known = symbols.attribute(in, begins, at);
        if (known != null) {
            // A declaration's value is part of it, so the next one is seldom the same.
            if (!declares) {
                symbols.latest(known);
            }
            return known;
        }
        int localFrom = begins;
        for (int i = begins; i < nameTo && localFrom == begins; i++) {
            localFrom = in[i] == ':' ? i + 1 : begins;
        }
        if (!isName(localFrom, nameTo) || (localFrom > begins && !isName(begins, localFrom - 1))) {
            reject("an attribute's name is none");
            return null;
        }
        return made(begins, localFrom, nameTo, declares ? quote + 1 : NOWHERE);
    }

    private boolean isName(int begins, int to) {
        return to > begins && Characters.nameLength(in, begins, limit) == to - begins;
    }

    private WrittenAttribute made(int begins, int localFrom, int nameTo, int namespaceFrom) {
        String prefix = localFrom == begins ? "" : text(begins, localFrom - 1);
        String local = text(localFrom, nameTo);
        String declared = namespaceFrom == NOWHERE ? null : text(namespaceFrom, at - 1);
        WrittenAttribute made = new WrittenAttribute(Arrays.copyOfRange(in, begins, at), prefix, local, declared);
        if (declared != null && !mayDeclare(made.declaredPrefix(), declared)) {
            reject("xmlns:" + made.declaredPrefix() + " must not be declared so");
            return null;
        }
        symbols.add(made);
        return made;
    }

    private static boolean mayDeclare(String prefix, String namespace) {
        if (prefix.equals("xmlns") || namespace.equals(NamespaceScope.XMLNS)) {
            return false;
        }
        return prefix.equals("xml") == namespace.equals(NamespaceScope.XML)
                && (prefix.isEmpty() || !namespace.isEmpty());
    }

    /** Moves the cursor over a value to the quote that closes it. */
    private boolean value(SwarScanner plain, byte quote) {
        at = plain.varyingEnd(in, at, limit);
        while (at < limit && in[at] != quote) {
            int length = in[at] == '&'
                    ? referenceLength()
                    : in[at] == '<' ? Characters.BAD : Characters.length(in, at, limit);
            if (length == Characters.INCOMPLETE) {
                return false;
            }
            if (length == Characters.BAD) {
                return reject("an attribute's value holds what it must not");
            }
            at = plain.charactersEnd(in, at + length, limit);
        }
        return at < limit;
    }

    private int referenceLength() {
        long reference = Characters.reference(in, at, limit);
        if (reference == Characters.INCOMPLETE_REFERENCE) {
            return Characters.INCOMPLETE;
        }
        return reference == Characters.BAD_REFERENCE ? Characters.BAD : (int) reference;
    }

    private boolean isVerbatim(int begins, int to) {
        for (int i = begins; i < to; i++) {
            if (in[i] == '&' || (in[i] >= 0 && in[i] < ' ')) {
                return false;
            }
        }
        return true;
    }

    /** What the bytes of a name or a value stand for. */
    private String text(int begins, int to) {
        if (isVerbatim(begins, to)) {
            return new String(in, begins, to - begins, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder();
        int plain = begins;
        int next = begins;
        while (next < to) {
            byte b = in[next];
            if (b != '&' && (b < 0 || b >= ' ')) {
                next++;
                continue;
            }
            text.append(new String(in, plain, next - plain, StandardCharsets.UTF_8));
            if (b == '&') {
                long reference = Characters.reference(in, next, to);
                text.appendCodePoint((int) (reference >>> 32));
                next += (int) reference;
            } else {
                text.append(' ');
                next += b == '\r' && next + 1 < to && in[next + 1] == '\n' ? 2 : 1;
            }
            plain = next;
        }
        return text.append(new String(in, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }
}
