package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.random.Well19937c;

/**
 * A 95 % interval for the median, without any assumption on the distribution.
 *
 * <p>From {@link #BOOTSTRAP_FROM} values on it is the percentile bootstrap (Efron and Tibshirani 1993, chapter 13). Not
 * BCa: its acceleration comes from the jackknife, which is inconsistent for the median. With fewer values the bootstrap
 * of a median covers less than it says (87.5 % at seven values), so the interval lies between two order statistics
 * (Conover 1999, section 3.2), whose coverage is known exactly and is given with it: with five values or fewer not even
 * lowest to highest reach 95 %. One value has no interval.
 */
public final class MedianInterval {

    /** The number of values from which the bootstrap is used. */
    public static final int BOOTSTRAP_FROM = 10;

    private static final double COVERAGE = 0.95;
    private static final int RESAMPLES = 10_000;

    private MedianInterval() {}

    /** Of any number of values, in any order. */
    public static Optional<Interval> of(double[] values, long seed) {
        if (values.length < 2) {
            return Optional.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Optional.of(sorted.length < BOOTSTRAP_FROM ? orderStatistics(sorted) : bootstrap(sorted, seed));
    }

    private static Interval orderStatistics(double[] sorted) {
        int n = sorted.length;
        BinomialDistribution below = new BinomialDistribution(n, 0.5);
        int skipped = 0;
        while (coverage(below, skipped + 1) >= COVERAGE) {
            skipped++;
        }
        return new Interval(sorted[skipped], sorted[n - 1 - skipped], coverage(below, skipped));
    }

    /** The median lies outside when at most {@code skipped} values lie on one side of it. */
    private static double coverage(BinomialDistribution below, int skipped) {
        return 1 - 2 * below.cumulativeProbability(skipped);
    }

    private static Interval bootstrap(double[] values, long seed) {
        double[] medians = resampledMedians(values, RESAMPLES, seed);
        Arrays.sort(medians);
        double tail = (1 - COVERAGE) / 2;
        int low = (int) Math.floor(tail * RESAMPLES);
        return new Interval(medians[low], medians[RESAMPLES - 1 - low], COVERAGE);
    }

    static double[] resampledMedians(double[] values, int resamples, long seed) {
        Well19937c random = new Well19937c(seed);
        double[] medians = new double[resamples];
        double[] drawn = new double[values.length];
        for (int i = 0; i < resamples; i++) {
            for (int j = 0; j < drawn.length; j++) {
                drawn[j] = values[random.nextInt(values.length)];
            }
            medians[i] = Median.of(drawn);
        }
        return medians;
    }
}
