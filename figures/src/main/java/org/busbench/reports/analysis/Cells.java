package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.statistics.Median;

/**
 * Every cell that the suite asked for, measured or not. A run made from sample logs has no suite: there it is every cell
 * that has samples.
 */
final class Cells {

    private final RecordedRun run;
    private final Map<String, List<Trial>> trials;
    private final FlagRules flagRules;
    private final RelayCost relay;

    private Cells(RecordedRun whole) {
        RecordedRun run = whole.inBlocks();
        this.run = run;
        this.flagRules = new FlagRules(run);
        this.relay = RelayCost.of(run.trials());
        this.trials = run.trials().stream()
                .collect(Collectors.groupingBy(trial -> key(trial.adapter(), Comparison.of(trial))));
    }

    /** The cells in the order of scenarios, payloads, concurrency levels and adapters. */
    static List<Cell> of(RecordedRun run) {
        Cells cells = new Cells(run);
        List<Cell> all = new ArrayList<>();
        Suite suite = run.info().suite();
        for (String scenario : suite.scenarios()) {
            for (String payload : suite.payloads()) {
                Stream.concat(
                                suite.concurrency().stream()
                                        .filter(clients -> suite.measures(scenario, payload, clients))
                                        .map(concurrency -> new Comparison(scenario, payload, concurrency, null)),
                                cells.open(scenario, payload))
                        .forEach(comparison -> all.addAll(cells.compared(comparison)));
            }
        }
        return all;
    }

    /** The comparisons at a rate, as far as the run came. They are read from the trials, since only those know the number of connections. */
    private Stream<Comparison> open(String scenario, String payload) {
        return run.trials().stream()
                .map(Comparison::of)
                .filter(Comparison::open)
                .filter(comparison -> comparison.scenario().equals(scenario)
                        && comparison.payload().equals(payload))
                .distinct()
                .sorted(Comparator.comparingDouble(Comparison::ratePerSecond)
                        .thenComparingInt(Comparison::concurrency));
    }

    private List<Cell> compared(Comparison comparison) {
        List<Trial> direct = trials.getOrDefault(key(Cell.CEILING, comparison), List.of());
        List<String> effects = BlockEffect.sentences(run.info().adapters().stream()
                .flatMap(adapter -> trials.getOrDefault(key(adapter.name(), comparison), List.of()).stream())
                .toList());
        List<Cell> cells = run.info().adapters().stream()
                .filter(adapter -> asked(adapter, comparison))
                .map(adapter -> cell(adapter, comparison, direct, effects))
                .toList();
        OptionalDouble best = cells.stream()
                .filter(cell -> !cell.control() && cell.figures().isPresent())
                .mapToDouble(Cell::goodputPerSecond)
                .max();
        return cells.stream()
                .map(cell ->
                        cell.asBest(cell.figures().isPresent() && cell.goodputPerSecond() == best.orElse(Double.NaN)))
                .toList();
    }

    /** Logs of samples ask for nothing, and a suite of duets asks for no cell: what is there, is there. */
    private boolean asked(Adapter adapter, Comparison comparison) {
        if (trials.containsKey(key(adapter.name(), comparison))) {
            return true;
        }
        boolean inParts = comparison.open()
                || run.info()
                        .suite()
                        .measures(
                                adapter.name(), comparison.scenario(), comparison.payload(), comparison.concurrency());
        if (!inParts) {
            return false;
        }
        boolean cells = run.info().suite().cells().duets().isEmpty();
        return run.samples().isEmpty() && (cells || refusal(adapter, comparison).isPresent());
    }

    private Cell cell(Adapter adapter, Comparison comparison, List<Trial> direct, List<String> blockEffects) {
        List<Trial> all = trials.getOrDefault(key(adapter.name(), comparison), List.of()).stream()
                .sorted(Comparator.comparingInt(Trial::block).thenComparingInt(Trial::number))
                .toList();
        List<Trial> measured = Disturbances.counted(all);
        boolean ceiling = adapter.name().equals(Cell.CEILING);
        Optional<Double> share = ceiling ? Optional.empty() : share(measured, Disturbances.counted(direct));
        return new Cell(
                adapter,
                comparison,
                outcome(adapter, comparison, all),
                reason(adapter, comparison, all),
                all,
                measured.isEmpty() ? Optional.empty() : Optional.of(Figures.of(measured)),
                share,
                relay.times(all),
                Findings.of(
                        all,
                        ceiling ? List.of() : direct,
                        run,
                        flagRules.of(adapter.name(), comparison.scenario(), all, share, blockEffects)),
                false);
    }

    static List<Trial> measured(List<Trial> trials) {
        return trials.stream().filter(Trial::measured).toList();
    }

    /** Within each block, then the median: what slows the rig slows both. */
    private static Optional<Double> share(List<Trial> measured, List<Trial> direct) {
        Map<Integer, Double> ceilings = direct.stream()
                .filter(trial -> trial.result().goodputPerSecond() > 0)
                .collect(Collectors.toMap(
                        Trial::block, trial -> trial.result().goodputPerSecond(), (first, second) -> second));
        double[] shares = measured.stream()
                .filter(trial -> ceilings.containsKey(trial.block()))
                .mapToDouble(trial -> trial.result().goodputPerSecond() / ceilings.get(trial.block()))
                .toArray();
        return shares.length == 0 ? Optional.empty() : Optional.of(Median.of(shares));
    }

    private Status outcome(Adapter adapter, Comparison comparison, List<Trial> all) {
        if (all.stream().anyMatch(Trial::measured)) {
            return Status.MEASURED;
        }
        if (all.stream().anyMatch(trial -> trial.outcome() == Outcome.FAILED)) {
            return Status.FAILED;
        }
        return all.isEmpty() && refusal(adapter, comparison).isEmpty() ? Status.NOT_REACHED : Status.NOT_SERVED;
    }

    private String reason(Adapter adapter, Comparison comparison, List<Trial> all) {
        List<Trial> without = all.stream().filter(trial -> !trial.measured()).toList();
        if (!without.isEmpty()) {
            String reasons = without.stream()
                    .map(trial -> trial.result().reason())
                    .distinct()
                    .collect(Collectors.joining("; "));
            return all.size() == without.size()
                    ? reasons
                    : without.size() + " of " + all.size() + " trials have no figures: " + reasons;
        }
        if (!all.isEmpty()) {
            return "";
        }
        return refusal(adapter, comparison).orElse("the run ended before this cell was measured");
    }

    private Optional<String> refusal(Adapter adapter, Comparison comparison) {
        return run.verifications().stream()
                .filter(verification -> verification.adapter().equals(adapter.name())
                        && verification.scenario().equals(comparison.scenario())
                        && verification.payload().equals(comparison.payload())
                        && verification.outcome() == Verification.Outcome.NOT_SERVED)
                .map(Verification::reason)
                .findFirst();
    }

    private static String key(String adapter, Comparison comparison) {
        return adapter + "\n" + comparison;
    }
}
