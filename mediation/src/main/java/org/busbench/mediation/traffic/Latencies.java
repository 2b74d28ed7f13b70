package org.busbench.mediation.traffic;

import java.util.Arrays;

/**
 * How long messages took, from the turn in which a request's head was whole until its answer was queued to the end. Bucket k counts those of
 * at most 2^(16 + k) ns, the last one all others.
 *
 * @param counts of each bucket alone, not yet added up; {@link #BUCKETS} of them
 * @param nanos of all together
 */
@SuppressWarnings("ArrayRecordComponent") // made for one reader, never compared
public record Latencies(long[] counts, long nanos) {
    /** How many buckets there are: up to 66 µs, ... up to 69 s, longer. */
    public static final int BUCKETS = 22;

    private static final int FIRST_NANOS_SHIFT = 16;

    static int bucket(long nanos) {
        long units = Math.max(0, nanos - 1) >> FIRST_NANOS_SHIFT;
        return Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(units));
    }

    /**
     * {@return the longest time in seconds that a bucket counts; infinite for the last}
     *
     * @param bucket from 0
     */
    public static double bound(int bucket) {
        return bucket == BUCKETS - 1 ? Double.POSITIVE_INFINITY : (1L << (FIRST_NANOS_SHIFT + bucket)) / 1e9;
    }

    /** {@return this and another together} */
    public Latencies plus(Latencies other) {
        long[] sums = Arrays.copyOf(counts, BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            sums[i] += other.counts[i];
        }
        return new Latencies(sums, nanos + other.nanos);
    }
}
