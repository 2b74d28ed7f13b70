package org.busbench.reports.statistics;

import java.util.Arrays;

/**
 * Differences of pairs. Of logarithms they are ratios: the logarithm of a ratio of two positive figures that were taken
 * side by side, from which everything that slowed both is gone.
 *
 * @param count how many pairs, at least 2
 * @param mean of the differences
 * @param variance of the differences, unbiased
 * @param degrees degrees of freedom of the variance
 */
public record PairedSample(int count, double mean, double variance, int degrees) {

    /** Beyond so many usual deviations a difference counts no more than at this distance. */
    private static final double CORE = 1.5;

    private static final int MOST_STEPS = 50;

    /** Refuses fewer than two pairs: they say nothing about noise. */
    public PairedSample {
        if (count < 2 || degrees < 1 || !Double.isFinite(mean) || !(variance >= 0)) {
            throw new IllegalArgumentException("no sample of pairs: " + count + " pairs, mean " + mean + ", variance "
                    + variance + ", degrees of freedom " + degrees);
        }
    }

    /**
     * Sums differences up: mean and variance.
     *
     * @param differences at least two
     * @return the sample
     */
    public static PairedSample of(double... differences) {
        double mean = Arrays.stream(differences).average().orElse(Double.NaN);
        double squares =
                Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
        return new PairedSample(differences.length, mean, squares / (differences.length - 1), differences.length - 1);
    }

    /**
     * Sums differences up so that one wild pair can neither make nor hide a difference: Huber's estimate of the mean
     * (1964, Annals of Mathematical Statistics 35, 73). A difference more than 1.5 usual deviations away counts as if it
     * lay there; none is left out. The variance is that of the differences so drawn in, widened for them, with degrees
     * of freedom only for the others.
     *
     * @param scale the usual deviation of such differences, above 0
     * @param differences at least two
     * @return the sample; as {@link #of} when more than half would be drawn in, for then the scale does not fit
     */
    public static PairedSample robust(double scale, double... differences) {
        double centre = Median.of(differences);
        double[] drawnIn = differences;
        for (int step = 0; step < MOST_STEPS; step++) {
            double around = centre;
            drawnIn = Arrays.stream(differences)
                    .map(d -> Math.max(around - CORE * scale, Math.min(around + CORE * scale, d)))
                    .toArray();
            centre = Arrays.stream(drawnIn).average().orElseThrow();
            if (Math.abs(centre - around) < 1e-9 * scale) {
                break;
            }
        }
        double found = centre;
        int core = (int) Arrays.stream(differences)
                .filter(d -> Math.abs(d - found) <= CORE * scale)
                .count();
        if (core < 2 || 2 * core <= differences.length) {
            return of(differences);
        }
        double widening = Math.pow((double) differences.length / core, 2);
        return new PairedSample(differences.length, found, of(drawnIn).variance() * widening, core - 1);
    }
}
