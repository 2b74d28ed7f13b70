package org.busbench.reports.run;

/**
 * What the injector counted over a whole trial, warm-up included.
 *
 * @param sent requests that were sent
 * @param verified right answers
 * @param errors all other ends
 * @param unfinished sent, and given up when the load ended
 * @param unsent due in an open model and never begun, not among {@code sent}; null when the injector does not know
 */
public record Totals(long sent, long verified, ErrorCounts errors, long unfinished, Long unsent) {

    /** Refuses negative counts. */
    public Totals {
        Required.notNegative(sent, "totals.sent");
        Required.notNegative(verified, "totals.verified");
        Required.notNegative(unfinished, "totals.unfinished");
        Required.notNegative(unsent == null ? 0 : unsent, "totals.unsent");
        Required.present(errors, "totals.errors");
    }
}
