package org.busbench.reports.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Many comparisons at once: of twenty, one differs by chance. Holm's step-down correction (1979, Scandinavian
 * Journal of Statistics 6, 65) keeps the probability of even one false claim, whatever depends on what.
 */
public final class Holm {

    private Holm() {}

    /**
     * Corrects p values.
     *
     * @param pValues of all comparisons that are made together
     * @return in the same order; one below 0.05 may be claimed at 5 % for all of them together
     */
    public static double[] adjusted(double... pValues) {
        int[] order = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[pValues.length];
        double highest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            highest = Math.max(highest, Math.min(1, (order.length - rank) * pValues[order[rank]]));
            adjusted[order[rank]] = highest;
        }
        return adjusted;
    }
}
