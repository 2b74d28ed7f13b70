package org.busbench.harness.load;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.busbench.common.ErrorClass;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Latencies;
import org.busbench.record.Latency;
import org.busbench.record.RunProblem;
import org.busbench.record.Trial.Second;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;
import org.busbench.reports.jtl.JtlReader;
import org.busbench.reports.jtl.Sample;

/** JMeter's sample log (JTL, CSV with a header) of one trial, which the injector has finished, or was killed while writing. */
public record SampleLog(Path file) implements LoadLog {

    /** Exact to 20 seconds, and to 0.01 % above. */
    private static final int HISTOGRAM_DIGITS = 4;

    /** Ends the label of a sample that is of a duet's other side. */
    private static final String RIVAL = " (rival)";

    @Override
    public Figures within(Window window) throws IOException {
        return reading(reader -> within(window, reader));
    }

    private static Figures within(Window window, JtlReader reader) throws IOException {
        Histogram millis = new Histogram(HISTOGRAM_DIGITS);
        Map<ErrorClass, Long> errors = ErrorClass.none();
        long[] verifiedBySecond = new long[window.secondCount()];
        long[] errorsBySecond = new long[window.secondCount()];
        List<List<String>> failures = new ArrayList<>();
        for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
            keep(sample, reader, window.endMillis(), failures);
            if (!window.contains((double) sample.endMillis())) {
                continue;
            }
            int second = window.secondOf((double) sample.endMillis());
            if (sample.refused()) {
                continue;
            }
            if (sample.verified()) {
                millis.recordValue(sample.elapsedMillis());
                verifiedBySecond[second]++;
            } else {
                errors.merge(sample.error(), 1L, Long::sum);
                errorsBySecond[second]++;
            }
        }
        List<Second> series = new ArrayList<>();
        for (int i = 0; i < verifiedBySecond.length; i++) {
            series.add(new Second(i, verifiedBySecond[i], errorsBySecond[i], null, null));
        }
        Latency latency = Latencies.ofMillis(millis).figures();
        FirstFailures first = new FirstFailures(reader.header(), failures);
        return new Figures(window, millis.getTotalCount(), errors, latency, series, first, null);
    }

    /**
     * Moves the samples of a duet's other side into a log of their own; the sampler names them apart.
     *
     * @param other gets them, and the header
     * @throws IOException when either cannot be read or written
     */
    public void partRival(Path other) throws IOException {
        List<List<String>> own = new ArrayList<>();
        List<List<String>> rival = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            int label = -1;
            for (CsvRecord row : csv) {
                if (label < 0) {
                    label = row.getFields().indexOf("label");
                    own.add(row.getFields());
                    rival.add(row.getFields());
                } else {
                    boolean isRival =
                            label < row.getFieldCount() && row.getField(label).endsWith(RIVAL);
                    (isRival ? rival : own).add(row.getFields());
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        write(other, rival);
        write(file, own);
    }

    /** Writes rows as CSV (RFC 4180), the header first. */
    public static void write(Path to, List<List<String>> rows) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to)) {
            rows.forEach(csv::writeRecord);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void pack() throws IOException {
        compressTo(file.resolveSibling(file.getFileName() + ".gz"));
    }

    /** What became of all requests of the log: each row is one. JMeter knows of no unfinished ones. */
    public Totals totals() throws IOException {
        return reading(reader -> {
            Map<ErrorClass, Long> errors = ErrorClass.none();
            long sent = 0;
            long verified = 0;
            long refused = 0;
            for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
                sent++;
                if (sample.refused()) {
                    refused++;
                } else if (sample.verified()) {
                    verified++;
                } else {
                    errors.merge(sample.error(), 1L, Long::sum);
                }
            }
            return new Totals(sent, verified, ErrorCounts.of(errors), 0, null, refused);
        });
    }

    /** The first failing rows that ended before an instant. */
    FirstFailures failuresBefore(long endMillis) throws IOException {
        return reading(reader -> {
            List<List<String>> failures = new ArrayList<>();
            Sample sample = reader.next();
            while (sample != null && failures.size() < FirstFailures.MOST) {
                keep(sample, reader, endMillis, failures);
                sample = reader.next();
            }
            return new FirstFailures(reader.header(), failures);
        });
    }

    /** Keeps the row at which the reader stands, if it failed in time and there is room. */
    private static void keep(Sample sample, JtlReader reader, long endMillis, List<List<String>> failures) {
        if (!sample.verified() && failures.size() < FirstFailures.MOST && sample.endMillis() < endMillis) {
            failures.add(reader.fields());
        }
    }

    /** Whether it has no row beside its header. */
    boolean isEmpty() throws IOException {
        return reading(reader -> reader.next() == null);
    }

    /** Something found out from the log. */
    private interface Reading<T> {
        T of(JtlReader reader) throws IOException;
    }

    private <T> T reading(Reading<T> reading) throws IOException {
        try (JtlReader reader = JtlReader.open(file)) {
            return reading.of(reader);
        } catch (RunProblem e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Replaces the log by its compressed form; where that cannot be written, the log still stands. */
    void compressTo(Path target) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new FastGzip(Files.newOutputStream(target))) {
            in.transferTo(out);
        }
        Files.delete(file);
    }

    /** Speed before size: it runs between two trials. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
