package org.busbench.reports.jtl;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.busbench.common.ErrorClass;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Latencies;
import org.busbench.record.Latency;
import org.busbench.record.Trial;
import org.busbench.record.Window;
import org.busbench.reports.jtl.SampledTest.Stretch;

/**
 * The samples of one stretch and scenario, added up while they are read. Its size is that of the stretch's duration. Not
 * safe for concurrent use.
 */
final class SampleTotals {

    /** Exact to 20 seconds, and to 0.01 % above. */
    static final int DIGITS = 4;
    /** Within a second: exact to 2 seconds, and to 0.1 % above. */
    private static final int SECOND_DIGITS = 3;
    /** A second further back than rows may come out of order is complete. */
    private static final int OPEN_SECONDS = SampledTest.MOST_DISORDER_SECONDS + 1;

    private final Window window;
    private final Histogram latencies = new Histogram(DIGITS);
    private final Histogram firstBytes = new Histogram(DIGITS);
    private final Map<ErrorClass, long[]> errors = new EnumMap<>(ErrorClass.class);
    private final long[] verified;
    private final Double[] p50;
    private final Double[] p99;
    private final TreeMap<Integer, Histogram> open = new TreeMap<>();
    private String firstFailure = "";
    private long timedConnects;
    private long connects;

    SampleTotals(Stretch stretch) {
        window = new Window(stretch.startMillis(), stretch.endMillis());
        verified = new long[window.secondCount()];
        p50 = new Double[verified.length];
        p99 = new Double[verified.length];
    }

    /** Takes in a sample that ended inside; errors name its file, empty where there is one alone, and line. */
    void add(Sample sample, String file, long line) {
        int second = window.secondOf((double) sample.endMillis());
        if (sample.connectMillis() >= 0) {
            timedConnects++;
            connects += sample.connectMillis() > 0 ? 1 : 0;
        }
        if (sample.error() != null) {
            errors.computeIfAbsent(sample.toldError(), unused -> new long[verified.length])[second]++;
            if (firstFailure.isEmpty()) {
                firstFailure = file + (file.isEmpty() ? "" : ", ") + "line " + line + ": " + sample.failure();
            }
            return;
        }
        verified[second]++;
        latencies.recordValue(sample.elapsedMillis());
        if (sample.firstByteMillis() >= 0) {
            firstBytes.recordValue(sample.firstByteMillis());
        }
        open.computeIfAbsent(second, unused -> new Histogram(SECOND_DIGITS)).recordValue(sample.elapsedMillis());
        while (open.firstKey() < second - OPEN_SECONDS) {
            closeFirst();
        }
    }

    private void closeFirst() {
        Map.Entry<Integer, Histogram> done = open.pollFirstEntry();
        p50[done.getKey()] = Latencies.ofMillis(done.getValue()).at(50);
        p99[done.getKey()] = Latencies.ofMillis(done.getValue()).at(99);
    }

    Window window() {
        return window;
    }

    long verified() {
        return latencies.getTotalCount();
    }

    ErrorCounts errors() {
        Map<ErrorClass, Long> counts = new EnumMap<>(ErrorClass.class);
        errors.forEach((kind, seconds) -> counts.put(kind, sum(seconds)));
        return ErrorCounts.of(counts);
    }

    /** The first sample that failed, with its line; empty when none did. */
    String firstFailure() {
        return firstFailure;
    }

    /** The latency of verified samples; at least one is needed. */
    Latency latency() {
        return Latencies.ofMillis(latencies).figures();
    }

    List<Trial.Second> series() {
        while (!open.isEmpty()) {
            closeFirst();
        }
        List<Trial.Second> series = new ArrayList<>();
        for (int second = 0; second < verified.length; second++) {
            int at = second;
            long failed =
                    errors.values().stream().mapToLong(counts -> counts[at]).sum();
            series.add(new Trial.Second(second, verified[second], failed, p50[second], p99[second]));
        }
        return series;
    }

    /** Milliseconds of verified samples. */
    Histogram latencies() {
        return latencies;
    }

    /** The errors by class, for each second. */
    Map<String, long[]> errorsBySecond() {
        Map<String, long[]> named = new TreeMap<>();
        errors.forEach((kind, seconds) -> named.put(kind.key(), seconds.clone()));
        return named;
    }

    /** Samples that opened a connection and waited for it for 1 ms or more; null when the log does not say. */
    Long connects() {
        return timedConnects == 0 ? null : (Long) connects;
    }

    /** Until a verified answer began, in µs; null when the log does not say. */
    Double firstByteMicros(double percentile) {
        return Latencies.ofMillis(firstBytes).at(percentile);
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
