package org.busbench.reports.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.record.Window;

/** Reads HdrHistogram interval logs in nanoseconds, and the errors beside them. */
final class IntervalLogs {

    static final String ERRORS = "errors.csv";

    private static final String HEADER = "second-start-millis,class,count";
    private static final String TAG = "verified";
    private static final double MICROS_PER_NANO = 1e-3;

    private IntervalLogs() {}

    /** Latencies alone, as of a probe. */
    static RawFigures latencies(Path log, String name, Window window) throws IOException {
        RawFigures figures = new RawFigures(name, MICROS_PER_NANO, window);
        try (InputStream in = Files.newInputStream(log);
                HistogramLogReader reader = new HistogramLogReader(in)) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if (TAG.equals(next.getTag()) && next instanceof Histogram interval) {
                    figures.verified(interval.getStartTimeStamp(), interval.getEndTimeStamp(), interval);
                }
            }
        } catch (RuntimeException broken) {
            throw new IOException("it is no interval log: " + broken.getMessage(), broken);
        }
        return figures;
    }

    /** Latencies and errors of a trial. */
    static RawFigures trial(Path folder, String log, Window window) throws IOException {
        RawFigures figures = latencies(folder.resolve(log), log, window);
        Path errors = folder.resolve(ERRORS);
        List<String> lines = Files.exists(errors) ? Files.readAllLines(errors) : List.of(HEADER);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IOException(ERRORS + " does not begin with " + HEADER);
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            try {
                figures.error((double) Long.parseLong(fields[0]), fields[1], Long.parseLong(fields[2]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException malformed) {
                throw new IOException(ERRORS + " has a malformed row: " + line, malformed);
            }
        }
        return figures;
    }
}
