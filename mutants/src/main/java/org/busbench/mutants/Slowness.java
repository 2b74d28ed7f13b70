package org.busbench.mutants;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Makes one thread dearer by an exact share: after every {@value #MESSAGES}th message it burns that share of the CPU time
 * which the thread has spent since the last time. The time that reading the clock itself takes is part of what is burned,
 * and a fraction that was burned too much or too little is set off against the next. Not after each message: a reading
 * takes longer amid work than in the loop that calibrates it, by a microsecond on some machines, which is more than a
 * tenth of what a message costs. For one thread.
 */
final class Slowness implements Runnable {
    /** One reading for so many messages. */
    static final int MESSAGES = 64;

    private static final int READS = 20_000;
    private static final int ROUNDS = 10;

    private final double share;
    private final LongSupplier cpuNanos;
    private double readNanos;
    private double owedNanos;
    private long markNanos = -1;
    private int messages;

    /** Burns this share, 0.1 for 10 %, of what the calling thread spends. */
    Slowness(double share) {
        this(share, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    Slowness(double share, LongSupplier cpuNanos) {
        if (!(share > 0 && share <= 10)) {
            throw new IllegalArgumentException("the share must be above 0 and at most 10: " + share);
        }
        this.share = share;
        this.cpuNanos = cpuNanos;
    }

    @Override
    public void run() {
        if (markNanos < 0) {
            calibrate();
            return;
        }
        messages++;
        if (messages < MESSAGES) {
            return;
        }
        messages = 0;
        long begun = cpuNanos.getAsLong();
        // Between two readings lies, beside the work, what one reading takes.
        double worked = begun - markNanos - readNanos;
        owedNanos += share * Math.max(0, worked) - readNanos;
        long end = begun;
        while (end - begun < owedNanos) {
            end = cpuNanos.getAsLong();
        }
        owedNanos -= end - begun;
        markNanos = end;
    }

    /** What one reading costs: the least of some rounds, since the first ones are not compiled yet. */
    private void calibrate() {
        readNanos = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begun = cpuNanos.getAsLong();
            long end = begun;
            for (int i = 0; i < READS; i++) {
                end = cpuNanos.getAsLong();
            }
            readNanos = Math.min(readNanos, (double) (end - begun) / READS);
        }
        markNanos = cpuNanos.getAsLong();
    }
}
