package org.busbench.mediation.http;

/** Writes heads as they stand on the wire. */
final class Text {
    private Text() {}

    /** Returns the lines, each with its CRLF, and an empty one. */
    static String head(String... lines) {
        return lines(lines) + "\r\n";
    }

    /** Returns the lines, each with its CRLF. */
    static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }
}
