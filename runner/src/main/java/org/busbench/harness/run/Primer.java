package org.busbench.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.JvmThreads;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.ProcessRole;

/**
 * When a mediator has had enough of the load that is not recorded. It comes in slices of half the suite's primer: at
 * least two, and more while the mediator still warms up, since on a busy machine that takes longer than any fixed time. Each
 * slice is a load with connections of its own: a JVM drops what it compiled when the first connections close and when the
 * next ones open, and a message of its second load costs twice as much for one to four seconds. It
 * warms up while its CPU time per message falls, and while its compilers are at work: before a compiler on a busy machine
 * gets to what it has to do, a message costs the same for seconds, and many times what it will cost. For one thread.
 */
public final class Primer {
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
     * A slice that is over.
     *
     * @param cpuMicrosPerMessage of the mediator; empty where messages are not counted, or there is no mediator
     * @param compilerShare of its CPU time, 0 to 1
     */
    public record Slice(OptionalDouble cpuMicrosPerMessage, double compilerShare) {

        /** Of what the mediator used; {@code verified} is 0 where nothing is counted, {@code cost} null where there is no mediator. */
        public static Slice of(long verified, ProcessCost cost, long compilerNanos) {
            if (cost == null) {
                return new Slice(OptionalDouble.empty(), 0);
            }
            return new Slice(
                    verified > 0 ? OptionalDouble.of(cost.cpuMicrosPerMessage(verified)) : OptionalDouble.empty(),
                    Math.max(0, compilerNanos) / 1e3 / Math.max(1, cost.userMicros() + cost.systemMicros()));
        }
    }

    /** Has the load go on for a slice. */
    @FunctionalInterface
    public interface Load {
        Slice last(Duration slice) throws IOException, InterruptedException;
    }

    /** Loads until it is enough; a primer of no length is none. */
    public static void load(Duration primer, Load load) throws IOException, InterruptedException {
        Duration slice = primer.dividedBy(2);
        Primer ended = new Primer();
        boolean over = slice.isZero();
        while (!over) {
            over = ended.endedWith(load.last(slice));
        }
    }

    /** CPU time until now of the compilers of a mediator that is a JVM. */
    public static long compilerNanos(Reading reading) {
        return reading.pids(ProcessRole.MEDIATOR).stream()
                .mapToLong(JvmThreads.COMPILERS::cpuNanos)
                .filter(nanos -> nanos > 0)
                .sum();
    }

    /** Whether this one was the last. */
    boolean endedWith(Slice slice) {
        slices++;
        boolean falls = slice.cpuMicrosPerMessage().orElse(before) < STEADY * before;
        before = slice.cpuMicrosPerMessage().orElse(before);
        boolean warm = !falls && slice.compilerShare() < IDLE;
        return slices >= MOST_SLICES || (warm && slices >= FEWEST_SLICES);
    }
}
