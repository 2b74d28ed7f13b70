package org.busbench.harness.probe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
 * What a probe saw. Every request that was due in the window has exactly one outcome, so {@link #sent()} is
 * {@link #verified()} and all errors together, also when the system did not answer at all.
 */
public final class ProbeResult {

    /** The tag of the interval log: latencies of verified answers. */
    public static final String TAG = "verified";

    /** Steps of at most 0.1 %. */
    private static final int DIGITS = 3;

    private static final long MILLIS = 1000;

    private final int ratePerSecond;
    private final ProbeOutcomes outcomes;
    private final long from;
    private final long to;
    private final long due;
    private final long sentInAll;
    private final ProbeNonces nonces;
    private final Window window;

    ProbeResult(
            int ratePerSecond,
            ProbeOutcomes outcomes,
            long from,
            long to,
            long due,
            long sentInAll,
            ProbeNonces nonces,
            Window window) {
        this.ratePerSecond = ratePerSecond;
        this.outcomes = outcomes;
        this.from = from;
        this.to = to;
        this.due = due;
        this.sentInAll = sentInAll;
        this.nonces = nonces;
        this.window = window;
    }

    /**
     * The rate that was intended.
     *
     * @return requests per second
     */
    public int ratePerSecond() {
        return ratePerSecond;
    }

    /** Requests that were due in the window. */
    public long sent() {
        return to - from;
    }

    /** The number of requests with a right answer. */
    public long verified() {
        return outcomes.verifiedBetween(from, to);
    }

    /** The errors by class. */
    public Map<ErrorClass, Long> errors() {
        return outcomes.errorsBetween(from, to);
    }

    /**
     * Latency of the verified answers of the window, from the instant at which each request was due.
     *
     * @return null when there is none
     */
    public Latency latency() {
        Histogram nanos = histogram(from, to);
        return Latencies.ofNanos(nanos).figures();
    }

    /** Requests of which every byte was sent, warm-up included: those that the system may have received. */
    public long sentInAll() {
        return sentInAll;
    }

    /** Requests of the whole trial that were answered right, warm-up included. */
    public long verifiedInAll() {
        return outcomes.verifiedBetween(0, due);
    }

    /**
     * The nonces of all requests that became due in the whole trial, as numbers. Those that were not answered right may
     * never have been sent.
     *
     * @return in order
     */
    public LongStream nonces() {
        return LongStream.range(0, due).map(request -> Long.parseUnsignedLong(nonces.of(request), 16));
    }

    /**
     * Writes the latencies of the window as an HdrHistogram interval log: one interval a second from the window's start
     * (the last one a little longer or shorter), each request in the second in which it was due, nanoseconds.
     *
     * @param file to write; must not exist
     * @throws IOException when it cannot be written
     */
    public void writeTo(Path file) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        HistogramLogWriter log = new HistogramLogWriter(text);
        log.outputLogFormatVersion();
        log.outputLegend();
        int seconds = window.secondCount();
        for (int second = 0; second < seconds; second++) {
            long first = Math.min(to, from + (long) second * ratePerSecond);
            boolean last = second == seconds - 1;
            Histogram interval = histogram(first, last ? to : Math.min(to, first + ratePerSecond));
            interval.setTag(TAG);
            interval.setStartTimeStamp(window.startMillis() + second * MILLIS);
            interval.setEndTimeStamp(last ? window.endMillis() : window.startMillis() + (second + 1) * MILLIS);
            log.outputIntervalHistogram(interval);
        }
        log.close();
        Files.write(file, text.toByteArray(), StandardOpenOption.CREATE_NEW);
    }

    private Histogram histogram(long first, long end) {
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
