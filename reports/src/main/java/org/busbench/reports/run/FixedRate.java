package org.busbench.reports.run;

/**
 * The rate at which all adapters of a scenario and size were measured once more. One of both is null.
 *
 * @param ratePerSecond as the suite says
 * @param shareOfSlowest by which the goodput of the slowest adapter was multiplied
 */
public record FixedRate(Double ratePerSecond, Double shareOfSlowest) {

    /** Refuses what gives no rate. */
    public FixedRate {
        if ((ratePerSecond == null) == (shareOfSlowest == null)) {
            throw new IllegalArgumentException(
                    "'suite.fixedRate' must have either a 'ratePerSecond' or a 'shareOfSlowest'");
        }
        Required.notNegative(ratePerSecond == null ? shareOfSlowest : ratePerSecond, "suite.fixedRate");
    }
}
