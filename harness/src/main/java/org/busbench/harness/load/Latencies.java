package org.busbench.harness.load;

import org.HdrHistogram.Histogram;
import org.busbench.record.Latency;

/**
 * Reads latencies from histograms. JMeter's sample log counts whole milliseconds, so every value but the mean is a multiple of
 * 1000 there.
 */
public final class Latencies {

    /** The unit in which JMeter counts. */
    public static final int RESOLUTION_MICROS = 1000;

    private static final double NANOS = 1000.0;

    private Latencies() {}

    /** Reads a histogram of milliseconds that holds at least one value. */
    static Latency ofMillis(Histogram millis) {
        return new Latency(
                micros(millis, 0),
                millis.getMean() * RESOLUTION_MICROS,
                micros(millis, 50),
                micros(millis, 90),
                micros(millis, 95),
                micros(millis, 99),
                micros(millis, 99.9),
                micros(millis, 100));
    }

    /**
     * Reads a histogram of nanoseconds.
     *
     * @param nanos holds at least one value
     * @return its figures; each is the upper edge of its step in the histogram, {@code min} the lower
     */
    public static Latency ofNanos(Histogram nanos) {
        return new Latency(
                nanos.getMinValue() / NANOS,
                nanos.getMean() / NANOS,
                nanos.getValueAtPercentile(50) / NANOS,
                nanos.getValueAtPercentile(90) / NANOS,
                nanos.getValueAtPercentile(95) / NANOS,
                nanos.getValueAtPercentile(99) / NANOS,
                nanos.getValueAtPercentile(99.9) / NANOS,
                nanos.getMaxValue() / NANOS);
    }

    private static long micros(Histogram millis, double percentile) {
        return millis.lowestEquivalentValue(millis.getValueAtPercentile(percentile)) * RESOLUTION_MICROS;
    }
}
