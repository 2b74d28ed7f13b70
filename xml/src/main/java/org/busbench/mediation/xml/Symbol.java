package org.busbench.mediation.xml;

/** Bytes that a {@link SymbolTable} remembers. Immutable but for its place there. */
class Symbol extends BytePattern {
    final int hash;

    Symbol sameBucket;

    Symbol(byte[] bytes, int hash) {
        super(bytes);
        this.hash = hash;
    }

    final boolean is(byte[] in, int from, int to, int hashOfThem) {
        return hash == hashOfThem && length() == to - from && matches(in, from, to);
    }
}
