package org.busbench.mutants.job;

/** A bucket of tokens for the messages of one key: each takes one, and time puts them back. For the reactor's thread. */
public final class KeyLimit {
    private final String key;
    private final double perSecond;
    private final int burst;
    private double tokens;
    private long lastNanos = System.nanoTime();

    KeyLimit(String key, double perSecond, int burst) {
        this.key = key;
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = burst;
    }

    /** The same with so many times the rate, and a full bucket. */
    public KeyLimit times(double factor) {
        return new KeyLimit(key, perSecond * factor, burst);
    }

    /** Whether a message of a key goes on; one of another key always does. */
    boolean allows(String other) {
        if (!key.equals(other)) {
            return true;
        }
        long now = System.nanoTime();
        tokens = Math.min(burst, tokens + (now - lastNanos) / 1e9 * perSecond);
        lastNanos = now;
        boolean allowed = tokens >= 1;
        tokens -= allowed ? 1 : 0;
        return allowed;
    }
}
