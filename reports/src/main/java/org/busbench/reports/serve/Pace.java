package org.busbench.reports.serve;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * How far a run is, how long it still takes, and how much of its time its viewers may take. For the run's own thread; what it
 * says may be read by others.
 */
final class Pace {

    /** Of the time since the run began, so much may go to drawing and waiting for viewers. */
    static final double MOST_SHARE = 0.1;

    /** Before so many trials of its own a run's pace is that of its plan. */
    private static final int FEW = 5;

    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private final long begun;
    private volatile int planned;
    private volatile int done;
    private volatile long perTrial;
    private int first = -1;
    private long firstAt;
    private long spent;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    void plan(int trials, Duration perTrial) {
        this.planned = trials;
        this.perTrial = perTrial.toNanos();
    }

    void planned(int trials) {
        planned = Math.max(planned, trials);
    }

    /** A trial is recorded. */
    void landed(int number) {
        long now = nanoTime.getAsLong();
        if (first < 0) {
            first = number;
            firstAt = now;
        } else if (number - first >= FEW) {
            perTrial = (now - firstAt) / (number - first);
        }
        done = number;
        planned(number);
    }

    int planned() {
        return planned;
    }

    int done() {
        return done;
    }

    /** Empty while nothing is planned. */
    OptionalLong secondsLeft() {
        return planned == 0 ? OptionalLong.empty() : OptionalLong.of(Math.round((planned - done) * perTrial / NANOS));
    }

    /** What may be spent on viewers now. */
    Duration allowance() {
        return Duration.ofNanos(Math.max(0, Math.round(MOST_SHARE * (nanoTime.getAsLong() - begun)) - spent));
    }

    /** Some work for viewers, whose time counts. */
    interface Work {
        void run() throws InterruptedException;
    }

    void spend(Work work) throws InterruptedException {
        long before = nanoTime.getAsLong();
        try {
            work.run();
        } finally {
            spent += nanoTime.getAsLong() - before;
        }
    }
}
