package org.busbench.mutants.fault;

/** Whose turn it is: after so many messages that are handled as is right, every n-th. For the loop's thread. */
final class Turn {
    private final long after;
    private final long period;
    private long count;

    Turn(long after, long period) {
        this.after = after;
        this.period = period;
    }

    /** Counts a message; whether it is to be handled wrongly. */
    boolean comes() {
        count++;
        return count > after && count % period == 0;
    }
}
