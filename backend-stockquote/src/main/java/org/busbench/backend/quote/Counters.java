package org.busbench.backend.quote;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What an instance has counted: every message received whole is then either answered or refused, at the moment when
 * the answer is made, which a delay may separate from the moment when it is sent.
 */
public final class Counters {
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong given = new AtomicLong();

    /** A message has come whole. */
    public void received() {
        received.incrementAndGet();
    }

    public void answered() {
        answered.incrementAndGet();
    }

    public void refused() {
        refused.incrementAndGet();
    }

    /** An answer or a refusal is about to be sent: counted before its first byte leaves, and after any delay. */
    public void given() {
        given.incrementAndGet();
    }

    /** Returns how many answers and refusals may have reached their clients. */
    public long allGiven() {
        return given.get();
    }

    public Counts counts() {
        return new Counts(received.get(), answered.get(), refused.get());
    }

    /** Counts at one moment. */
    public record Counts(long received, long answered, long refused) {
        public Counts plus(Counts other) {
            return new Counts(received + other.received, answered + other.answered, refused + other.refused);
        }
    }
}
