package org.busbench.harness.cli;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.busbench.harness.run.Finding;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.PairedSample;

/**
 * How much the CPU time of equal work differs on this machine: two threads do the same side by side, as the two sides of a duet. It is
 * the least that two mediators differ by, which have noise of their own.
 */
final class MachineNoise {
    private static final int WINDOWS = 15;
    private static final int SECONDS = 2;
    /** What comes between the measured seconds of two trials. */
    private static final double SECONDS_BESIDE = 1.5;

    private MachineNoise() {}

    /** Measures for half a minute, in which both threads are busy. */
    static Finding measure() throws InterruptedException {
        Worker one = new Worker();
        Worker other = new Worker();
        one.start();
        other.start();
        double[] logs = new double[WINDOWS];
        try {
            // The first window is that of threads which just began, and is written over.
            for (int window = 0; window <= WINDOWS; window++) {
                TimeUnit.SECONDS.sleep(SECONDS);
                logs[window % WINDOWS] = Math.log(one.nanosPerUnit() / other.nanosPerUnit());
            }
        } finally {
            one.over = true;
            other.over = true;
        }
        return finding(Math.sqrt(PairedSample.of(logs).variance()));
    }

    /** {@code deviation} is that of the logarithm of the ratio of two trials. */
    static Finding finding(double deviation) {
        // Two-sided at 2.5 %, found nine times out of ten, by the normal distribution; Student's t wants two trials
        // more.
        double error = Math.log(Verdict.RELEVANT_RATIO) / (2.241 + 1.282);
        long trials = 2 + (long) Math.ceil(Math.pow(deviation / error, 2));
        return Finding.ok(
                "noise",
                String.format(
                        Locale.ROOT,
                        "equal work of 2 s differs by %.1f %%: 10 %% between two takes %d trials in all cells of their pair,"
                                + " %.0f min, and more where they are noisy",
                        100 * Math.expm1(deviation),
                        trials,
                        Math.ceil(trials * (SECONDS + SECONDS_BESIDE) / 60)));
    }

    private static final class Worker extends Thread {
        private final AtomicLong units = new AtomicLong();
        private volatile boolean over;
        private long lastUnits;
        private long lastNanos;

        @Override
        public void run() {
            byte[] bytes = new byte[1 << 20];
            while (!over) {
                CRC32 sum = new CRC32();
                sum.update(bytes);
                bytes[(int) (sum.getValue() % bytes.length)]++;
                units.incrementAndGet();
            }
        }

        /** CPU time of a unit since the call before. */
        double nanosPerUnit() {
            long done = units.get();
            long nanos = ManagementFactory.getThreadMXBean().getThreadCpuTime(getId());
            double cost = (double) (nanos - lastNanos) / Math.max(1, done - lastUnits);
            lastUnits = done;
            lastNanos = nanos;
            return cost;
        }
    }
}
