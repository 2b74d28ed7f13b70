package org.busbench.reports.analysis;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.busbench.reports.run.Trial;
import org.busbench.reports.statistics.MannKendall;
import org.busbench.reports.statistics.Median;

/**
 * Whether a mediator takes more and more CPU time for a message within a trial, whatever its clients see of it: one whose
 * clients come at a rate of their own, or pause, can become ten times as dear and lose no response. The machine cannot
 * imitate that: a CPU that is slow is so for backend and injector too, so what they take is the measure.
 */
final class Dearness {
    /** By this much the later half must be dearer than the first: compilers and collectors come and go. */
    private static final double NOTABLE = 1.5;

    private static final double SIGNIFICANCE = 0.01;
    private static final int FEWEST_SECONDS = 5;

    private Dearness() {}

    /** One sentence, when it does. */
    static Optional<String> of(Trial trial, double[] series) {
        double[] own = Excuse.costs(trial.processes().mediator(), series);
        double[] backend = Excuse.costs(trial.processes().backend(), series);
        double[] injector = Excuse.costs(trial.processes().injector(), series);
        int[] seconds = IntStream.range(0, Math.min(own.length, Math.min(backend.length, injector.length)))
                .filter(i -> Double.isFinite(own[i]) && backend[i] + injector[i] > 0)
                .filter(i -> Double.isFinite(backend[i] + injector[i]))
                .toArray();
        if (seconds.length < FEWEST_SECONDS) {
            return Optional.empty();
        }
        double[] costs = Arrays.stream(seconds).mapToDouble(i -> own[i]).toArray();
        double[] relative = Arrays.stream(seconds)
                .mapToDouble(i -> own[i] / (backend[i] + injector[i]))
                .toArray();
        MannKendall trend = MannKendall.of(relative);
        boolean rises = trend.score() > 0 && trend.pValue() < SIGNIFICANCE;
        return rises && growth(costs) > NOTABLE && growth(relative) > NOTABLE
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "drifted by %+.0f %% in CPU time per message from the first half to the second"
                                + " (Mann-Kendall, p = %.2g), where backend and injector did not",
                        100 * (growth(costs) - 1),
                        trend.pValue()))
                : Optional.empty();
    }

    /** The second half's median by the first half's. */
    private static double growth(double[] costs) {
        int half = costs.length / 2;
        double first = Median.of(Arrays.copyOf(costs, half));
        return first > 0 ? Median.of(Arrays.copyOfRange(costs, costs.length - half, costs.length)) / first : 1;
    }
}
