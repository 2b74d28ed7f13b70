package org.busbench.mediation.xml;

import java.util.Arrays;
import java.util.Map;

/**
 * A start tag as it was written, without the values of its attributes, under the namespaces that were in force. Its bytes are the whole tag when it has no
 * attributes but namespace declarations. Otherwise they end with the white space after the name, and the tokenizer reads its {@link Attributes} each time.
 *
 * <p>Immutable but for what the tokenizer remembers of the tags and attributes that follow it. Use it only on the thread of the tokenizer that gave it, and
 * not after the next {@link Tokenizer#start}.
 */
public final class Tag extends Symbol {
    /** More attributes are not remembered. */
    static final int MOST_EXPECTED = 32;

    private static final WrittenAttribute[] NONE = {};
    private static final int MOST_TURNS = 4;
    private static final int MOST_SURPRISES = 16;

    final BytePattern end;
    final NamespaceScope outer;
    final NamespaceScope inner;
    final boolean hasAttributes;

    final Name name;
    /** The tag that came next the last time: first thing inside this element, or first thing after it. */
    Tag afterStart;

    Tag afterEnd;
    /** A tag of the same name, mostly one has attributes and one has none, that came where this one was expected or the other way round. */
    Tag instead;
    /** From its end tag to a start tag that followed at once, or null. */
    Turn turn;

    private int turns;
    /** The sequences of tags that followed a text in it. */
    TagSequence sequences;

    /** The attributes and namespace declarations that it had the last time, checked to go together. */
    private WrittenAttribute[] expected = NONE;

    /** How many; -1 before any are remembered. */
    private int expectedCount = -1;

    /** Rises each time that another attribute came first than was expected, and falls when that one came. */
    private int surprises;

    private final String prefix;

    Tag(byte[] bytes, BytePattern end, NamespaceScope outer, NamespaceScope inner, Name name, String prefix) {
        super(bytes, hash(bytes, 0, bytes.length, outer, inner));
        int last = bytes.length - 1;
        this.hasAttributes = last > 0 && bytes[last] != '>';
        this.end = end;
        this.outer = outer;
        this.inner = inner;
        this.name = name;
        this.prefix = prefix;
    }

    /** A tag that is written in the same way under many scopes is many tags. */
    static int hash(byte[] in, int from, int to, NamespaceScope outer, NamespaceScope inner) {
        return SwarScanner.hash(in, from, to) + 31 * outer.hash + inner.hash;
    }

    /** Whether it, or its beginning if it has attributes, stands at {@code from}, where that scope is in force. */
    boolean isAt(byte[] in, int from, int limit, NamespaceScope scope) {
        return outer == scope && matches(in, from, limit);
    }

    /** An end tag and the start tag after it, under the same scope and without attributes, which are recognised together. */
    static final class Turn extends BytePattern {
        final Tag next;

        private Turn(byte[] bytes, Tag next) {
            super(bytes);
            this.next = next;
        }
    }

    /** Remembers that a start tag came right after the end of this element. */
    void turn(Tag next) {
        if (turns < MOST_TURNS && !hasAttributes && !next.hasAttributes) {
            turns++;
            byte[] both = Arrays.copyOf(end.bytes, end.length() + next.length());
            System.arraycopy(next.bytes, 0, both, end.length(), next.length());
            turn = new Turn(both, next);
        }
    }

    /** Whether its first attribute is mostly the one that came before. */
    boolean isSteady() {
        return surprises < MOST_SURPRISES / 2;
    }

    /** Whether the first attribute that was expected came. */
    void met(boolean asExpected) {
        surprises = asExpected ? Math.max(0, surprises - 1) : Math.min(MOST_SURPRISES, surprises + 1);
    }

    /** The attribute or declaration that came at that place the last time, or null. */
    WrittenAttribute expected(int index) {
        return index < expectedCount ? expected[index] : null;
    }

    /** All of them and perhaps more; changes when others are expected. */
    WrittenAttribute[] expected() {
        return expected;
    }

    int expectedCount() {
        return expectedCount;
    }

    /** Remembers attributes and declarations which have been checked. */
    void expect(WrittenAttribute[] attributes, int count) {
        if (count <= MOST_EXPECTED) {
            if (count > expected.length) {
                expected = new WrittenAttribute[count];
            }
            System.arraycopy(attributes, 0, expected, 0, count);
            expectedCount = count;
        }
    }

    /** The element's name. */
    public Name name() {
        return name;
    }

    /** The prefix that the element was written with, empty for none. */
    public String prefix() {
        return prefix;
    }

    /** Whether the element has attributes other than namespace declarations. */
    public boolean hasAttributes() {
        return hasAttributes;
    }

    /** Begins with {@code <} and the name as it was written; read only. */
    public byte[] startTag() {
        return bytes;
    }

    /** The end tag without white space, from which the name can be copied as it was written; read only. */
    public byte[] endTag() {
        return end.bytes;
    }

    /** All namespaces in force inside this element by their prefixes, {@code xml} left out; the default namespace only when there is one. */
    public Map<String, String> namespaces() {
        return inner.namespaces();
    }

    /** Whether other namespaces are in force inside this element than around it. */
    public boolean declaresNamespaces() {
        return inner != outer;
    }

    /** The same around this element. */
    public Map<String, String> namespacesAround() {
        return outer.namespaces();
    }
}
