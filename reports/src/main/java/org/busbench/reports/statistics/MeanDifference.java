package org.busbench.reports.statistics;

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
     * @return as {@link Estimate#pValue}
     */
    public double pValue() {
        return estimate().pValue();
    }

    /**
     * Where the true mean lies.
     *
     * @param coverage for example 0.95
     * @return the interval around the mean
     */
    public Interval interval(double coverage) {
        return estimate().interval(coverage);
    }

    /**
     * The smallest true difference that such a sample finds with a given probability.
     *
     * @param significance two-sided, for example 0.05
     * @param power the probability, for example 0.9
     * @return the difference, from 0 up
     */
    public double detectable(double significance, double power) {
        return estimate().detectable(significance, power);
    }

    private Estimate estimate() {
        return new Estimate(sample.mean(), standardError(), noise.degrees());
    }
}
