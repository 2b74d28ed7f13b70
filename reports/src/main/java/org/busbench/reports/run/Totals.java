package org.busbench.reports.run;

/**
 * What the injector counted over a whole trial, warm-up included.
 *
 * @param sent requests that were sent
 * @param verified right answers
 * @param errors all other ends
 * @param unfinished sent, and given up when the load ended
 */
public record Totals(long sent, long verified, ErrorCounts errors, long unfinished) {

    /** Refuses negative counts. */
    public Totals {
        Required.notNegative(sent, "totals.sent");
        Required.notNegative(verified, "totals.verified");
        Required.notNegative(unfinished, "totals.unfinished");
        Required.present(errors, "totals.errors");
    }
}
