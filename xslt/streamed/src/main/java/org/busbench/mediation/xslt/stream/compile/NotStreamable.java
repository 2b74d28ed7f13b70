package org.busbench.mediation.xslt.stream.compile;

/** A stylesheet that needs a tree. The message says what in it does, in words for {@code --explain}. */
public final class NotStreamable extends Exception {

    private static final long serialVersionUID = 1L;

    NotStreamable(String reason) {
        super(reason, null, false, false);
    }
}
