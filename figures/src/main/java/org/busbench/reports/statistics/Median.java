package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle value; of an even number of values the mean of the two in the middle. */
public final class Median {

    /** The factor by which the median absolute deviation of a normal distribution is smaller than its deviation. */
    static final double NORMAL_CONSISTENCY = 1.4826;

    private Median() {}

    /** Of at least one item. */
    public static <T> double of(List<T> items, ToDoubleFunction<T> value) {
        return of(items.stream().mapToDouble(value).toArray());
    }

    /** Of at least one value, in any order. */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing has no median");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int upper = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
    }

    /**
     * How far values lie from their median: the median of the distances, scaled so that it estimates the standard
     * deviation of normally distributed values (Leys et al. 2013, Journal of Experimental Social Psychology 49, 764).
     *
     * @param values at least one
     * @return scaled median absolute deviation, in the unit of the values
     */
    public static double absoluteDeviation(double... values) {
        double middle = of(values);
        return NORMAL_CONSISTENCY
                * of(Arrays.stream(values).map(v -> Math.abs(v - middle)).toArray());
    }
}
