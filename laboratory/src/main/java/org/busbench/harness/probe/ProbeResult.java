package org.busbench.harness.probe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.common.ErrorClass;
import org.busbench.record.Latencies;
import org.busbench.record.Latency;
import org.busbench.record.Window;

/**
 * What a probe saw. Every request that was due in the window has exactly one outcome, so {@code sent} is {@code verified} and all
 * errors together, also when the system did not answer at all.
 *
 * @param ratePerSecond that was intended
 * @param sent requests that were due in the window
 * @param verified those with a right answer
 * @param errors the others by class
 * @param latency of the verified answers of the window, from the instant at which each request was due; null when there is none
 * @param sentInAll requests of which every byte was sent, warm-up included: those that the system may have received
 * @param verifiedInAll requests of the whole trial that were answered right
 * @param firstNonce from which those of all requests are counted
 * @param due requests of the whole trial
 * @param log the latencies of the window as an HdrHistogram interval log: one interval a second from the window's start (the last one a
 *     little longer or shorter), each request in the second in which it was due, nanoseconds
 */
public record ProbeResult(
        int ratePerSecond,
        long sent,
        long verified,
        Map<ErrorClass, Long> errors,
        Latency latency,
        long sentInAll,
        long verifiedInAll,
        long firstNonce,
        long due,
        String log) {

    /** The tag of the interval log: latencies of verified answers. */
    public static final String TAG = "verified";

    /** Steps of at most 0.1 %. */
    private static final int DIGITS = 3;

    private static final long MILLIS = 1000;

    public ProbeResult {
        errors = Map.copyOf(errors);
    }

    /** The result of the requests {@code from} to {@code to} of a schedule, which were due in the window. */
    static ProbeResult of(
            int rate, ProbeOutcomes outcomes, long from, long to, long due, long sent, long firstNonce, Window window) {
        return new ProbeResult(
                rate,
                to - from,
                outcomes.verifiedBetween(from, to),
                outcomes.errorsBetween(from, to),
                Latencies.ofNanos(histogram(outcomes, from, to)).figures(),
                sent,
                outcomes.verifiedBetween(0, due),
                firstNonce,
                due,
                log(rate, outcomes, from, to, window));
    }

    /**
     * The nonces of all requests that became due in the whole trial, as numbers. Those that were not answered right may
     * never have been sent.
     *
     * @return in order
     */
    public LongStream nonces() {
        ProbeNonces nonces = new ProbeNonces(firstNonce);
        return LongStream.range(0, due).map(request -> Long.parseUnsignedLong(nonces.of(request), 16));
    }

    /** Writes the log to a file, which must not exist. */
    public void writeTo(Path file) throws IOException {
        Files.writeString(file, log, StandardOpenOption.CREATE_NEW);
    }

    private static String log(int rate, ProbeOutcomes outcomes, long from, long to, Window window) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        HistogramLogWriter log = new HistogramLogWriter(text);
        log.outputLogFormatVersion();
        log.outputLegend();
        int seconds = window.secondCount();
        for (int second = 0; second < seconds; second++) {
            long first = Math.min(to, from + (long) second * rate);
            boolean last = second == seconds - 1;
            Histogram interval = histogram(outcomes, first, last ? to : Math.min(to, first + rate));
            interval.setTag(TAG);
            interval.setStartTimeStamp(window.startMillis() + second * MILLIS);
            interval.setEndTimeStamp(last ? window.endMillis() : window.startMillis() + (second + 1) * MILLIS);
            log.outputIntervalHistogram(interval);
        }
        log.close();
        return text.toString(StandardCharsets.UTF_8);
    }

    private static Histogram histogram(ProbeOutcomes outcomes, long first, long end) {
        Histogram nanos = new Histogram(DIGITS);
        for (long request = first; request < end; request++) {
            long latency = outcomes.latencyNanos(request);
            if (latency > 0) {
                nanos.recordValue(latency);
            }
        }
        return nanos;
    }
}
