package org.busbench.harness.remote;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.harness.load.NioLog;
import org.busbench.harness.load.SampleLog;
import org.busbench.record.Window;

/**
 * The logs of several injectors as the log of one, on the clock of this host: its histograms are theirs, interval by interval, so
 * that they add up when a window is read. Latencies stay what they were, since each began and ended on one clock.
 */
final class MergedLog {
    /** An injector's log of failures, a row each, as JMeter writes it. */
    static final String FAILURES = "failures.jtl";

    /** The text of a log of intervals may tell a time as 1 ms less than it is. */
    private static final long ROUNDING_MILLIS = 2;

    private static final String TIME = "timeStamp";

    private MergedLog() {}

    /**
     * What one injector wrote.
     *
     * @param window from its first mark to its last, on its clock
     */
    record Part(Path folder, Window window, ClockDifference clock) {}

    /**
     * Writes the log of all into a folder. What an injector counted before or after its own window is kept out of the common
     * one, from which its own may differ by some milliseconds.
     *
     * @param common the window of all, on this host's clock
     * @param samples gets the failures; what else an injector writes goes beside it
     * @throws IOException when a part cannot be read, or the log not written
     */
    static void write(List<Part> parts, Window common, Path samples) throws IOException {
        Path histogram = samples.resolveSibling(NioLog.HISTOGRAM);
        List<Histogram> intervals = new ArrayList<>();
        List<NioLog.Failed> errors = new ArrayList<>();
        List<List<String>> failures = new ArrayList<>();
        for (Part part : parts) {
            intervals(part, common, intervals);
            errors(part, common, errors);
            failures(part, failures);
        }
        intervals.sort(Comparator.comparingLong(Histogram::getStartTimeStamp));
        try (PrintStream out = new PrintStream(histogram.toFile(), StandardCharsets.UTF_8)) {
            write(intervals, new HistogramLogWriter(out));
            if (out.checkError()) {
                throw new IOException(histogram + " cannot be written (disk full?)");
            }
        }
        errors.sort(Comparator.comparingLong(NioLog.Failed::startMillis));
        List<String> lines = new ArrayList<>(List.of(NioLog.ERRORS_HEADER));
        errors.forEach(row -> lines.add(row.startMillis() + "," + row.kind().key() + "," + row.count()));
        Files.write(samples.resolveSibling(NioLog.ERRORS), lines);
        SampleLog.write(samples, failures);
    }

    private static void write(List<Histogram> intervals, HistogramLogWriter log) {
        long start = intervals.isEmpty() ? 0 : intervals.get(0).getStartTimeStamp();
        log.outputComment("[latencies in ns]");
        log.outputLogFormatVersion();
        log.outputStartTime(start);
        log.outputBaseTime(start);
        log.setBaseTime(start);
        log.outputLegend();
        intervals.forEach(log::outputIntervalHistogram);
    }

    private static void intervals(Part part, Window common, List<Histogram> all) throws IOException {
        NioLog.intervals(part.folder().resolve(NioLog.HISTOGRAM), latencies -> {
            long middle =
                    latencies.getStartTimeStamp() + (latencies.getEndTimeStamp() - latencies.getStartTimeStamp()) / 2;
            long start = part.clock().here(latencies.getStartTimeStamp());
            long end = part.clock().here(latencies.getEndTimeStamp());
            if (middle < part.window().startMillis()) {
                end = Math.min(end, common.startMillis() - ROUNDING_MILLIS);
                start = Math.min(start, end);
            } else if (middle >= part.window().endMillis()) {
                start = Math.max(start, common.endMillis() + ROUNDING_MILLIS);
                end = Math.max(start, end);
            }
            latencies.setStartTimeStamp(start);
            latencies.setEndTimeStamp(end);
            all.add(latencies);
        });
    }

    private static void errors(Part part, Window common, List<NioLog.Failed> all) throws IOException {
        for (NioLog.Failed row : NioLog.failed(part.folder().resolve(NioLog.ERRORS))) {
            long here = part.clock().here(row.startMillis());
            if (row.startMillis() < part.window().startMillis()) {
                here = Math.min(here, common.startMillis() - ROUNDING_MILLIS);
            } else if (row.startMillis() >= part.window().endMillis()) {
                here = Math.max(here, common.endMillis() + ROUNDING_MILLIS);
            }
            all.add(new NioLog.Failed(here, row.kind(), row.count()));
        }
    }

    /** Rows of before and after the window, too: they tell as much of what goes wrong. */
    private static void failures(Part part, List<List<String>> all) throws IOException {
        Path file = part.folder().resolve(FAILURES);
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            int time = -1;
            for (CsvRecord row : csv) {
                List<String> fields = new ArrayList<>(row.getFields());
                if (time < 0) {
                    time = fields.indexOf(TIME);
                    if (time < 0) {
                        throw new IOException(file + " has no column " + TIME);
                    }
                    if (all.isEmpty()) {
                        all.add(fields);
                    } else if (!all.get(0).equals(fields)) {
                        throw new IOException(file + " has other columns than the logs of the other injectors");
                    }
                } else {
                    fields.set(time, Long.toString(part.clock().here(Long.parseLong(fields.get(time)))));
                    all.add(fields);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (NumberFormatException | IndexOutOfBoundsException damaged) {
            throw new IOException(file + " has a row without a time: " + damaged.getMessage(), damaged);
        }
    }
}
