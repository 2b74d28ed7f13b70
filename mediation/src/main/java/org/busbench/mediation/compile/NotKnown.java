package org.busbench.mediation.compile;

/** Something that the fast lane does not know; the message is the reason that is shown. */
final class NotKnown extends Exception {

    private static final long serialVersionUID = 1L;

    NotKnown(String reason) {
        super(reason);
    }
}
