package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * What the nio injector writes: an interval log of latencies ({@code latency.hlog}, nanoseconds, verified answers), the
 * errors of the same intervals ({@code errors.csv}), and a sample log of failures alone. A window lies between two marks,
 * which end intervals, so each interval is wholly inside or outside.
 */
public final class NioLog implements LoadLog {

    /** The interval log's name. */
    public static final String HISTOGRAM = "latency.hlog";

    private static final String ERRORS = "errors.csv";
    private static final String TAG = "verified";
    private static final String PACKED = "failures.jtl.gz";
    /** Rounding in the log's text may move an interval's start by a millisecond or two. */
    private static final long ROUNDING_MILLIS = 5;

    private final Path samples;

    /**
     * A log that the injector has finished.
     *
     * @param samples the sample log of failures; the others stand beside it
     */
    public NioLog(Path samples) {
        this.samples = samples;
    }

    @Override
    public Figures within(Window window) throws IOException {
        WindowTally tally = new WindowTally(window);
        readLatencies(window, tally);
        for (IntervalErrors.Row row : IntervalErrors.read(samples.resolveSibling(ERRORS))) {
            if (window.contains(row.startMillis())) {
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

    private void readLatencies(Window window, WindowTally tally) throws IOException {
        Path file = samples.resolveSibling(HISTOGRAM);
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                EncodableHistogram interval = log.nextIntervalHistogram();
                if (!(interval instanceof Histogram latencies) || !TAG.equals(interval.getTag())) {
                    throw new IOException(file + " has an interval that is no histogram of '" + TAG + "', but of '"
                            + (interval == null ? null : interval.getTag()) + "'");
                }
                long start = interval.getStartTimeStamp();
                long half = (interval.getEndTimeStamp() - start) / 2;
                if (window.contains(start + half)) {
                    tally.verified(start + Math.min(half, ROUNDING_MILLIS), latencies);
                }
            }
        }
    }
}
