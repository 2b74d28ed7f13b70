package org.busbench.mediation.http.head;

/**
 * How the end of a body is found (RFC 9112 section 6.3).
 *
 * @param length bytes of a fixed body; 0 otherwise
 */
public record Framing(Kind kind, long length) {
    /** No body, and nothing said about one. */
    public static final Framing NONE = new Framing(Kind.NONE, 0);

    /** Chunks tell the end. */
    public static final Framing CHUNKED = new Framing(Kind.CHUNKED, 0);
    /** The end of the connection is the end of the body. */
    public static final Framing UNTIL_CLOSE = new Framing(Kind.UNTIL_CLOSE, 0);

    /** The ways in which the end of a body is told. */
    public enum Kind {
        /** There is no body. */
        NONE,
        /** A Content-Length. */
        FIXED,
        /** The last chunk. */
        CHUNKED,
        /** The end of the connection. */
        UNTIL_CLOSE
    }

    /** {@return the framing of a body with so many bytes} */
    public static Framing fixed(long length) {
        return new Framing(Kind.FIXED, length);
    }
}
