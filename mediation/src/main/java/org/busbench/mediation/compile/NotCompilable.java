package org.busbench.mediation.compile;

/** Something that the fast lane cannot do, so that its proxy stays in the engine lane. The message is the reason that is shown. */
final class NotCompilable extends Exception {

    private static final long serialVersionUID = 1L;

    private boolean placed;

    NotCompilable(String reason) {
        super(reason);
    }

    /** Returns whether this is the first call: the mediator whose compilation fails makes it, and those before that one find it made. */
    boolean place() {
        boolean first = !placed;
        placed = true;
        return first;
    }
}
