package org.busbench.harness.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.busbench.reports.jtl.JtlReader;
import org.busbench.reports.jtl.Sample;
import org.busbench.reports.run.ErrorClass;
import org.busbench.reports.run.RunProblem;

/** JMeter's sample log (JTL, CSV with a header) of one trial. */
public final class SampleLog implements LoadLog {

    /** Exact to 20 seconds, and to 0.01 % above. */
    private static final int HISTOGRAM_DIGITS = 4;

    private final Path file;

    /**
     * A log that the injector has finished, or was killed while writing.
     *
     * @param file the JTL
     */
    public SampleLog(Path file) {
        this.file = file;
    }

    @Override
    public Figures within(Window window) throws IOException {
        Histogram millis = new Histogram(HISTOGRAM_DIGITS);
        Map<ErrorClass, Long> errors = ErrorClass.none();
        long[] verifiedBySecond = new long[window.secondCount()];
        long[] errorsBySecond = new long[window.secondCount()];
        List<List<String>> failures = new ArrayList<>();
        List<String> header = read((sample, fields) -> {
            keep(sample, fields, window.endMillis(), failures);
            if (window.contains(sample.endMillis())) {
                int second = window.secondOf(sample.endMillis());
                if (sample.verified()) {
                    millis.recordValue(sample.elapsedMillis());
                    verifiedBySecond[second]++;
                } else {
                    errors.merge(sample.error(), 1L, Long::sum);
                    errorsBySecond[second]++;
                }
            }
            return true;
        });
        List<Figures.Second> series = new ArrayList<>();
        for (int i = 0; i < verifiedBySecond.length; i++) {
            series.add(new Figures.Second(i, verifiedBySecond[i], errorsBySecond[i], null, null));
        }
        LatencyMicros latency = millis.getTotalCount() == 0 ? null : LatencyMicros.ofMillis(millis);
        return new Figures(
                window, millis.getTotalCount(), errors, latency, series, new FirstFailures(header, failures), null);
    }

    @Override
    public void pack() throws IOException {
        compressTo(file.resolveSibling(file.getFileName() + ".gz"));
    }

    /**
     * What became of all requests of the log: each row is one.
     *
     * @return the counts; JMeter knows of no unfinished ones
     * @throws IOException when the log cannot be read
     */
    public Totals totals() throws IOException {
        Map<ErrorClass, Long> errors = ErrorClass.none();
        long[] verified = new long[1];
        read((sample, fields) -> {
            if (sample.verified()) {
                verified[0]++;
            } else {
                errors.merge(sample.error(), 1L, Long::sum);
            }
            return true;
        });
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return new Totals(verified[0] + failed, verified[0], errors, 0, null);
    }

    /** The first failing rows that ended before an instant. */
    FirstFailures failuresBefore(long endMillis) throws IOException {
        List<List<String>> failures = new ArrayList<>();
        List<String> header = read((sample, fields) -> {
            keep(sample, fields, endMillis, failures);
            return failures.size() < FirstFailures.MOST;
        });
        return new FirstFailures(header, failures);
    }

    private static void keep(Sample sample, List<String> fields, long endMillis, List<List<String>> failures) {
        if (!sample.verified() && failures.size() < FirstFailures.MOST && sample.endMillis() < endMillis) {
            failures.add(fields);
        }
    }

    /** Whether it has no row beside its header. */
    boolean isEmpty() throws IOException {
        boolean[] any = new boolean[1];
        read((sample, fields) -> {
            any[0] = true;
            return false;
        });
        return !any[0];
    }

    /** Gives each sample, with all fields of its row, to one that says whether it wants another; returns the header. */
    private List<String> read(BiPredicate<Sample, List<String>> wantsMore) throws IOException {
        try (JtlReader reader = JtlReader.open(file)) {
            Sample sample = reader.next();
            while (sample != null && wantsMore.test(sample, reader.fields())) {
                sample = reader.next();
            }
            return reader.header();
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
