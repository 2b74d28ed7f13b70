package org.busbench.reports.statistics;

import java.util.Locale;
import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * A rate that was seen in some tries, with its exact 95 % interval (Clopper and Pearson 1934, Biometrika 26, 404), which
 * never covers less than it says.
 *
 * @param tries of how many; 0: nothing is known
 * @param interval where the true rate lies, 0 to 1
 */
public record Proportion(long hits, long tries, Interval interval) {

    private static final double COVERAGE = 0.95;

    /** Of so many hits among at least 0 tries. */
    public static Proportion of(long hits, long tries) {
        if (hits < 0 || tries < hits) {
            throw new IllegalArgumentException(hits + " hits in " + tries + " tries");
        }
        double tail = (1 - COVERAGE) / 2;
        double low = hits == 0 ? 0 : new BetaDistribution(hits, tries - hits + 1.0).inverseCumulativeProbability(tail);
        double high = hits == tries
                ? 1
                : new BetaDistribution(hits + 1.0, (double) tries - hits).inverseCumulativeProbability(1 - tail);
        return new Proportion(hits, tries, new Interval(low, high, COVERAGE));
    }

    /**
     * The highest true rate with which so few errors are still seen in 5 % of all cases (Clopper and Pearson's bound).
     * Without an error it is the smallest rate that would have been seen with 95 % probability, about 3/n (the rule of
     * three: Hanley and Lippman-Hand 1983, JAMA 249, 1743).
     *
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
            return -Math.expm1(Math.log1p(-COVERAGE) / looked);
        }
        return new BetaDistribution(errors + 1.0, (double) (looked - errors)).inverseCumulativeProbability(COVERAGE);
    }

    /** For example {@code 75.1 to 99.9 %}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f to %.1f %%", interval.low() * 100, interval.high() * 100);
    }
}
