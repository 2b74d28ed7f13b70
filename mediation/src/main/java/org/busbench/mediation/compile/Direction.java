package org.busbench.mediation.compile;

/** What a sequence is run for. */
enum Direction {
    /** A message on its way to a backend. */
    REQUEST("in sequence"),
    /** An answer on its way to the client. */
    ANSWER("out sequence"),
    /** A message that failed. */
    FAULT("fault sequence");

    private final String sequence;

    Direction(String sequence) {
        this.sequence = sequence;
    }

    /** What such a sequence is called. */
    String sequence() {
        return sequence;
    }
}
