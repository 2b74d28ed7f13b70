package org.busbench.reports.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A slope that a few wild points cannot turn: the median of the slopes of all pairs (Sen 1968, JASA 63, 1379). */
public final class TheilSen {

    private TheilSen() {}

    /** Change of y for 1 of x, of which at least two differ. */
    public static double slope(double[] x, double[] y) {
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            for (int j = i + 1; j < x.length; j++) {
                if (x[i] != x[j]) {
                    slopes.add((y[j] - y[i]) / (x[j] - x[i]));
                }
            }
        }
        return Median.of(slopes, Double::doubleValue);
    }

    /** The slope of at least two values at equal steps. */
    public static double slope(double[] y) {
        return slope(steps(y.length), y);
    }

    /** The places of so many values at equal steps. */
    static double[] steps(int count) {
        return IntStream.range(0, count).asDoubleStream().toArray();
    }
}
