package org.busbench.record;

import org.HdrHistogram.Histogram;

/**
 * Latencies that a histogram counted, read in microseconds. A percentile of nanoseconds is the upper edge of its step in the
 * histogram. One of whole milliseconds is the lower edge, so that it is the number which was counted.
 */
public final class Latencies {

    private static final double THOUSAND = 1000;

    private final Histogram counts;
    private final boolean millis;

    private Latencies(Histogram counts, boolean millis) {
        this.counts = counts;
        this.millis = millis;
    }

    /** Latencies in nanoseconds. */
    public static Latencies ofNanos(Histogram counts) {
        return new Latencies(counts, false);
    }

    /** Latencies in whole milliseconds, as JMeter counts them. */
    public static Latencies ofMillis(Histogram counts) {
        return new Latencies(counts, true);
    }

    /** A percentile, 0 to 100; null when nothing was counted. */
    public Double at(double percentile) {
        if (counts.getTotalCount() == 0) {
            return null;
        }
        long value = counts.getValueAtPercentile(percentile);
        return micros((double) (millis ? counts.lowestEquivalentValue(value) : value));
    }

    /** What a record says of them; null when nothing was counted. */
    public Latency figures() {
        return counts.getTotalCount() == 0
                ? null
                : new Latency(
                        micros((double) counts.getMinValue()),
                        micros(counts.getMean()),
                        at(50),
                        at(90),
                        at(95),
                        at(99),
                        at(99.9),
                        at(100));
    }

    private double micros(double value) {
        return millis ? value * THOUSAND : value / THOUSAND;
    }
}
