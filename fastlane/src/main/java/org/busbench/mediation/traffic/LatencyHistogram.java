package org.busbench.mediation.traffic;

import java.util.Arrays;

/**
 * Durations of messages: from the loop iteration in which the request's head was complete until the end of the answer was queued. Bucket k
 * counts durations of at most 2^(16 + k) ns; the last bucket counts all longer ones.
 *
 * @param counts {@link #BUCKETS} counts, not cumulative
 * @param nanos sum of all durations
 */
@SuppressWarnings("ArrayRecordComponent") // made for one reader, never compared
public record LatencyHistogram(long[] counts, long nanos) {
    /** Number of buckets: up to 66 µs, ... up to 69 s, longer. */
    public static final int BUCKETS = 22;

    private static final int FIRST_NANOS_SHIFT = 16;

    static int bucket(long nanos) {
        long units = Math.max(0, nanos - 1) >> FIRST_NANOS_SHIFT;
        return Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(units));
    }

    /**
     * Returns the upper bound of a bucket in seconds; infinite for the last bucket.
     *
     * @param bucket from 0
     */
    public static double bound(int bucket) {
        return bucket == BUCKETS - 1 ? Double.POSITIVE_INFINITY : (1L << (FIRST_NANOS_SHIFT + bucket)) / 1e9;
    }

    /** Returns the sum of both. */
    public LatencyHistogram plus(LatencyHistogram other) {
        long[] sums = Arrays.copyOf(counts, BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            sums[i] += other.counts[i];
        }
        return new LatencyHistogram(sums, nanos + other.nanos);
    }
}
