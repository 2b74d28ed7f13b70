package org.busbench.harness.measure;

import java.util.Optional;
import java.util.regex.Pattern;
import org.busbench.harness.measure.Cost.GcCost;

/**
 * What a JVM's collectors have done since it started.
 *
 * @param pauseNanos how long they took together
 * @param cpuNanos CPU time of the collector's threads; negative when it has none of its own (the serial collector works
 *     on the thread of the VM) or does not name them (JDK 8)
 */
record GcReading(long collections, long pauseNanos, long cpuNanos) {

    static final GcReading NOTHING = new GcReading(0, 0, 0);

    private static final double SECOND_NANOS = 1e9;

    /** Reads a process; empty when it is no JVM, or one that keeps no counters. */
    static Optional<GcReading> of(long pid) {
        return PerfData.of(pid).map(counters -> {
            // The numbers of the collectors begin anywhere: ZGC's only one is 2.
            long collections = counters.sum(Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.invocations"));
            long ticks = counters.sum(Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.time"));
            double frequency = Math.max(1, counters.count("sun.os.hrt.frequency"));
            return new GcReading(
                    collections, Math.round(ticks / frequency * SECOND_NANOS), JvmThreads.COLLECTORS.cpuNanos(pid));
        });
    }

    /** The collections between an earlier reading and this one. */
    GcCost since(GcReading earlier) {
        return new GcCost(
                collections - earlier.collections,
                (pauseNanos - earlier.pauseNanos) / 1e6,
                cpuNanos < 0 || earlier.cpuNanos < 0 ? null : (cpuNanos - earlier.cpuNanos) / 1000);
    }
}
