package org.busbench.reports.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Where the level of a series changed, as often as it did: the split with the largest difference of means, measured by its
 * standard error, is a change where few random orders of the same values have as large a one; both sides are then searched
 * again. Source: E-divisive (Matteson and James 2014, Journal of the American Statistical Association 109, 334), with the
 * t statistic in place of energy distances as in Hunter (Fleming et al. 2023, ICPE), for short series.
 */
public final class ChangePoints {
    /** A level has at least so many values. */
    public static final int SHORTEST = 3;

    /** A change is claimed below this probability of a false one, for each stretch that is searched. */
    public static final double SIGNIFICANCE = 0.01;

    private static final int ORDERS = 1_999;
    private static final long SEED = 20_070_713;

    private ChangePoints() {}

    /**
     * A change of level.
     *
     * @param at place of the first value of the new level, from 0
     * @param pValue share of random orders with as large a difference
     */
    public record Change(int at, double pValue) {}

    /**
     * Searches a series. Equal series give equal answers: the random orders follow from a fixed seed.
     *
     * @param values at least none; fewer than ten can hardly show a change
     * @return in the order of the series
     */
    public static List<Change> of(double... values) {
        List<Change> changes = new ArrayList<>();
        search(values, 0, values.length, changes);
        changes.sort(Comparator.comparingInt(Change::at));
        return changes;
    }

    private static void search(double[] values, int from, int to, List<Change> changes) {
        int length = to - from;
        if (length < 2 * SHORTEST) {
            return;
        }
        double[] stretch = Arrays.copyOfRange(values, from, to);
        int split = bestSplit(stretch);
        double largest = difference(stretch, split);
        Random random = new Random(SEED + from);
        long asLarge = 0;
        for (int i = 0; i < ORDERS; i++) {
            shuffle(stretch, random);
            if (difference(stretch, bestSplit(stretch)) >= largest) {
                asLarge++;
            }
        }
        double pValue = (asLarge + 1.0) / (ORDERS + 1.0);
        if (largest > 0 && pValue < SIGNIFICANCE) {
            changes.add(new Change(from + split, pValue));
            search(values, from, from + split, changes);
            search(values, from + split, to, changes);
        }
    }

    private static int bestSplit(double... stretch) {
        return IntStream.rangeClosed(SHORTEST, stretch.length - SHORTEST)
                .boxed()
                .max(Comparator.comparingDouble(split -> difference(stretch, split)))
                .orElseThrow();
    }

    /** The t statistic of the two sides with their pooled variance; infinite for two different levels without noise. */
    private static double difference(double[] stretch, int split) {
        double left = mean(stretch, 0, split);
        double right = mean(stretch, split, stretch.length);
        double squares = squares(stretch, 0, split, left) + squares(stretch, split, stretch.length, right);
        double apart = Math.abs(left - right);
        if (apart == 0) {
            return 0;
        }
        double variance = squares / (stretch.length - 2) * (1.0 / split + 1.0 / (stretch.length - split));
        return apart / Math.sqrt(variance);
    }

    /** The mean of the values from one index up to another. */
    public static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static double squares(double[] values, int from, int to, double mean) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (values[i] - mean) * (values[i] - mean);
        }
        return sum;
    }

    private static void shuffle(double[] values, Random random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double kept = values[i];
            values[i] = values[other];
            values[other] = kept;
        }
    }
}
