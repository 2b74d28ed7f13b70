package org.busbench.harness.reconcile;

import org.busbench.record.Trial.Totals;

/**
 * What one sender knows of its requests. Those that were refused as they must be are left out: none of them may reach the
 * backend.
 *
 * @param verified requests with their expected answer: each of them must have reached the backend once
 * @param neverLeft requests that found no connection: none of them can have reached the backend
 * @param unfinished requests whose client gave up waiting: at the end of the load, or when its time was over
 */
public record SentCounts(long sent, long verified, long neverLeft, long unfinished) {

    public static final SentCounts NOTHING = new SentCounts(0, 0, 0, 0);

    /** Refuses counts that cannot be. */
    public SentCounts {
        if (verified < 0 || neverLeft < 0 || unfinished < 0 || verified + neverLeft + unfinished > sent) {
            throw new IllegalArgumentException("of " + sent + " requests " + verified + " were verified, " + neverLeft
                    + " never left and " + unfinished + " are unfinished");
        }
    }

    public static SentCounts of(Totals totals) {
        return new SentCounts(
                totals.sent() - (totals.refused() == null ? 0 : totals.refused()),
                totals.verified(),
                totals.errors().connect(),
                totals.unfinished() + totals.errors().timeout());
    }

    /** The sum of two senders. */
    public SentCounts plus(SentCounts other) {
        return new SentCounts(
                sent + other.sent,
                verified + other.verified,
                neverLeft + other.neverLeft,
                unfinished + other.unfinished);
    }

    /** The messages at the backend that these requests stand for, where each makes so many. */
    SentCounts times(int messages) {
        return new SentCounts(sent * messages, verified * messages, neverLeft * messages, unfinished * messages);
    }

    /** Requests that may have reached the backend or not. */
    public long uncertain() {
        return sent - verified - neverLeft;
    }
}
