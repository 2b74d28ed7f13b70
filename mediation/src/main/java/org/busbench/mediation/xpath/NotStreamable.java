package org.busbench.mediation.xpath;

/** Carries the reason why an expression cannot be decided while the message streams by. */
final class NotStreamable extends Exception {
    private static final long serialVersionUID = 1L;

    NotStreamable(String reason) {
        super(reason, null, false, false);
    }
}
