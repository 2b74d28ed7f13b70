package org.busbench.reports.statistics;

import java.util.Arrays;

/**
 * Whether two samples that nothing pairs have different means, whatever their spreads: Welch's test (1947, Biometrika
 * 34, 28), with the degrees of freedom of Satterthwaite (1946, Biometrics Bulletin 2, 110).
 */
public final class IndependentSamples {

    private IndependentSamples() {}

    /**
     * Second less first.
     *
     * @param first at least two values
     * @param second at least two values
     * @return the difference of their means
     */
    public static Estimate difference(double[] first, double[] second) {
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
}
