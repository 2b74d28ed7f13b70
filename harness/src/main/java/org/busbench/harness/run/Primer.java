package org.busbench.harness.run;

import java.util.OptionalDouble;

/**
 * When a mediator has had enough of the load that is not recorded. The load comes in slices of half the suite's primer: at
 * least two, and more while the mediator still warms up, since on a busy machine that takes longer than any fixed time. It
 * warms up while its CPU time per message falls, and while its compilers are at work: before a compiler on a busy machine
 * gets to what it has to do, a message costs the same for seconds, and many times what it will cost.
 */
final class Primer {
    private static final int FEWEST_SLICES = 2;
    /** Six times the primer of the suite. */
    private static final int MOST_SLICES = 12;
    /** A slice that costs more than this share of the one before it has hardly fallen. */
    private static final double STEADY = 0.93;
    /** Compilers that take less than this share of the CPU time have hardly anything left to do. */
    private static final double IDLE = 0.1;

    private double before = Double.POSITIVE_INFINITY;
    private int slices;

    /**
     * What a slice was.
     *
     * @param cpuMicrosPerMessage of the mediator; empty where nobody counts messages, or there is no mediator
     * @param compilerShare of its CPU time, 0 to 1
     */
    record Slice(OptionalDouble cpuMicrosPerMessage, double compilerShare) {}

    /** Whether this one was the last. */
    boolean endedWith(Slice slice) {
        slices++;
        boolean falls = slice.cpuMicrosPerMessage().orElse(before) < STEADY * before;
        before = slice.cpuMicrosPerMessage().orElse(before);
        boolean warm = !falls && slice.compilerShare() < IDLE;
        return slices >= MOST_SLICES || (warm && slices >= FEWEST_SLICES);
    }
}
