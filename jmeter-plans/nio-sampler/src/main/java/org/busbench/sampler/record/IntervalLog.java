package org.busbench.sampler.record;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.common.ErrorClass;

/**
 * Two files of one load, each line flushed when it is written: {@value #HISTOGRAMS}, an HdrHistogram interval log (version
 * 1.3; values in ns, intervals without an answer included; its reader may give times as 1 ms less than they are), and {@value #ERRORS}, the errors of the same intervals. Not
 * safe for concurrent use; blocks on the disk.
 */
final class IntervalLog implements Closeable {
    static final String HISTOGRAMS = "latency.hlog";
    static final String ERRORS = "errors.csv";
    static final String TAG = "verified";

    private static final String LATENCY_UNIT = "[latencies in ns]";

    private final Path folder;
    private final PrintStream histograms;
    private final PrintStream errors;
    private final HistogramLogWriter writer;

    /** Begins both files; an older one is not overwritten. */
    IntervalLog(Path folder, long startMillis) throws IOException {
        this.folder = folder;
        for (String name : new String[] {HISTOGRAMS, ERRORS}) {
            if (Files.exists(folder.resolve(name))) {
                throw new IOException(folder.resolve(name) + " exists already: it would be overwritten");
            }
        }
        this.histograms = create(folder.resolve(HISTOGRAMS));
        this.errors = create(folder.resolve(ERRORS));
        this.writer = new HistogramLogWriter(histograms);
        writer.outputComment(LATENCY_UNIT);
        writer.outputLogFormatVersion();
        writer.outputStartTime(startMillis);
        writer.outputBaseTime(startMillis);
        writer.setBaseTime(startMillis);
        writer.outputLegend();
        errors.print("second-start-millis,class,count\n");
        flush();
    }

    private static PrintStream create(Path file) throws IOException {
        return new PrintStream(
                new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)),
                false,
                StandardCharsets.UTF_8);
    }

    /** Appends an interval. */
    void write(long startMillis, long endMillis, Histogram latencies, Map<ErrorClass, Long> failures)
            throws IOException {
        latencies.setStartTimeStamp(startMillis);
        latencies.setEndTimeStamp(endMillis);
        latencies.setTag(TAG);
        writer.outputIntervalHistogram(latencies);
        failures.forEach((error, count) -> {
            if (count > 0) {
                errors.print(startMillis + "," + error.key() + "," + count + "\n");
            }
        });
        flush();
    }

    private void flush() throws IOException {
        // A PrintStream swallows what goes wrong; checkError() flushes, and tells.
        boolean lost = histograms.checkError();
        lost |= errors.checkError();
        if (lost) {
            throw new IOException("the interval log in " + folder + " cannot be written (disk full?)");
        }
    }

    @Override
    public void close() throws IOException {
        try (histograms;
                errors) {
            flush();
        }
    }
}
