package org.busbench.sampler.record;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts messages of a limited key that were let through, and how many a right limiter would have let through: a bucket of tokens, full at
 * first, that is asked when their answers come. Clients that stand still cost it the tokens that they cost the limiter. For any thread.
 */
public final class LimitedKey {
    private final int burst;
    private final long nanosEach;
    private final AtomicLong letThrough = new AtomicLong();
    private final AtomicLong allowed = new AtomicLong();
    /** When the bucket will be full. */
    private final AtomicLong full = new AtomicLong(System.nanoTime());

    LimitedKey(int perSecond, int burst) {
        this.burst = burst;
        this.nanosEach = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    void answered(long now, boolean through) {
        letThrough.addAndGet(through ? 1 : 0);
        long before;
        long after;
        do {
            before = full.get();
            after = now + Math.max(0, before - now) + nanosEach;
            if (after - now > burst * nanosEach) {
                return;
            }
        } while (!full.compareAndSet(before, after));
        allowed.incrementAndGet();
    }

    /** Messages so far: those that were let through, and those that should have been; and how many may come at once. */
    public record Counts(long letThrough, long allowed, int burst) {}

    Counts counts() {
        return new Counts(letThrough.get(), allowed.get(), burst);
    }
}
