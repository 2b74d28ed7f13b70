package org.busbench.reports.statistics;

import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * What a number of looked-at responses says of all. With no error among n, the true rate may still be about 3/n
 * (Hanley and Lippman-Hand 1983, JAMA 249, 1743: the rule of three); exactly, it is the bound of Clopper and Pearson
 * (1934, Biometrika 26, 404).
 */
public final class ErrorRate {

    private static final double CONFIDENCE = 0.95;

    private ErrorRate() {}

    /**
     * The highest true rate with which so few errors are still seen in 5 % of all cases. Without an error it is the
     * smallest rate that would have been seen with 95 % probability.
     *
     * @param errors among the looked-at
     * @param looked how many were looked at
     * @return 0 to 1; 1 when nothing was looked at
     */
    public static double upperBound(long errors, long looked) {
        if (errors < 0 || looked < errors) {
            throw new IllegalArgumentException(errors + " errors among " + looked + " responses");
        }
        if (looked == errors) {
            return 1;
        }
        if (errors == 0) {
            return -Math.expm1(Math.log1p(-CONFIDENCE) / looked);
        }
        return new BetaDistribution(errors + 1.0, (double) (looked - errors)).inverseCumulativeProbability(CONFIDENCE);
    }
}
