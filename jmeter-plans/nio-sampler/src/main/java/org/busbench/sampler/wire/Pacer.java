package org.busbench.sampler.wire;

import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a loop at a time more exact than the selector's milliseconds. A thread of its own that sleeps; the loop's thread
 * sets the time.
 */
final class Pacer implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LONGEST_SLEEP = 1_000_000_000L;

    private final Selector selector;
    private final long epoch = System.nanoTime();
    private final Thread thread = new Thread(this::run, "nio-pacer");
    private final AtomicLong wakeAt = new AtomicLong(NEVER);
    private volatile long sleepsUntil = NEVER;
    private volatile boolean closed;

    Pacer(Selector selector) {
        this.selector = selector;
        thread.setDaemon(true);
        thread.start();
    }

    /** Wakes the selector once at this time. */
    void wakeAt(long nanoTime) {
        long at = nanoTime - epoch;
        wakeAt.set(at);
        if (at < sleepsUntil) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long guess = NEVER;
        long before = 0;
        while (!closed) {
            long at = Math.min(wakeAt.get(), guess);
            long now = System.nanoTime() - epoch;
            long sleep = Math.min(at - now, LONGEST_SLEEP);
            if (sleep > 0) {
                sleepsUntil = now + sleep;
                LockSupport.parkNanos(this, Math.min(wakeAt.get() - now, sleep));
                continue;
            }
            guess = NEVER;
            if (wakeAt.compareAndSet(at, NEVER)) {
                // At an even rate the next time is as far away as this one was: then nobody need wake this thread.
                guess = at + (at - before);
                before = at;
                selector.wakeup();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
