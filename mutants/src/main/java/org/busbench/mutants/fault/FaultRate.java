package org.busbench.mutants.fault;

/** Selects the messages that are handled wrongly: after a number of correct ones, every n-th. For the reactor's thread. */
final class FaultRate {
    private final long after;
    private final long period;
    private long count;

    FaultRate(long after, long period) {
        this.after = after;
        this.period = period;
    }

    /** Counts a message. Returns whether it is handled wrongly. */
    boolean isNext() {
        count++;
        return count > after && count % period == 0;
    }
}
