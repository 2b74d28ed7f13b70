package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * Differences of pairs, or of groups of pairs. Differences of logarithms are ratios of two positive figures that were taken side by side.
 * Slowdowns common to both sides cancel.
 *
 * @param count how many units, at least 2: pairs, or groups of pairs
 * @param mean of the units
 * @param variance of the units, unbiased
 * @param degrees degrees of freedom of the variance
 */
public record PairedSample(int count, double mean, double variance, int degrees) {

    /** Huber's k: differences beyond k times the scale are clamped. */
    private static final double CORE = 1.5;

    private static final int MOST_STEPS = 50;

    /** Refuses fewer than two pairs: they say nothing about noise. */
    public PairedSample {
        if (count < 2 || degrees < 1 || !Double.isFinite(mean) || !(variance >= 0)) {
            throw new IllegalArgumentException("no sample of pairs: " + count + " pairs, mean " + mean + ", variance "
                    + variance + ", degrees of freedom " + degrees);
        }
    }

    /** Sums at least two differences up: mean and variance. */
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
     * @return the sample; as {@link #of} when half or more would be clamped, because the scale does not fit then
     */
    public static PairedSample robust(double scale, double... differences) {
        Core core = Core.of(scale, differences);
        return core.fits()
                ? new PairedSample(
                        differences.length, core.centre, of(core.drawnIn).variance() * core.widening(), core.count - 1)
                : of(differences);
    }

    /**
     * Sums up differences that come in groups, whose members share something of their own: here the two processes of
     * which they are. The units are the means of the groups, each with the same weight, so that what belongs to a group
     * counts once and not with each of its members (Kalibera and Jones 2013, Rigorous benchmarking in reasonable time,
     * section 6; the analysis of a nested random factor in Snedecor and Cochran 1967, chapter 10).
     *
     * @param scale the usual deviation of single differences, beyond which they are drawn in as {@link #robust} does it;
     *     0: none is
     * @param groups at least two, each of at least one difference
     * @return the sample; its degrees of freedom are those of the groups
     */
    public static PairedSample grouped(double scale, List<double[]> groups) {
        double[] all = groups.stream().flatMapToDouble(Arrays::stream).toArray();
        Core core = scale > 0 ? Core.of(scale, all) : null;
        boolean drawnIn = core != null && core.fits();
        double[] values = drawnIn ? core.drawnIn : all;
        double[] means = new double[groups.size()];
        int from = 0;
        for (int i = 0; i < means.length; i++) {
            int to = from + groups.get(i).length;
            means[i] = Arrays.stream(values, from, to).average().orElseThrow();
            from = to;
        }
        PairedSample units = of(means);
        return drawnIn
                ? new PairedSample(means.length, units.mean, units.variance * core.widening(), units.degrees)
                : units;
    }

    /**
     * The middle of differences of which the far ones are drawn in, as {@link #robust} does it: where most are as usual it
     * loses almost nothing to the mean, where a trimmed mean of so few would lose the trimmed ones.
     *
     * @param scale the usual deviation of such differences; 0: none is drawn in
     * @param differences at least one
     */
    public static double centre(double scale, double... differences) {
        Core core = scale > 0 ? Core.of(scale, differences) : null;
        return core != null && core.fits()
                ? core.centre
                : Arrays.stream(differences).average().orElseThrow();
    }

    /** Differences of which the far ones are drawn in. */
    @SuppressWarnings("ArrayRecordComponent") // used here alone, never compared
    private record Core(double[] drawnIn, double centre, int count) {

        static Core of(double scale, double... differences) {
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
            int count = (int) Arrays.stream(differences)
                    .filter(d -> Math.abs(d - found) <= CORE * scale)
                    .count();
            return new Core(drawnIn, centre, count);
        }

        /** False when half or more would be clamped: the scale does not fit then. */
        boolean fits() {
            return count >= 2 && 2 * count > drawnIn.length;
        }

        /** The factor that inflates the variance for the clamped differences. */
        double widening() {
            return Math.pow((double) drawnIn.length / count, 2);
        }
    }
}
