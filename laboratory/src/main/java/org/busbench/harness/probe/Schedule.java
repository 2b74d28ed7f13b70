package org.busbench.harness.probe;

/**
 * When each request is due: at a constant rate, whatever becomes of the ones before. Latency is counted from these
 * instants and not from when a request could be sent, or a stalled server would hide its own stall ("coordinated
 * omission": Gil Tene, <i>How NOT to Measure Latency</i>). Instants are values of {@link System#nanoTime()}.
 *
 * @param startNanos when request 0 is due
 * @param ratePerSecond requests per second
 */
record Schedule(long startNanos, int ratePerSecond) {

    private static final long SECOND = 1_000_000_000L;

    Schedule {
        if (ratePerSecond < 1) {
            throw new IllegalArgumentException("a rate of " + ratePerSecond + " requests per second");
        }
    }

    /** When a request is due; exact, so that no error adds up over a long trial. */
    long dueNanos(long request) {
        return startNanos + request / ratePerSecond * SECOND + request % ratePerSecond * SECOND / ratePerSecond;
    }

    /** The first request that is due at an instant or later. */
    long firstFrom(long instantNanos) {
        long elapsed = instantNanos - startNanos;
        if (elapsed <= 0) {
            return 0;
        }
        long request = elapsed / SECOND * ratePerSecond + elapsed % SECOND * ratePerSecond / SECOND;
        while (dueNanos(request) - instantNanos < 0) {
            request++;
        }
        return request;
    }
}
