package org.busbench.backend.wire;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A hold on all answers of the service. A client that gets an answer from a mediator during the hold knows that it is not the backend's. The hold ends by
 * itself. Shared by all loops; safe for any thread.
 */
final class ResponseHold {
    /** Longer than any check needs, and shorter than any mediator's timeout. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    private final List<Runnable> onRelease = new CopyOnWriteArrayList<>();
    private volatile boolean active;
    private volatile long untilNanos;

    void onRelease(Runnable task) {
        onRelease.add(task);
    }

    /** Holds answers from now on, for at most this time. */
    void holdFor(Duration length) {
        Duration bounded = length.compareTo(LONGEST) > 0 ? LONGEST : length;
        untilNanos = System.nanoTime() + bounded.toNanos();
        active = true;
    }

    void release() {
        active = false;
        onRelease.forEach(Runnable::run);
    }

    boolean isActive(long nowNanos) {
        return active && untilNanos - nowNanos > 0;
    }

    /** The rest of the hold in milliseconds, at least 1. */
    long millisLeft(long nowNanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNanos - nowNanos) + 1);
    }
}
