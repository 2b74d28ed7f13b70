package org.busbench.mediation.compile;

import java.util.Set;

/**
 * When an endpoint that fails is not asked for a while: Synapse's {@code suspendOnFailure} and {@code markForSuspension}.
 *
 * @param codes of failures that suspend it; empty: all
 * @param firstMillis for how long at first; less than 0: Synapse's own 30 s
 * @param factor by which each further time grows when the first attempt fails again
 * @param mostMillis the longest time
 * @param markCodes of failures after which it is tried again before it is suspended; empty: Synapse's own, a connection that was closed or was silent too long
 * @param retries how often it is tried again
 * @param retryMillis how long it is left alone before it is tried again
 * @param counted whether it is counted at all; a WSDL endpoint that stands alone is not
 */
public record Suspension(
        Set<Integer> codes,
        long firstMillis,
        double factor,
        long mostMillis,
        Set<Integer> markCodes,
        int retries,
        long retryMillis,
        boolean counted) {

    private static final Set<Integer> SILENT_OR_CLOSED = Set.of(101504, 101505);
    private static final long USUAL_MILLIS = 30_000;

    /** Makes the sets unchangeable. */
    public Suspension {
        codes = Set.copyOf(codes);
        markCodes = Set.copyOf(markCodes);
    }

    /**
     * {@return whether a failure only marks the endpoint for suspension}
     *
     * @param code of the failure
     */
    public boolean marks(int code) {
        return (markCodes.isEmpty() ? SILENT_OR_CLOSED : markCodes).contains(code);
    }

    /**
     * {@return whether a failure suspends the endpoint}
     *
     * @param code of the failure
     */
    public boolean suspends(int code) {
        return codes.isEmpty() || codes.contains(code);
    }

    /** {@return whether no failure ever keeps a message away from the endpoint} */
    public boolean isNever() {
        return !counted || (firstMillis == 0 && (retries == 0 || retryMillis == 0));
    }

    /**
     * {@return for how long it is suspended, in milliseconds}
     *
     * @param lastMillis for how long it was suspended before, without a success since; 0 or less for not at all
     */
    public long millisAfter(long lastMillis) {
        long next = lastMillis > 0 ? (long) (lastMillis * factor) : firstMillis;
        if (next > mostMillis) {
            return mostMillis;
        }
        return next < 0 ? USUAL_MILLIS : next;
    }
}
