package org.busbench.sampler.record;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.common.ErrorClass;

/**
 * What one load comes to: a {@link LoopTally} for each of its loops, and, when it has a folder, the log of its intervals. An
 * interval ends a second after it began, or at a {@link #mark}; the seconds are counted from the last mark. Safe for any
 * thread; the loops never wait for it.
 *
 * <p>JMeter clones samplers as it likes, so the record of the running load is found through {@link #current()}.
 */
public final class LoadRecord implements Closeable {
    private static final AtomicReference<LoadRecord> CURRENT = new AtomicReference<>();
    private static final long INTERVAL_MILLIS = 1000;

    private final IntervalLog log;
    private final Evidence evidence;
    /** The record of the other side of a duet; null in any other load. */
    private final LoadRecord rival;

    private final List<LoopTally> tallies = new ArrayList<>();
    private final Map<ErrorClass, Long> errorsBefore = new EnumMap<>(ErrorClass.class);
    private final Histogram latencies = LoopTally.emptyHistogram();
    private LimitedKey limited;
    private long intervalStart;
    private long intervalDue;
    private boolean closed;
    private String problem;

    private LoadRecord(IntervalLog log, Evidence evidence, LoadRecord rival, long now) {
        this.log = log;
        this.evidence = evidence;
        this.rival = rival;
        this.intervalStart = now;
        this.intervalDue = now + INTERVAL_MILLIS;
    }

    /**
     * Begins the record of a load.
     *
     * @param folder where the interval log goes; null for none
     * @param evidence what to keep of single answers; closed with the record
     * @return the record, which is the current one until it is closed
     * @throws IOException when a log cannot be written there, or an older one is there
     * @throws IllegalStateException when a load is running
     */
    public static LoadRecord open(Path folder, Evidence evidence) throws IOException {
        return open(folder, evidence, null);
    }

    /** Where the record of one side of a duet goes: a folder for its interval log, null for none, and what is kept of answers. */
    public record Side(Path folder, Evidence evidence) {}

    /**
     * Begins the record of a load, or of both sides of a duet.
     *
     * @param other the side beside this one; null for none
     * @throws IOException as {@link #open(Path, Evidence)}
     */
    public static LoadRecord open(Path folder, Evidence evidence, Side other) throws IOException {
        if (CURRENT.get() != null) {
            throw new IllegalStateException("a load is running in this process: its record must be closed first");
        }
        long now = System.currentTimeMillis();
        LoadRecord rival = other == null
                ? null
                : new LoadRecord(
                        other.folder() == null ? null : new IntervalLog(other.folder(), now),
                        other.evidence(),
                        null,
                        now);
        LoadRecord record = new LoadRecord(folder == null ? null : new IntervalLog(folder, now), evidence, rival, now);
        CURRENT.set(record);
        if (folder != null) {
            record.keepSeconds();
        }
        if (rival != null && other.folder() != null) {
            rival.keepSeconds();
        }
        return record;
    }

    private void keepSeconds() {
        Thread seconds = new Thread(this::endIntervals, "nio-record");
        seconds.setDaemon(true);
        seconds.start();
    }

    /** The record of the running load; null when none is running. */
    public static LoadRecord current() {
        return CURRENT.get();
    }

    /** What is kept of single answers. */
    public Evidence evidence() {
        return evidence;
    }

    /** The record of the other side of a duet; null in any other load. */
    public LoadRecord rival() {
        return rival;
    }

    /** Holds the limited key to this limit. To be called before the first tally. */
    public synchronized void limit(int perSecond, int burst) {
        limited = new LimitedKey(perSecond, burst);
    }

    /** Null where no key is limited. */
    public synchronized LimitedKey.Counts limited() {
        return limited == null ? null : limited.counts();
    }

    public synchronized LoopTally newTally() {
        LoopTally tally = new LoopTally(limited);
        tallies.add(tally);
        return tally;
    }

    /** Ends the current interval now, and counts seconds from here. */
    public long mark() {
        long now = System.currentTimeMillis();
        endIntervalAt(now);
        if (rival != null) {
            rival.endIntervalAt(now);
        }
        return now;
    }

    private synchronized void endIntervalAt(long now) {
        endInterval(now);
        intervalDue = now + INTERVAL_MILLIS;
        notifyAll();
    }

    /** What became of the requests so far; final once the loops have ended. */
    public synchronized Totals totals() {
        return tallies.stream().map(LoopTally::totals).reduce(Totals.NONE, Totals::plus);
    }

    /** Notes why this load may not be used. The first reason stays. */
    public synchronized void spoil(String reason) {
        if (problem == null) {
            problem = reason;
        }
    }

    /** Why this load may not be used, in one line; null when nothing speaks against it. */
    public synchronized String problem() {
        return problem == null && rival != null ? rival.problem() : problem;
    }

    /** Ends the last interval; nothing that is counted later is logged. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        endInterval(System.currentTimeMillis());
        closed = true;
        notifyAll();
        if (rival != null) {
            rival.close();
        }
        CURRENT.compareAndSet(this, null);
        try {
            if (log != null) {
                log.close();
            }
            evidence.close();
        } catch (IOException full) {
            spoil(full.getMessage());
        }
    }

    private synchronized void endIntervals() {
        try {
            while (!closed) {
                long left = intervalDue - System.currentTimeMillis();
                if (left > 0) {
                    wait(left);
                } else {
                    endInterval(System.currentTimeMillis());
                }
            }
        } catch (InterruptedException interrupted) {
            spoil("the thread that writes the interval log was interrupted");
        }
    }

    /** An interval that ends late (a stalled machine) is as long as it was; the next one ends on the grid again. */
    private void endInterval(long now) {
        if (closed) {
            return;
        }
        latencies.reset();
        Map<ErrorClass, Long> failures = new EnumMap<>(ErrorClass.class);
        tallies.forEach(tally -> latencies.add(tally.interval()));
        for (ErrorClass error : ErrorClass.values()) {
            long sum =
                    tallies.stream().mapToLong(tally -> tally.failures(error)).sum();
            failures.put(error, sum - errorsBefore.getOrDefault(error, 0L));
            errorsBefore.put(error, sum);
        }
        try {
            if (log != null) {
                log.write(intervalStart, now, latencies, failures);
            }
        } catch (IOException full) {
            spoil(full.getMessage());
        }
        intervalStart = now;
        while (intervalDue <= now) {
            intervalDue += INTERVAL_MILLIS;
        }
    }

    /**
     * Two files of one load, each line flushed when it is written: {@value #HISTOGRAMS}, an HdrHistogram interval log (version
     * 1.3; values in ns, intervals without an answer included; its reader may give times as 1 ms less than they are), and {@value #ERRORS}, the errors of the same intervals. Not
     * safe for concurrent use; blocks on the disk.
     */
    static final class IntervalLog implements Closeable {
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
            Files.createDirectories(folder);
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
}
