package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Whether a series rises or falls (Mann 1945; Kendall 1975). What follows a large value is often large too, which would
 * feign a trend: the variance is widened for the correlation of neighbours (Yue and Wang 2004, Water Resources
 * Management 18, 201), taken from the series without its trend. Up to ten values without ties or correlation the
 * probability is exact, else it is that of the normal approximation.
 */
public record MannKendall(int score, double pValue) {

    private static final int EXACT_UP_TO = 10;

    /** Tests a series. Fewer than three values have score 0 and probability 1. */
    public static MannKendall of(double... y) {
        return of(TheilSen.steps(y.length), y);
    }

    /**
     * Tests a series whose steps differ: its trend, which is taken out before neighbours are compared, is that over its
     * places. Fewer than three values have score 0 and probability 1.
     */
    public static MannKendall of(double[] x, double[] y) {
        int score = score(y);
        if (y.length < 3) {
            return new MannKendall(score, 1);
        }
        double widening = widening(x, y);
        double tied = tied(y);
        if (y.length <= EXACT_UP_TO && tied == 0 && widening == 1) {
            return new MannKendall(score, exact(y.length, Math.abs(score)));
        }
        double n = y.length;
        double variance = (n * (n - 1) * (2 * n + 5) - tied) / 18 * widening;
        double z = variance > 0 ? Math.max(0, Math.abs(score) - 1) / Math.sqrt(variance) : 0;
        return new MannKendall(score, 2 * new NormalDistribution().cumulativeProbability(-z));
    }

    private static int score(double[] y) {
        int score = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = i + 1; j < y.length; j++) {
                score += Double.compare(y[j], y[i]);
            }
        }
        return score;
    }

    private static double tied(double[] y) {
        Map<Double, Long> groups =
                Arrays.stream(y).boxed().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return groups.values().stream()
                .mapToDouble(t -> (double) t * (t - 1) * (2 * t + 5))
                .sum();
    }

    /** The factor by which a correlation of neighbours widens the variance of the score: n over the effective number of values. */
    private static double widening(double[] x, double[] y) {
        double correlation = correlation(x, y);
        double sum = 0;
        for (int lag = 1; lag < y.length; lag++) {
            sum += (1 - (double) lag / y.length) * Math.pow(correlation, lag);
        }
        return 1 + 2 * sum;
    }

    /** The correlation of neighbours, without the trend; 0 when it is negative, or when so short a series could have it by chance (95 %). */
    private static double correlation(double[] x, double[] y) {
        double slope = TheilSen.slope(x, y);
        double[] rest = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            rest[i] = y[i] - slope * x[i];
        }
        double mean = Arrays.stream(rest).average().orElse(0);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < rest.length; i++) {
            squares += (rest[i] - mean) * (rest[i] - mean);
            products += i == 0 ? 0 : (rest[i] - mean) * (rest[i - 1] - mean);
        }
        double correlation = squares > 0 ? products / squares : 0;
        double chance = y.length > EXACT_UP_TO ? 0 : (-1 + 1.645 * Math.sqrt(y.length - 2.0)) / (y.length - 1);
        return correlation > chance ? unbiased(correlation, y.length) : 0;
    }

    /** A short series makes its correlation look smaller than it is (Kendall and Stuart 1968, volume 3). */
    private static double unbiased(double correlation, int n) {
        return n > 4 ? Math.min(0.95, (n * correlation + 1) / (n - 4)) : correlation;
    }

    /** The share of all orders of n values whose score is at least so far from 0. */
    private static double exact(int n, int score) {
        int pairs = n * (n - 1) / 2;
        double[] orders = {1};
        for (int size = 2; size <= n; size++) {
            double[] next = new double[orders.length + size - 1];
            for (int inversions = 0; inversions < orders.length; inversions++) {
                for (int added = 0; added < size; added++) {
                    next[inversions + added] += orders[inversions] / size;
                }
            }
            orders = next;
        }
        double tail = 0;
        for (int inversions = 0; inversions < orders.length; inversions++) {
            if (Math.abs(pairs - 2 * inversions) >= score) {
                tail += orders[inversions];
            }
        }
        return Math.min(1, tail);
    }
}
