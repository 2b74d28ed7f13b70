package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.common.ErrorClass;
import org.busbench.record.Latencies;
import org.busbench.record.Trial.Second;
import org.busbench.record.Window;

/**
 * What the nio injector writes: an interval log of latencies ({@code latency.hlog}, nanoseconds, verified answers), the
 * errors of the same intervals ({@code errors.csv}), and a sample log of failures alone. A window lies between two marks,
 * which end intervals, so each interval is wholly inside or outside.
 */
public record NioLog(Path samples) implements LoadLog {

    public static final String HISTOGRAM = "latency.hlog";
    public static final String ERRORS = "errors.csv";
    public static final String ERRORS_HEADER = "second-start-millis,class,count";

    private static final Map<String, ErrorClass> KINDS =
            Stream.of(ErrorClass.values()).collect(Collectors.toMap(ErrorClass::key, Function.identity()));
    private static final String TAG = "verified";
    private static final String PACKED = "failures.jtl.gz";
    /** Rounding in the log's text may move an interval's start by a millisecond or two. */
    private static final long ROUNDING_MILLIS = 5;

    @Override
    public Figures within(Window window) throws IOException {
        WindowSums tally = new WindowSums(window);
        intervals(samples.resolveSibling(HISTOGRAM), interval -> {
            long start = interval.getStartTimeStamp();
            long half = (interval.getEndTimeStamp() - start) / 2;
            if (window.contains((double) (start + half))) {
                tally.verified(start + Math.min(half, ROUNDING_MILLIS), interval);
            }
        });
        for (Failed row : failed(samples.resolveSibling(ERRORS))) {
            if (window.contains((double) row.startMillis())) {
                tally.failed(row.startMillis(), row.kind(), row.count());
            }
        }
        // Those of the warm-up tell as much as the window's.
        return tally.figures(new SampleLog(samples).failuresBefore(window.endMillis()));
    }

    @Override
    public void pack() throws IOException {
        SampleLog failures = new SampleLog(samples);
        if (failures.isEmpty()) {
            Files.delete(samples);
        } else {
            failures.compressTo(samples.resolveSibling(PACKED));
        }
    }

    /** Hands out the intervals of a {@code latency.hlog}, in its order: all at once may be too much for memory. */
    public static void intervals(Path file, Consumer<Histogram> to) throws IOException {
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                EncodableHistogram interval = log.nextIntervalHistogram();
                if (!(interval instanceof Histogram latencies) || !TAG.equals(interval.getTag())) {
                    throw new IOException(file + " has an interval that is no histogram of '" + TAG + "', but of '"
                            + (interval == null ? null : interval.getTag()) + "'");
                }
                to.accept(latencies);
            }
        }
    }

    /**
     * A row of {@code errors.csv}: how many requests of a kind failed in an interval.
     *
     * @param startMillis when the interval began, milliseconds since the epoch
     */
    public record Failed(long startMillis, ErrorClass kind, long count) {}

    /** The rows of an {@code errors.csv}, in its order. */
    public static List<Failed> failed(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).equals(ERRORS_HEADER)) {
            throw new IOException(file + " does not begin with the header '" + ERRORS_HEADER + "'");
        }
        List<Failed> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            String[] fields = line.split(",", -1);
            if (!line.matches("[0-9]{1,15},[a-z]+,[0-9]{1,15}") || !KINDS.containsKey(fields[1])) {
                throw new IOException(file + " has in line " + (i + 1) + " '" + line + "' instead of " + ERRORS_HEADER
                        + " with a class of " + new TreeSet<>(KINDS.keySet()));
            }
            rows.add(new Failed(Long.parseLong(fields[0]), KINDS.get(fields[1]), Long.parseLong(fields[2])));
        }
        return rows;
    }

    /** Adds the intervals of a window up, as a whole and by second. */
    private static final class WindowSums {

        private static final int DIGITS = 3;

        private final Window window;
        private final Histogram all = new Histogram(DIGITS);
        private final List<Histogram> bySecond;
        private final Map<ErrorClass, Long> errors = ErrorClass.none();
        private final long[] errorsBySecond;

        WindowSums(Window window) {
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
            List<Second> series = new ArrayList<>();
            for (int second = 0; second < errorsBySecond.length; second++) {
                Histogram nanos = bySecond.get(second);
                series.add(new Second(
                        second,
                        nanos.getTotalCount(),
                        errorsBySecond[second],
                        Latencies.ofNanos(nanos).at(50),
                        Latencies.ofNanos(nanos).at(99)));
            }
            return new Figures(
                    window,
                    all.getTotalCount(),
                    errors,
                    Latencies.ofNanos(all).figures(),
                    series,
                    firstFailures,
                    NioLog.HISTOGRAM);
        }

        private int secondOf(long instantMillis) {
            return window.secondOf((double) Math.max(window.startMillis(), instantMillis));
        }
    }
}
