package org.busbench.thrift.ramp;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a process counts of a ramp, written as a row of CSV five times a second and flushed: a process that is killed
 * leaves all rows but the last. Beside the counts stand what the JVM says of itself: threads, collections, heap, and the
 * CPU time by the kernel's clock. Safe for use by several threads.
 */
public final class RampLog implements AutoCloseable {
    /** Between two rows. */
    public static final int INTERVAL_MILLIS = 200;

    /** The first row. */
    public static final String HEADER =
            "millis,started,verified,wrong,failed,callMicros,threads,gcCount,gcMillis,cpuMicros,heapBytes,machineMicros";

    /** Of the first line of Linux's {@code /proc/stat}, in hundredths of a second: all but the idle ones, and guests, which are in user. */
    private static final Path MACHINE = Path.of("/proc/stat");

    private static final List<Integer> BUSY = List.of(1, 2, 3, 6, 7, 8);
    private static final long TICK_MICROS = 10_000;

    private final LongAdder started = new LongAdder();
    private final LongAdder verified = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder callNanos = new LongAdder();
    private final Writer file;
    private final Thread clock;
    private boolean closed;

    private RampLog(Writer file) {
        this.file = file;
        this.clock = new Thread(this::rows, "ramp-log");
        clock.setDaemon(true);
    }

    public static RampLog open(Path path) throws IOException {
        RampLog log = new RampLog(Files.newBufferedWriter(path));
        log.line(HEADER);
        log.row();
        log.clock.start();
        return log;
    }

    /** Writes until it is closed. A log that cannot be written ends early, and its reader sees that. */
    private void rows() {
        long due = System.nanoTime();
        try {
            while (true) {
                due += TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                row();
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request was handed to a caller. */
    public void started() {
        started.increment();
    }

    /** The right answer came, so long after the call. */
    public void verified(long nanos) {
        verified.increment();
        callNanos.add(nanos);
    }

    /** An answer came that is not the one to this call. */
    public void wrong() {
        wrong.increment();
    }

    public void failed() {
        failed.increment();
    }

    /** How many are answered or lost. */
    public long finished() {
        return verified.sum() + wrong.sum() + failed.sum();
    }

    private synchronized void row() {
        if (closed) {
            return;
        }
        long collections = 0;
        long collecting = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, bean.getCollectionCount());
            collecting += Math.max(0, bean.getCollectionTime());
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        // Answers are read before starts: so no row has more answers than requests.
        long right = verified.sum();
        long bad = wrong.sum();
        long lost = failed.sum();
        line(String.join(
                ",",
                Long.toString(System.currentTimeMillis()),
                Long.toString(started.sum()),
                Long.toString(right),
                Long.toString(bad),
                Long.toString(lost),
                Long.toString(callNanos.sum() / 1000),
                Integer.toString(ManagementFactory.getThreadMXBean().getThreadCount()),
                Long.toString(collections),
                Long.toString(collecting),
                Long.toString(system.getProcessCpuTime() / 1000),
                Long.toString(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()),
                Long.toString(machineMicros())));
    }

    /** CPU time of all processes of the machine, and what its host took; 0 where the system does not tell. */
    private static long machineMicros() {
        try (BufferedReader lines = Files.newBufferedReader(MACHINE)) {
            String[] words = String.valueOf(lines.readLine()).split(" +", -1);
            long ticks = 0;
            for (int place : BUSY) {
                ticks += place < words.length ? Long.parseLong(words[place]) : 0;
            }
            return ticks * TICK_MICROS;
        } catch (IOException | NumberFormatException noLinux) {
            return 0;
        }
    }

    private void line(String text) {
        try {
            file.write(text + "\n");
            file.flush();
        } catch (IOException full) {
            throw new UncheckedIOException("the log of the ramp cannot be written", full);
        }
    }

    /** Writes the last row. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            clock.interrupt();
            row();
            closed = true;
            file.close();
        }
    }
}
