package org.busbench.mediation.http;

/**
 * How the end of a body is found (RFC 9112 section 6.3).
 *
 * @param kind by what
 * @param length bytes of a fixed body; 0 otherwise
 */
record Framing(Kind kind, long length) {
    /** No body, and nothing said about one. */
    static final Framing NONE = new Framing(Kind.NONE, 0);

    static final Framing CHUNKED = new Framing(Kind.CHUNKED, 0);
    static final Framing UNTIL_CLOSE = new Framing(Kind.UNTIL_CLOSE, 0);

    /** What tells the end. */
    enum Kind {
        NONE,
        FIXED,
        CHUNKED,
        UNTIL_CLOSE
    }

    static Framing fixed(long length) {
        return new Framing(Kind.FIXED, length);
    }

    boolean is(Kind other) {
        return kind == other;
    }
}
