package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.MedianInterval;

/**
 * What a message costs an adapter at the one rate that all adapters of a scenario and size got, beside what it costs at
 * the adapter's own peak: CPU time per message depends on the load.
 *
 * @param ratePerSecond requests per second
 * @param trials how many have figures
 * @param figures medians over those; empty when there is none
 * @param cpu interval of the mediator's CPU time per message; empty with fewer than two trials
 * @param cpuAtPeak the mediator's CPU-µs per message where it had most goodput in the blocks; empty when not known
 * @param notMeasured why the mediator's CPU time is not known; empty when it is, or there is no mediator
 * @param behind trials in which fewer than 99 % of the requests were answered, or one failed: there the rate was too high
 *     for this adapter, and its figure is not one of equal load
 */
public record FixedRateCost(
        Adapter adapter,
        String scenario,
        String payload,
        double ratePerSecond,
        int trials,
        Optional<Figures> figures,
        Optional<Interval> cpu,
        Optional<Double> cpuAtPeak,
        Optional<String> notMeasured,
        int behind) {

    /** The trials that a run made at a fixed rate, by scenario, size and adapter; empty when the suite asked for no such rate. */
    public static List<FixedRateCost> of(RecordedRun run, List<Cell> cells) {
        Map<List<String>, List<Trial>> trials = run.trials().stream()
                .filter(trial -> trial.purpose() == Purpose.FIXED_RATE)
                .collect(Collectors.groupingBy(trial -> List.of(trial.scenario(), trial.payload(), trial.adapter())));
        List<FixedRateCost> all = new ArrayList<>();
        for (String scenario : run.info().suite().scenarios()) {
            for (String payload : run.info().suite().payloads()) {
                for (Adapter adapter : run.info().adapters()) {
                    List<Trial> own = trials.getOrDefault(List.of(scenario, payload, adapter.name()), List.of());
                    if (!own.isEmpty()) {
                        long seed = run.info().suite().seed();
                        all.add(of(adapter, own, cells, seed));
                    }
                }
            }
        }
        return all;
    }

    private static FixedRateCost of(Adapter adapter, List<Trial> trials, List<Cell> cells, long seed) {
        Trial first = trials.get(0);
        List<Trial> measured = Disturbances.counted(trials);
        double[] cpu = (Measure.CPU.isKnown(trials) ? measured : List.<Trial>of())
                .stream()
                        .map(Measure.CPU::of)
                        .filter(value -> value != null)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
        return new FixedRateCost(
                adapter,
                first.scenario(),
                first.payload(),
                first.load().ratePerSecond(),
                measured.size(),
                measured.isEmpty() ? Optional.empty() : Optional.of(Figures.of(measured)),
                MedianInterval.of(cpu, seed),
                peak(adapter, first, cells),
                trials.stream()
                        .map(trial -> trial.use().processes().notMeasured())
                        .filter(Objects::nonNull)
                        .findFirst(),
                (int) measured.stream().filter(FixedRateCost::fellBehind).count());
    }

    private static Optional<Double> peak(Adapter adapter, Trial trial, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.adapter().name().equals(adapter.name())
                        && cell.comparison().scenario().equals(trial.scenario())
                        && cell.comparison().payload().equals(trial.payload())
                        && cell.figures().isPresent())
                .max(Comparator.comparingDouble(Cell::goodputPerSecond))
                .map(cell -> cell.figures().orElseThrow().cpuMicrosPerMessage().mediator());
    }

    private static boolean fellBehind(Trial trial) {
        return trial.result().errors().total() > 0
                || trial.result().goodputPerSecond()
                        < Frontier.DELIVERED * trial.load().ratePerSecond();
    }
}
