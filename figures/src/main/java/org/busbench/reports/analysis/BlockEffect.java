package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.Outliers;

/**
 * Blocks of a comparison that differ from the others for all adapters alike: something happened to the rig, not to an
 * adapter. Ratios within such a block are none the worse, so it counts like any other; but a reader who looks at one adapter
 * alone would take it for that adapter's own.
 */
final class BlockEffect {

    /** Nearer to the usual, in goodput and for every adapter, a block is none that differs. */
    private static final double NOTABLE = 0.10;

    private static final int FEWEST_ADAPTERS = 2;

    private BlockEffect() {}

    /** A sentence for each such block, for all trials of one comparison; empty with fewer than four blocks. */
    static List<String> sentences(Collection<Trial> comparison) {
        Map<Integer, List<Double>> deviations = deviations(comparison);
        List<Integer> blocks = List.copyOf(deviations.keySet());
        double[] middles = blocks.stream()
                .mapToDouble(block -> Median.of(deviations.get(block), Double::doubleValue))
                .toArray();
        List<String> sentences = new ArrayList<>();
        for (int far : Outliers.of(middles, Math.log1p(NOTABLE))) {
            List<Double> block = deviations.get(blocks.get(far));
            if (alike(block, middles[far])) {
                sentences.add(String.format(
                        Locale.ROOT,
                        "block %d had %+.0f %% goodput for all %d adapters alike: that was the rig",
                        blocks.get(far),
                        100 * Math.expm1(middles[far]),
                        block.size()));
            }
        }
        return sentences;
    }

    private static boolean alike(List<Double> deviations, double middle) {
        return deviations.size() >= FEWEST_ADAPTERS
                && deviations.stream()
                        .allMatch(
                                own -> Math.signum(own) == Math.signum(middle) && Math.abs(own) >= Math.log1p(NOTABLE));
    }

    /** By block, for each adapter: the logarithm of its goodput over its usual goodput. */
    private static Map<Integer, List<Double>> deviations(Collection<Trial> comparison) {
        Map<Integer, List<Double>> deviations = new TreeMap<>();
        comparison.stream()
                .filter(trial -> trial.measured() && trial.result().goodputPerSecond() > 0)
                .collect(Collectors.groupingBy(Trial::adapter))
                .values()
                .forEach(trials -> {
                    double usual =
                            Median.of(trials, trial -> Math.log(trial.result().goodputPerSecond()));
                    trials.forEach(trial -> deviations
                            .computeIfAbsent(trial.block(), key -> new ArrayList<>())
                            .add(Math.log(trial.result().goodputPerSecond()) - usual));
                });
        return deviations;
    }
}
