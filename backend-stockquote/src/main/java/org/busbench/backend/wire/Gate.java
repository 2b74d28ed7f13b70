package org.busbench.backend.wire;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Holds back every answer of the service while it is closed, so that whoever gets an answer from a mediator then knows that
 * the backend has not given it. It opens by itself in the end. Shared by all loops; safe for any thread.
 */
final class Gate {
    /** Longer than any look at it needs, and shorter than what a mediator waits for. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    private final List<Runnable> whenOpened = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    private volatile long untilNanos;

    /** Has a task run each time that the gate is opened before its time. */
    void whenOpened(Runnable task) {
        whenOpened.add(task);
    }

    /** Holds answers back from now on, for at most this long. */
    void closeFor(Duration length) {
        Duration bounded = length.compareTo(LONGEST) > 0 ? LONGEST : length;
        untilNanos = System.nanoTime() + bounded.toNanos();
        closed = true;
    }

    /** Lets all go. */
    void open() {
        closed = false;
        whenOpened.forEach(Runnable::run);
    }

    boolean isClosed(long nowNanos) {
        return closed && untilNanos - nowNanos > 0;
    }

    /** How long it stays closed if nobody opens it, in milliseconds, at least 1. */
    long millisLeft(long nowNanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNanos - nowNanos) + 1);
    }
}
