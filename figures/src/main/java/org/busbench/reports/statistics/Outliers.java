package org.busbench.reports.statistics;

import java.util.stream.IntStream;

/**
 * Values that lie far from the others: a modified z-score above 3.5 (Iglewicz and Hoaglin 1993, How to Detect and Handle
 * Outliers), which, unlike the standard deviation, is not itself moved by them.
 */
public final class Outliers {

    private static final double LIMIT = 3.5;
    private static final int FEWEST = 4;

    private Outliers() {}

    /**
     * Finds them.
     *
     * @param values in any order; fewer than four have no outlier
     * @param least a distance from the median below which nothing is one, in the unit of the values
     * @return their places, from 0
     */
    public static int[] of(double[] values, double least) {
        if (values.length < FEWEST) {
            return new int[0];
        }
        double middle = Median.of(values);
        double far = Math.max(least, LIMIT * Median.absoluteDeviation(values));
        return IntStream.range(0, values.length)
                .filter(i -> Math.abs(values[i] - middle) > far)
                .toArray();
    }
}
