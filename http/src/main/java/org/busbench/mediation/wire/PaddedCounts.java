package org.busbench.mediation.wire;

/**
 * Counts that one event loop writes with every message. They share no cache line with what another loop writes, wherever the garbage collector moves them;
 * two loops on two cores would otherwise take that line from each other. For the loop's thread.
 */
public final class PaddedCounts {
    /** Two cache lines of 64 bytes, since processors fetch them in pairs. */
    private static final int PADDING = 16;

    private final long[] values;

    /** Starts at zero. */
    public PaddedCounts(int size) {
        values = new long[PADDING + size + PADDING];
    }

    /** Adds to one of the counts; {@code index} starts at 0. */
    public void add(int index, long much) {
        values[PADDING + index] += much;
    }

    /** {@return one of the counts} */
    public long get(int index) {
        return values[PADDING + index];
    }
}
