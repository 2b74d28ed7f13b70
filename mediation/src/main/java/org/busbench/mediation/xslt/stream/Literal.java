package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;

/** A string of the stylesheet. Immutable. */
final class Literal {

    private final String text;
    private final byte[] utf8;

    Literal(String text) {
        this.text = text;
        this.utf8 = text.getBytes(StandardCharsets.UTF_8);
    }

    String text() {
        return text;
    }

    /** Read only. */
    byte[] utf8() {
        return utf8;
    }
}
