package org.busbench.reports.serve;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * How far a run is, how long it still takes by its own forecast, and how much of its time its viewers may take. For the run's
 * own thread; how far the run is may be read by others.
 */
final class Pace {

    /** Of the time since the run began, so much may go to drawing and waiting for viewers. */
    static final double MOST_SHARE = 0.1;

    private final LongSupplier nanoTime;
    private final long begun;
    private volatile int planned;
    private volatile int done;
    private volatile Left left;
    private long spent;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /** Between these bounds, from an instant on. */
    private record Left(Duration from, Duration to, long since) {}

    /** What the run says of itself now. */
    void left(Duration from, Duration to) {
        left = new Left(from, to, nanoTime.getAsLong());
    }

    void planned(int trials) {
        planned = Math.max(planned, trials);
    }

    /** A trial is recorded. */
    void landed(int number) {
        done = number;
        planned(number);
    }

    int planned() {
        return planned;
    }

    int done() {
        return done;
    }

    /** It hardly takes less; null until the run has said it. */
    Long leastSecondsLeft() {
        return secondsLeft(left, Left::from);
    }

    /** It hardly takes more; null until the run has said it. */
    Long mostSecondsLeft() {
        return secondsLeft(left, Left::to);
    }

    private Long secondsLeft(Left said, Function<Left, Duration> bound) {
        return said == null
                ? null
                : (Long) Math.max(
                        0,
                        bound.apply(said)
                                .minusNanos(nanoTime.getAsLong() - said.since())
                                .toSeconds());
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
