package org.busbench.harness.run;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.record.Subject;
import org.busbench.harness.record.TrialRecord;

/**
 * What the adapters reached in the blocks of a run: the median over the blocks at each level of load, then the highest
 * level. Follows from the record alone.
 */
final class Saturation {

    private final List<TrialRecord> trials;

    /** Of everything that is recorded; trials that are no block's are passed over. */
    Saturation(List<TrialRecord> trials) {
        this.trials = trials.stream()
                .filter(TrialRecord::measured)
                .filter(trial -> trial.subject().purpose() == null)
                .toList();
    }

    /** Verified responses per second of one adapter; empty when it has no figure. */
    OptionalDouble of(String adapter, Comparison comparison) {
        return best(trials.stream()
                .filter(trial -> trial.subject().adapter().equals(adapter) && isOf(trial.subject(), comparison))
                .toList());
    }

    /** The same of the slowest adapter that has a figure. */
    OptionalDouble ofSlowest(Comparison comparison) {
        return trials.stream()
                .filter(trial -> isOf(trial.subject(), comparison))
                .collect(Collectors.groupingBy(trial -> trial.subject().adapter()))
                .values()
                .stream()
                .map(Saturation::best)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }

    private static OptionalDouble best(List<TrialRecord> ofAdapter) {
        Map<String, List<Double>> byLevel = ofAdapter.stream()
                .collect(Collectors.groupingBy(
                        Saturation::level,
                        Collectors.mapping(trial -> trial.result().goodputPerSecond(), Collectors.toList())));
        return byLevel.values().stream().mapToDouble(Saturation::median).max();
    }

    private static String level(TrialRecord trial) {
        return trial.subject().concurrency() + " " + trial.conditions().load();
    }

    private static boolean isOf(Subject subject, Comparison comparison) {
        return subject.scenario().equals(comparison.scenario())
                && subject.payload().equals(comparison.payload());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
