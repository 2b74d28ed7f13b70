package org.busbench.mediation.xml;

import java.util.Map;

/**
 * A start tag as it was written, under the namespaces that were in force: read and checked once, recognised by its bytes afterwards.
 * Immutable but for what the tokenizer remembers of the tags that follow it. Use it only on the thread of the tokenizer that gave it, and not after the
 * next {@link Tokenizer#start}.
 */
public final class Tag {
    final BytePattern raw;
    final BytePattern end;
    final NamespaceScope outer;
    final NamespaceScope inner;
    final boolean empty;
    final int hash;
    final Name name;
    /** The tag that came next the last time: first thing inside this element, or first thing after it. */
    Tag afterStart;

    Tag afterEnd;
    /** The sequences of tags that followed a text in it. */
    TagSequence sequences;

    Tag sameBucket;

    private final String prefix;
    private final Name[] attributes;
    private final String[] values;

    Tag(Written written, Name name, String prefix, Name[] attributes, String[] values) {
        this.raw = written.raw;
        this.end = written.end;
        this.outer = written.outer;
        this.inner = written.inner;
        this.empty = written.empty;
        this.hash = written.hash;
        this.name = name;
        this.prefix = prefix;
        this.attributes = attributes;
        this.values = values;
    }

    /** A tag as it was written: its bytes, those of its end tag, the scopes around and inside it. */
    record Written(
            BytePattern raw, BytePattern end, NamespaceScope outer, NamespaceScope inner, boolean empty, int hash) {}

    /** The element's name. */
    public Name name() {
        return name;
    }

    /** The prefix that the element was written with, empty for none. */
    public String prefix() {
        return prefix;
    }

    /** How many attributes the element has, namespace declarations not counted. */
    public int attributes() {
        return attributes.length;
    }

    /**
     * {@return the name of an attribute}
     *
     * @param index from 0, in the order of the document
     */
    public Name attribute(int index) {
        return attributes[index];
    }

    /**
     * {@return the normalised value of an attribute (XML 1.0 section 3.3.3, type CDATA)}
     *
     * @param index from 0, in the order of the document
     */
    public String value(int index) {
        return values[index];
    }

    /**
     * {@return the namespace that a prefix is bound to inside this element, or null}
     *
     * @param of the prefix, empty for the default namespace
     */
    public String namespace(String of) {
        return inner.namespace(of);
    }

    /** How many bytes the start tag was written with. */
    public int length() {
        return raw.length();
    }

    /** The start tag as it was written; read only. */
    public byte[] startTag() {
        return raw.bytes;
    }

    /** The end tag without white space, from which the name can be copied as it was written; read only. */
    public byte[] endTag() {
        return end.bytes;
    }

    /** All namespaces in force inside this element by their prefixes, {@code xml} left out; the default namespace only when there is one. */
    public Map<String, String> namespaces() {
        return inner.namespaces();
    }
}
