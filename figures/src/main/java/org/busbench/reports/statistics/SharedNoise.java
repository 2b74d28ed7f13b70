package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.special.Gamma;

/**
 * What many samples from one rig know together of their noise: the moderated variance of Smyth (2004, Statistical
 * Applications in Genetics and Molecular Biology 3, article 3). Five pairs know their own variance badly (4 degrees of
 * freedom), twenty such samples know well what is usual. Each sample's variance is drawn towards the usual one, the more
 * the more alike the samples are; how alike they are is estimated from themselves. A sample's own variance always keeps
 * at least a quarter of the weight, and with fewer than {@link #ENOUGH_SAMPLES} samples nothing is shared.
 *
 * @param priorVariance the variance that is usual; 0 when nothing is shared
 * @param priorDegrees degrees of freedom that the samples lend to each of them, before any limit; 0 for nothing, infinite when
 *     they differ by no more than chance
 */
public record SharedNoise(double priorVariance, double priorDegrees) {

    /** Fewer samples do not tell how alike they are. */
    public static final int ENOUGH_SAMPLES = 8;

    private static final double MOST_BORROWED = 3;
    /** The most degrees of freedom that a sample borrows, per own degree, where units are shared: such samples tell of the same noise. */
    private static final double MOST_BORROWED_OF_GROUPED = 1;

    /** Below this part of the median a variance is taken for that part: its logarithm would drown the others. */
    private static final double FLOOR = 1e-4;

    /** What samples of one kind of figure share: nothing, when they are few or not alike. */
    public static SharedNoise of(List<PairedSample> samples) {
        if (samples.size() < ENOUGH_SAMPLES) {
            return new SharedNoise(0, 0);
        }
        double floor = FLOOR * Median.of(samples, PairedSample::variance);
        if (!(floor > 0)) {
            return new SharedNoise(0, 0);
        }
        double[] centred = samples.stream()
                .mapToDouble(s -> Math.log(Math.max(s.variance(), floor))
                        - Gamma.digamma(s.degrees() / 2.0)
                        + Math.log(s.degrees() / 2.0))
                .toArray();
        PairedSample spread = PairedSample.of(centred);
        double expected = samples.stream()
                .mapToDouble(s -> Gamma.trigamma(s.degrees() / 2.0))
                .average()
                .orElseThrow();
        double excess = spread.variance() - expected;
        if (excess <= 0) {
            return new SharedNoise(Math.exp(spread.mean()), Double.POSITIVE_INFINITY);
        }
        double half = inverseTrigamma(excess);
        return new SharedNoise(Math.exp(spread.mean() + Gamma.digamma(half) - Math.log(half)), 2 * half);
    }

    /** Newton's iteration of Smyth (2004), appendix: it always converges from its start. */
    static double inverseTrigamma(double value) {
        if (value > 1e7) {
            return 1 / Math.sqrt(value);
        }
        if (value < 1e-6) {
            return 1 / value;
        }
        double y = 0.5 + 1 / value;
        for (int i = 0; i < 50; i++) {
            double trigamma = Gamma.trigamma(y);
            double step = trigamma * (1 - trigamma / value) / tetragamma(y);
            y += step;
            if (Math.abs(step) < 1e-9 * y) {
                break;
            }
        }
        return y;
    }

    private static double tetragamma(double y) {
        double h = 1e-4 * y;
        return (Gamma.trigamma(y + h) - Gamma.trigamma(y - h)) / (2 * h);
    }

    /**
     * The usual deviation of differences, from many small samples together: the median distance from the median of the
     * own sample, scaled as for normal noise. Wild differences do not move it.
     *
     * @param samples each of at least two differences
     * @return 0 when fewer than {@link #ENOUGH_SAMPLES} samples are given
     */
    public static double scale(List<double[]> samples) {
        return samples.size() < ENOUGH_SAMPLES ? 0 : usualDeviation(samples);
    }

    /**
     * The same of groups however few, where each alone says little but all come from one machine.
     *
     * @param samples of which one at least has two differences; those of one say nothing and are left out
     * @return 0 when none has two
     */
    public static double usualDeviation(List<double[]> samples) {
        List<double[]> telling =
                samples.stream().filter(values -> values.length > 1).toList();
        if (telling.isEmpty()) {
            return 0;
        }
        return Median.NORMAL_CONSISTENCY
                * Median.of(telling.stream()
                        .flatMapToDouble(values -> {
                            double middle = Median.of(values);
                            double shrunk = Math.sqrt(values.length / (values.length - 1.0));
                            return Arrays.stream(values).map(v -> Math.abs(v - middle) * shrunk);
                        })
                        .toArray());
    }

    /** A sample's own noise, drawn towards the usual one. */
    public Noise of(PairedSample sample) {
        return of(sample, MOST_BORROWED);
    }

    /**
     * The same for a sample whose units it shares with the others: groups that met the same processes. The others know
     * less beyond what it knows itself, so half of the weight stays with it.
     */
    public Noise ofGrouped(PairedSample sample) {
        return of(sample, MOST_BORROWED_OF_GROUPED);
    }

    private Noise of(PairedSample sample, double most) {
        double borrowed = Math.min(priorDegrees, most * sample.degrees());
        double degrees = sample.degrees() + borrowed;
        return new Noise((sample.degrees() * sample.variance() + borrowed * priorVariance) / degrees, degrees);
    }
}
