package org.busbench.reports.statistics;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * Whether pairs differ: Student's t for the mean of paired differences (Student 1908, Biometrika 6, 1). Of log ratios it
 * is exact when their noise is normal; a bootstrap of so few pairs would cover less than it says, and a rank test of
 * five pairs cannot reach 5 %.
 *
 * @param sample the differences
 * @param noise their variance, possibly known from elsewhere too
 */
public record MeanDifference(PairedSample sample, Noise noise) {

    /**
     * Uncertainty of the mean.
     *
     * @return its standard error
     */
    public double standardError() {
        return Math.sqrt(noise.variance() / sample.count());
    }

    /**
     * How improbable so large a mean is without any true difference.
     *
     * @return two-sided p value; 0 when there is a difference and no noise, 1 when there is neither
     */
    public double pValue() {
        if (standardError() == 0) {
            return sample.mean() == 0 ? 1 : 0;
        }
        return 2 * student().cumulativeProbability(-Math.abs(sample.mean()) / standardError());
    }

    /**
     * Where the true mean lies.
     *
     * @param coverage for example 0.95
     * @return the interval around the mean
     */
    public Interval interval(double coverage) {
        double half = student().inverseCumulativeProbability((1 + coverage) / 2) * standardError();
        return new Interval(sample.mean() - half, sample.mean() + half, coverage);
    }

    /**
     * The smallest true difference that such a sample finds with a given probability.
     *
     * @param significance two-sided, for example 0.05
     * @param power the probability, for example 0.9
     * @return the difference, from 0 up
     */
    public double detectable(double significance, double power) {
        TDistribution student = student();
        return (student.inverseCumulativeProbability(1 - significance / 2)
                        + student.inverseCumulativeProbability(power))
                * standardError();
    }

    private TDistribution student() {
        return new TDistribution(noise.degrees());
    }
}
