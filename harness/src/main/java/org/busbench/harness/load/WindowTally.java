package org.busbench.harness.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.busbench.common.ErrorClass;

/** Adds the intervals of a window up, as a whole and by second. */
final class WindowTally {

    private static final int DIGITS = 3;
    private static final double MEDIAN = 50;
    private static final double P99 = 99;
    private static final double MICRO_NANOS = 1000.0;

    private final Window window;
    private final Histogram all = new Histogram(DIGITS);
    private final List<Histogram> bySecond;
    private final Map<ErrorClass, Long> errors = ErrorClass.none();
    private final long[] errorsBySecond;

    WindowTally(Window window) {
        this.window = window;
        this.bySecond = IntStream.range(0, window.secondCount())
                .mapToObj(second -> new Histogram(DIGITS))
                .toList();
        this.errorsBySecond = new long[window.secondCount()];
    }

    /** Latencies, in nanoseconds, of an interval that began at an instant (or a moment before the window did). */
    void verified(long startMillis, Histogram nanos) {
        all.add(nanos);
        bySecond.get(secondOf(startMillis)).add(nanos);
    }

    void failed(long startMillis, ErrorClass kind, long count) {
        errors.merge(kind, count, Long::sum);
        errorsBySecond[secondOf(startMillis)] += count;
    }

    Figures figures(FirstFailures firstFailures) {
        List<Figures.Second> series = new ArrayList<>();
        for (int second = 0; second < errorsBySecond.length; second++) {
            Histogram nanos = bySecond.get(second);
            boolean any = nanos.getTotalCount() > 0;
            series.add(new Figures.Second(
                    second,
                    nanos.getTotalCount(),
                    errorsBySecond[second],
                    any ? nanos.getValueAtPercentile(MEDIAN) / MICRO_NANOS : null,
                    any ? nanos.getValueAtPercentile(P99) / MICRO_NANOS : null));
        }
        return new Figures(
                window,
                all.getTotalCount(),
                errors,
                all.getTotalCount() == 0 ? null : LatencyMicros.ofNanos(all),
                series,
                firstFailures,
                NioLog.HISTOGRAM);
    }

    private int secondOf(long instantMillis) {
        return window.secondOf(Math.max(window.startMillis(), instantMillis));
    }
}
