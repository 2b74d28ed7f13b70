package org.busbench.reports.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A mean difference whose uncertainty was itself estimated, so that Student's t judges it (Student 1908, Biometrika 6, 1).
 * Of log ratios it is exact when their noise is normal; a bootstrap of so few pairs has less than its nominal coverage, and a
 * rank test of five pairs cannot reach 5 %.
 *
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

    /** The mean of paired differences, whose noise is known from the sample itself. */
    public static Estimate paired(PairedSample sample) {
        return paired(sample, Noise.of(sample));
    }

    /** The mean of paired differences, whose noise may be known from elsewhere too. */
    public static Estimate paired(PairedSample sample, Noise noise) {
        return new Estimate(sample.mean(), Math.sqrt(noise.variance() / sample.count()), noise.degrees());
    }

    /**
     * Second less first, of two samples that nothing pairs, whatever their spreads: Welch's test (1947, Biometrika 34, 28),
     * with the degrees of freedom of Satterthwaite (1946, Biometrics Bulletin 2, 110).
     *
     * @param first at least two values
     * @param second at least two values
     */
    public static Estimate independent(double[] first, double[] second) {
        double ofFirst = varianceOfMean(first);
        double ofSecond = varianceOfMean(second);
        double both = ofFirst + ofSecond;
        return new Estimate(
                mean(second) - mean(first),
                Math.sqrt(both),
                both == 0
                        ? first.length + second.length - 2
                        : both
                                * both
                                / (ofFirst * ofFirst / (first.length - 1) + ofSecond * ofSecond / (second.length - 1)));
    }

    /**
     * This less another one that was found independently of it, by Welch's test as in {@link #independent}.
     *
     * @param other of the same unit
     */
    public Estimate less(Estimate other) {
        double own = standardError * standardError;
        double others = other.standardError * other.standardError;
        double both = own + others;
        return new Estimate(
                mean - other.mean,
                Math.sqrt(both),
                both == 0
                        ? degrees + other.degrees
                        : both * both / (own * own / degrees + others * others / other.degrees));
    }

    private static double varianceOfMean(double... values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("a sample of " + values.length + " values does not tell its spread");
        }
        double mean = mean(values);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1) / values.length;
    }

    private static double mean(double... values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /**
     * How improbable so large a difference is without any true one, two-sided: 0 when there is a difference and no
     * noise, 1 when there is neither.
     */
    public double pValue() {
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * student().cumulativeProbability(-Math.abs(mean) / standardError);
    }

    /** Where the true difference lies, with a coverage of for example 0.95. */
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
