package org.busbench.mediation.compile;

/** How much of a message a flow looks at. In rising order. */
public enum Reads {
    /** Nothing: it streams through. */
    NOTHING,
    /** The beginning, until one question is answered; then it streams through. */
    BEGINNING,
    /** All of it. */
    WHOLE;

    /**
     * What two readers need, one after the other: the second one may want to see again what the first one has seen.
     *
     * @param next the second reader
     */
    public Reads then(Reads next) {
        if (this == NOTHING) {
            return next;
        }
        return next == NOTHING ? this : WHOLE;
    }
}
