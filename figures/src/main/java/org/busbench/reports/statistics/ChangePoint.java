package org.busbench.reports.statistics;

/**
 * Where the level of a series changed once, if it did: Pettitt's test (1979, Applied Statistics 28, 126), which needs no
 * assumption on the distribution. Fewer than fifteen values cannot reach 1 %.
 *
 * @param after how many values lie before the change
 */
public record ChangePoint(int after, double pValue) {

    /** Looks for the most probable change among at least two values at equal steps. */
    public static ChangePoint of(double... y) {
        int n = y.length;
        int best = 1;
        long furthest = -1;
        for (int t = 1; t < n; t++) {
            long u = 0;
            for (int i = 0; i < t; i++) {
                for (int j = t; j < n; j++) {
                    u += Double.compare(y[i], y[j]);
                }
            }
            if (Math.abs(u) > furthest) {
                furthest = Math.abs(u);
                best = t;
            }
        }
        double size = n;
        double p = 2 * Math.exp(-6.0 * furthest * furthest / (size * size * size + size * size));
        return new ChangePoint(best, Math.min(1, p));
    }
}
