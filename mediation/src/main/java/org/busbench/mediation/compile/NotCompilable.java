package org.busbench.mediation.compile;

/** Something that the fast lane cannot do, so that its proxy stays in the engine lane. The message is the reason that is shown. */
final class NotCompilable extends Exception {

    private static final long serialVersionUID = 1L;

    NotCompilable(String reason) {
        super(reason);
    }
}
