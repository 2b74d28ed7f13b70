package org.busbench.reports.raw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.busbench.record.Latencies;

/**
 * How the latencies of verified responses are spread: the full curve of percentiles, and a histogram in bins of equal
 * width on a logarithmic axis.
 *
 * @param micros latency in µs at each of {@link #QUANTILES} that so many responses support (one at least lies above it)
 * @param firstBin number of the first bin that is listed; bin n holds what lies from {@code 10^(n/20)} µs up to
 *     {@code 10^((n+1)/20)} µs
 */
public record Distribution(long count, List<Double> micros, double maxMicros, int firstBin, List<Long> bins) {

    /** Where the curve is taken; 0 is the shortest latency. */
    public static final List<Double> QUANTILES = List.of(
            0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.993,
            0.995, 0.997, 0.998, 0.999, 0.9993, 0.9995, 0.9998, 0.9999, 0.99995, 0.99999, 0.999999);

    /** Bins in each power of ten: neighbours differ by 12 %. */
    public static final int BINS_PER_DECADE = 20;

    private static final double NANOS_PER_MICRO = 1e3;
    /** The number of µs in a millisecond. */
    private static final double MICROS = 1e3;

    /** The distribution of a histogram in nanoseconds that is not empty. */
    static Distribution of(Histogram nanos) {
        long count = nanos.getTotalCount();
        int first = bin(nanos.getMinValue());
        long[] bins = new long[bin(nanos.getMaxValue()) - first + 1];
        for (HistogramIterationValue value : nanos.recordedValues()) {
            int bin = Math.min(bins.length - 1, Math.max(0, bin(value.getValueIteratedTo()) - first));
            bins[bin] += value.getCountAddedInThisIterationStep();
        }
        List<Long> listed = new ArrayList<>();
        for (long bin : bins) {
            listed.add(bin);
        }
        Latencies latencies = Latencies.ofNanos(nanos);
        return new Distribution(count, curve(latencies, count), latencies.at(100), first, listed);
    }

    /**
     * Of latencies that were counted in whole milliseconds. The curve is of what was counted; for the bins each
     * millisecond is spread evenly up to the next one, since bins are finer than that.
     *
     * @param millis a histogram that is not empty
     */
    public static Distribution ofMillis(Histogram millis) {
        long count = millis.getTotalCount();
        int first = bin((long) startNanos(millis.getMinValue()));
        int last = bin((long) startNanos(millis.getMaxValue() + 1));
        double[] bins = new double[last - first + 1];
        for (HistogramIterationValue value : millis.recordedValues()) {
            double from = startNanos(millis.lowestEquivalentValue(value.getValueIteratedTo()));
            double to = startNanos(millis.highestEquivalentValue(value.getValueIteratedTo()) + 1);
            for (int bin = first; bin <= last; bin++) {
                double inside = Math.min(to, edgeNanos(bin + 1)) - Math.max(from, edgeNanos(bin));
                bins[bin - first] += Math.max(0, inside) / (to - from) * value.getCountAddedInThisIterationStep();
            }
        }
        Latencies latencies = Latencies.ofMillis(millis);
        return new Distribution(
                count,
                curve(latencies, count),
                latencies.at(100),
                first,
                Arrays.stream(bins).mapToObj(Math::round).toList());
    }

    private static List<Double> curve(Latencies latencies, long count) {
        return QUANTILES.stream()
                .filter(quantile -> quantile == 0 || (1 - quantile) * count >= 1)
                .map(quantile -> latencies.at(quantile * 100))
                .toList();
    }

    /** Where the curve is known: a quantile for each of {@link #micros}. */
    public List<Double> quantiles() {
        return QUANTILES.subList(0, micros.size());
    }

    /** From the start of the first bin to the end of the last: one more than there are bins. */
    public List<Double> edgesMicros() {
        return IntStream.rangeClosed(firstBin, firstBin + bins.size())
                .mapToObj(Distribution::edgeMicros)
                .toList();
    }

    private static double edgeMicros(int bin) {
        return Math.pow(10, (double) bin / BINS_PER_DECADE);
    }

    /** A logarithm has no zero: what took less than a millisecond is drawn from a tenth of one. */
    private static double startNanos(long millis) {
        return Math.max(0.1, (double) millis) * MICROS * NANOS_PER_MICRO;
    }

    private static double edgeNanos(int bin) {
        return edgeMicros(bin) * NANOS_PER_MICRO;
    }

    private static int bin(long nanos) {
        return (int) Math.floor(BINS_PER_DECADE * Math.log10(Math.max(1, nanos) / NANOS_PER_MICRO));
    }
}
