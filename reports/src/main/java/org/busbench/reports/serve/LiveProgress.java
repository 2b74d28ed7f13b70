package org.busbench.reports.serve;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * How far a run is, how long it still takes by its own forecast, and how much of its time the open pages may take. For the
 * thread of the run; other threads may read how far it is.
 */
final class LiveProgress {

    /** Share of the time since the run began that may go to drawing and to waiting for open pages. */
    static final double MOST_SHARE = 0.1;

    private final LongSupplier nanoTime;
    private final long begun;
    private volatile int planned;
    private volatile int done;
    private volatile Left left;
    private long spent;

    LiveProgress(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /** Between these bounds, from an instant on. */
    private record Left(Duration from, Duration to, long since) {}

    /** Takes the forecast that the run makes now. */
    void forecast(Duration from, Duration to) {
        left = new Left(from, to, nanoTime.getAsLong());
    }

    void planned(int trials) {
        planned = Math.max(planned, trials);
    }

    /** A trial is recorded. */
    void recorded(int number) {
        done = number;
        planned(number);
    }

    int planned() {
        return planned;
    }

    int done() {
        return done;
    }

    /** Lower bound; null before the first forecast. */
    Long leastSecondsLeft() {
        return secondsLeft(left, Left::from);
    }

    /** Upper bound; null before the first forecast. */
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

    /** Time that may be spent on open pages now. */
    Duration allowance() {
        return Duration.ofNanos(Math.max(0, Math.round(MOST_SHARE * (nanoTime.getAsLong() - begun)) - spent));
    }

    /** Work for open pages, whose time counts. */
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
