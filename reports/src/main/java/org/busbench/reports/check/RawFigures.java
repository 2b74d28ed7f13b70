package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.busbench.record.Trial;
import org.busbench.record.Window;

/** The figures of a trial, collected while its raw data are read. Not safe for concurrent use. */
final class RawFigures {

    private static final int DIGITS = 3;
    /** An interval log holds instants as decimal seconds, which are read back up to a millisecond too low. */
    private static final double ROUNDING_MILLIS = 2;

    private final String source;
    private final double microsPerUnit;
    private final Window window;
    private final Histogram latencies = new Histogram(DIGITS);
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, Long> allErrors = new TreeMap<>();
    private final Histogram[] bySecond;
    private final long[] errorsBySecond;
    private long allVerified;

    /** Latencies come in a unit of so many microseconds. */
    RawFigures(String source, double microsPerUnit, Window window) {
        this.source = source;
        this.microsPerUnit = microsPerUnit;
        this.window = window;
        this.bySecond = Stream.generate(() -> new Histogram(DIGITS))
                .limit(window.secondCount())
                .toArray(Histogram[]::new);
        this.errorsBySecond = new long[window.secondCount()];
    }

    /** Those of a trial within a window, from the logs in its folder. */
    static RawFigures of(Path folder, Trial trial, Window window) throws IOException {
        String log = trial.result().histogram();
        return log == null ? SampleLogs.trial(folder, window) : IntervalLogs.trial(folder, log, window);
    }

    /** An interval lies where its middle lies, and belongs to the second in which it began. */
    void verified(long startMillis, long endMillis, Histogram interval) {
        allVerified += interval.getTotalCount();
        if (window.contains((startMillis + endMillis) / 2.0)) {
            latencies.add(interval);
            int second = window.secondOf(Math.max((double) window.startMillis(), startMillis + ROUNDING_MILLIS));
            bySecond[second].add(interval);
        }
    }

    void verified(double instantMillis, long latency) {
        allVerified++;
        if (window.contains(instantMillis)) {
            latencies.recordValue(latency);
            bySecond[window.secondOf(instantMillis)].recordValue(latency);
        }
    }

    void error(double instantMillis, String kind, long count) {
        allErrors.merge(kind, count, Long::sum);
        if (window.contains(instantMillis)) {
            errors.merge(kind, count, Long::sum);
            errorsBySecond[window.secondOf(instantMillis)] += count;
        }
    }

    /** The file, for people. */
    String source() {
        return source;
    }

    long verified() {
        return latencies.getTotalCount();
    }

    long errors(String kind) {
        return errors.getOrDefault(kind, 0L);
    }

    long errors() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The whole trial. */
    long allVerified() {
        return allVerified;
    }

    Map<String, Long> allErrors() {
        return Map.copyOf(allErrors);
    }

    long allErrors(String kind) {
        return allErrors.getOrDefault(kind, 0L);
    }

    int seconds() {
        return bySecond.length;
    }

    long verifiedIn(int second) {
        return bySecond[second].getTotalCount();
    }

    long errorsIn(int second) {
        return errorsBySecond[second];
    }

    double percentileMicrosIn(int second, double percentile) {
        return bySecond[second].getValueAtPercentile(percentile) * microsPerUnit;
    }

    double percentileMicros(double percentile) {
        return latencies.getValueAtPercentile(percentile) * microsPerUnit;
    }

    double meanMicros() {
        return latencies.getMean() * microsPerUnit;
    }

    double minMicros() {
        return latencies.getTotalCount() == 0 ? 0 : latencies.getMinValue() * microsPerUnit;
    }

    double maxMicros() {
        return latencies.getMaxValue() * microsPerUnit;
    }
}
