package org.busbench.harness.probe;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.busbench.common.ErrorClass;

/**
 * What became of each request of a schedule: eight bytes a request. Written by the probe's thread, and read by others
 * once that thread has ended.
 */
final class ProbeOutcomes {

    private static final List<ErrorClass> KINDS = List.of(ErrorClass.values());
    /** Neither a latency, which is positive, nor a kind of error, which is negative. */
    private static final long OPEN = 0;

    private long[] byRequest = new long[4096];

    /** The right answer; a latency of less than a nanosecond counts as one. */
    void verified(long request, long latencyNanos) {
        put(request, Math.max(1, latencyNanos));
    }

    void failed(long request, ErrorClass kind) {
        put(request, -1L - KINDS.indexOf(kind));
    }

    /** Latency in nanoseconds; 0 or less when it was not verified. */
    long latencyNanos(long request) {
        return request < byRequest.length ? byRequest[(int) request] : OPEN;
    }

    /** How many of a stretch of requests were verified. */
    long verifiedBetween(long from, long to) {
        long verified = 0;
        for (long request = from; request < to; request++) {
            verified += latencyNanos(request) > 0 ? 1 : 0;
        }
        return verified;
    }

    /** The errors of a stretch of requests; what has no outcome was not answered in time. Every kind is present. */
    Map<ErrorClass, Long> errorsBetween(long from, long to) {
        Map<ErrorClass, Long> errors = ErrorClass.none();
        for (long request = from; request < to; request++) {
            long outcome = latencyNanos(request);
            if (outcome <= 0) {
                errors.merge(outcome == OPEN ? ErrorClass.TIMEOUT : KINDS.get((int) (-1 - outcome)), 1L, Long::sum);
            }
        }
        return errors;
    }

    private void put(long request, long outcome) {
        int index = Math.toIntExact(request);
        if (index >= byRequest.length) {
            byRequest = Arrays.copyOf(byRequest, Math.max(index + 1, byRequest.length * 2));
        }
        byRequest[index] = outcome;
    }
}
