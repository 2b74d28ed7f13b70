package org.busbench.reports.statistics;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A mean difference whose uncertainty was itself estimated, so that Student's t judges it (Student 1908, Biometrika 6,
 * 1).
 *
 * @param mean the difference
 * @param standardError its uncertainty, in the same unit, from 0 up
 * @param degrees degrees of freedom with which the uncertainty is known; need not be whole
 */
public record Estimate(double mean, double standardError, double degrees) {

    /** Refuses an uncertainty that nothing is known of. */
    public Estimate {
        if (!Double.isFinite(mean) || !(standardError >= 0) || !(degrees > 0)) {
            throw new IllegalArgumentException(
                    "no estimate: " + mean + " with error " + standardError + " and " + degrees + " degrees");
        }
    }

    /**
     * How improbable so large a difference is without any true one.
     *
     * @return two-sided p value; 0 when there is a difference and no noise, 1 when there is neither
     */
    public double pValue() {
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * student().cumulativeProbability(-Math.abs(mean) / standardError);
    }

    /**
     * Where the true difference lies.
     *
     * @param coverage for example 0.95
     * @return the interval around the mean
     */
    public Interval interval(double coverage) {
        double half = student().inverseCumulativeProbability((1 + coverage) / 2) * standardError;
        return new Interval(mean - half, mean + half, coverage);
    }

    /**
     * The smallest true difference that such an estimate finds with a given probability.
     *
     * @param significance two-sided, for example 0.05
     * @param power the probability, for example 0.9
     * @return the difference, from 0 up
     */
    public double detectable(double significance, double power) {
        TDistribution student = student();
        return (student.inverseCumulativeProbability(1 - significance / 2)
                        + student.inverseCumulativeProbability(power))
                * standardError;
    }

    private TDistribution student() {
        return new TDistribution(degrees);
    }
}
