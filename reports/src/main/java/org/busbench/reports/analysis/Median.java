package org.busbench.reports.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle value. */
final class Median {

    private Median() {}

    static <T> double of(List<T> items, ToDoubleFunction<T> value) {
        if (items.isEmpty()) {
            throw new IllegalArgumentException("nothing has no median");
        }
        double[] sorted = items.stream().mapToDouble(value).sorted().toArray();
        int upper = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
    }
}
