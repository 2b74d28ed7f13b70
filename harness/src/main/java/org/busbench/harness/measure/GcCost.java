package org.busbench.harness.measure;

/**
 * Garbage collection of a process's JVMs during a window.
 *
 * @param collections stops of the world
 * @param pauseMillis how long they took together
 * @param cpuMicros CPU time of the collector's threads; null when that is not known
 */
public record GcCost(long collections, double pauseMillis, Long cpuMicros) {

    /** Of two JVMs together. */
    GcCost and(GcCost other) {
        return new GcCost(
                collections + other.collections,
                pauseMillis + other.pauseMillis,
                cpuMicros == null || other.cpuMicros == null ? null : Long.valueOf(cpuMicros + other.cpuMicros));
    }
}
