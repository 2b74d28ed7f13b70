package org.busbench.injector;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** The interval log and the totals of the stand-in, as the nio injector writes them; every failure is a {@code reset}. */
final class Intervals {

    private static final String NO_ERRORS = "\"connect\":0,\"timeout\":0,\"cut\":0,\"status\":0,\"route\":0,"
            + "\"foreign\":0,\"content\":0,\"reset\":";

    private final PrintStream latencies;
    private final PrintStream errors;
    private final HistogramLogWriter log;
    private final Histogram interval = new Histogram(3);
    private long startMillis = System.currentTimeMillis();
    private long failedInInterval;
    private long verified;
    private long failed;

    private Intervals(PrintStream latencies, PrintStream errors) {
        this.latencies = latencies;
        this.errors = errors;
        this.log = new HistogramLogWriter(latencies);
        log.outputLogFormatVersion();
        errors.println("second-start-millis,class,count");
    }

    static Intervals begin(Path samples, boolean recorded) throws IOException {
        return recorded
                ? new Intervals(
                        open(samples.resolveSibling("latency.hlog")), open(samples.resolveSibling("errors.csv")))
                : new Intervals(nowhere(), nowhere());
    }

    synchronized void count(boolean right, long nanos) {
        if (right) {
            interval.recordValue(nanos);
            verified++;
        } else {
            failed++;
            failedInInterval++;
        }
    }

    synchronized long mark() {
        long now = System.currentTimeMillis();
        interval.setTag("verified");
        interval.setStartTimeStamp(startMillis);
        interval.setEndTimeStamp(now);
        log.outputIntervalHistogram(interval);
        if (failedInInterval > 0) {
            errors.println(startMillis + ",reset," + failedInInterval);
        }
        interval.reset();
        failedInInterval = 0;
        startMillis = now;
        return now;
    }

    synchronized String end() {
        mark();
        latencies.close();
        errors.close();
        return String.format(
                Locale.ROOT,
                "{\"sent\":%d,\"verified\":%d,\"refused\":0,\"unfinished\":0,\"unsent\":0,\"errors\":{%s%d}}",
                verified + failed,
                verified,
                NO_ERRORS,
                failed);
    }

    private static PrintStream open(Path file) throws IOException {
        return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    }

    private static PrintStream nowhere() {
        return new PrintStream(java.io.OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }
}
