package org.busbench.mediation.traffic;

import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.http.Handler.RequestLog.Outcome;

/**
 * Messages of one proxy in one lane, on one event loop or on all of them: their outcomes, and how long they took from the loop iteration in which the request's
 * head was complete until the end of the answer was queued.
 *
 * @param durations {@link #BUCKETS} counts, not cumulative: number k is that of durations of at most 2^(16 + k) ns, the last one that of all longer ones
 * @param nanos sum of all durations
 * @param outcomes counts in the order of {@link #OUTCOMES}
 */
@SuppressWarnings("ArrayRecordComponent") // made for one reader, never compared
public record MessageCounts(String proxy, String lane, long[] durations, long nanos, long[] outcomes) {
    /** How a message may end. */
    public static final List<Outcome> OUTCOMES = List.of(Outcome.values());

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

    /** Returns the sum of both, with the names of this one. */
    public MessageCounts plus(MessageCounts other) {
        return new MessageCounts(
                proxy, lane, sums(durations, other.durations), nanos + other.nanos, sums(outcomes, other.outcomes));
    }

    private static long[] sums(long[] one, long[] other) {
        long[] sums = one.clone();
        Arrays.setAll(sums, i -> one[i] + other[i]);
        return sums;
    }
}
