package org.busbench.harness.remote;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.harness.load.NioLog;
import org.busbench.record.Window;

/**
 * The logs of several injectors as the log of one, on the clock of this host: its histograms are theirs, interval by interval, so
 * that they add up when a window is read. Latencies stay what they were, since each began and ended on one clock.
 */
final class MergedLog {
    /** An injector's log of failures, a row each, as JMeter writes it. */
    static final String FAILURES = "failures.jtl";

    private static final String ERRORS = "errors.csv";
    private static final String ERRORS_HEADER = "second-start-millis,class,count";
    private static final String TAG = "verified";
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
        List<String> errors = new ArrayList<>();
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
        errors.sort(Comparator.comparing(line -> Long.valueOf(line.substring(0, line.indexOf(',')))));
        errors.add(0, ERRORS_HEADER);
        Files.write(samples.resolveSibling(ERRORS), errors);
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(samples)) {
            failures.forEach(csv::writeRecord);
        }
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
        Path file = part.folder().resolve(NioLog.HISTOGRAM);
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                EncodableHistogram interval = log.nextIntervalHistogram();
                if (!(interval instanceof Histogram latencies) || !TAG.equals(interval.getTag())) {
                    throw new IOException(file + " has an interval that is no histogram of '" + TAG + "'");
                }
                long middle = latencies.getStartTimeStamp()
                        + (latencies.getEndTimeStamp() - latencies.getStartTimeStamp()) / 2;
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
            }
        }
    }

    private static void errors(Part part, Window common, List<String> all) throws IOException {
        Path file = part.folder().resolve(ERRORS);
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).equals(ERRORS_HEADER)) {
            throw new IOException(file + " does not begin with the header '" + ERRORS_HEADER + "'");
        }
        for (String line : lines.subList(1, lines.size())) {
            int comma = line.indexOf(',');
            if (comma < 1 || !line.substring(0, comma).matches("[0-9]{1,15}")) {
                throw new IOException(file + " has '" + line + "' in place of " + ERRORS_HEADER);
            }
            long start = Long.parseLong(line.substring(0, comma));
            long here = part.clock().here(start);
            if (start < part.window().startMillis()) {
                here = Math.min(here, common.startMillis() - ROUNDING_MILLIS);
            } else if (start >= part.window().endMillis()) {
                here = Math.max(here, common.endMillis() + ROUNDING_MILLIS);
            }
            all.add(here + line.substring(comma));
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
