package org.busbench.harness.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.run.Forecast;
import org.busbench.harness.run.Forecast.Part;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.harness.text.Durations;

/** A plan for people: what would be measured, in which order, and how long it takes. */
final class PlanLines {

    private PlanLines() {}

    static List<String> of(Forecast forecast) {
        Plan plan = forecast.plan();
        Block first = plan.firstBlocks().get(0);
        TextTable table = new TextTable(List.of("trial", "scenario", "payload", "load", "adapter"));
        for (PlannedTrial trial : first.trials()) {
            Cell cell = trial.cell();
            table.row(List.of(
                    Integer.toString(trial.number()),
                    cell.scenario(),
                    cell.payload(),
                    cell.comparison().level(),
                    cell.adapter()));
        }
        List<String> lines = new ArrayList<>();
        lines.add("the first block:");
        lines.addAll(table.lines());
        lines.add("");
        lines.addAll(summary(plan));
        lines.add("");
        lines.addAll(ForecastLines.of(forecast));
        return lines;
    }

    private static List<String> summary(Plan plan) {
        Repeats repeats = plan.suite().repeats();
        Phases phases = plan.suite().phases();
        LoadShape load = plan.suite().load();
        int comparisons = plan.comparisons().size();
        int cells = plan.trialsInFullBlock();
        List<String> lines = new ArrayList<>();
        lines.add(plan.suite().name() + ": " + Progress.count(comparisons, "comparison") + " of "
                + Progress.count(plan.adapters().size(), "adapter") + ", so " + Progress.count(cells, "cell") + "; "
                + Progress.count(repeats.blocks(), "block") + ", so "
                + Progress.count(repeats.blocks() * cells, "trial"));
        if (repeats.adaptive()) {
            lines.add("then more blocks for comparisons without a verdict, up to " + repeats.maxBlocks()
                    + repeats.budget()
                            .map(budget -> " or until " + Durations.show(budget) + " are spent")
                            .orElse(""));
        }
        if (load.fixedRate().isPresent()) {
            lines.add("then all adapters at one rate: "
                    + load.fixedRate()
                            .get()
                            .ratePerSecond()
                            .map(rate -> rate + "/s")
                            .orElse("half of what the slowest reached"));
        }
        if (!load.frontier().isEmpty()) {
            lines.add("then the highest rate with p99 within "
                    + load.frontier().stream().map(Durations::show).collect(Collectors.joining(", ")) + ": at most "
                    + FrontierSearch.mostTrials(load.frontier().size())
                    + " trials of an adapter, scenario and payload");
        }
        lines.add("a trial: " + Durations.show(phases.warmup()) + " warm-up, " + Durations.show(phases.measure())
                + " measured"
                + (phases.count().isZero() ? "" : ", instructions counted for " + Durations.show(phases.count()))
                + "; before the first of an adapter and scenario: " + Durations.show(phases.primer())
                + " primer");
        lines.addAll(longerWarmups(plan));
        lines.add("injector " + load.injector().key() + ", seed " + plan.suite().seed() + ", pin "
                + plan.suite().pinning().key()
                + load.probeRatePerSecond()
                        .map(rate -> ", probe " + rate + "/s")
                        .orElse(""));
        return lines;
    }

    /** A line for each warm-up that parts of the suite make longer, with the comparisons that have it. */
    private static List<String> longerWarmups(Plan plan) {
        Map<Duration, List<String>> longer = new TreeMap<>();
        for (Comparison one : plan.comparisons()) {
            Duration warmup = plan.suite().warmup(one.scenario(), one.payload(), one.concurrency());
            if (!warmup.equals(plan.suite().phases().warmup())) {
                longer.computeIfAbsent(warmup, none -> new ArrayList<>())
                        .add(one.scenario() + " " + one.payload() + " " + one.level());
            }
        }
        return longer.entrySet().stream()
                .map(entry ->
                        Durations.show(entry.getKey()) + " warm-up instead: " + String.join(", ", entry.getValue()))
                .toList();
    }

    /** How long a run will take, part by part, for people. */
    private static final class ForecastLines {

        private ForecastLines() {}

        static List<String> of(Forecast forecast) {
            List<String> lines = new ArrayList<>();
            lines.add("how long, by what such steps take on a machine of two cores:");
            TextTable table = new TextTable(List.of("part", "steps", "time"));
            for (Part part : forecast.parts()) {
                table.row(List.of(part.kind().words(), steps(part), part.span().show()));
            }
            forecast.plan()
                    .suite()
                    .load()
                    .probeRatePerSecond()
                    .ifPresent(rate -> table.row(List.of("probes", "", "none of their own: they run beside the load")));
            table.lines().forEach(lines::add);
            if (forecast.endedByBudget()) {
                lines.add("the budget ends the blocks before all parts can take their longest");
            }
            lines.add("in all " + forecast.total().show());
            return lines;
        }

        private static String steps(Part part) {
            return part.fewest() == part.most() ? Integer.toString(part.most()) : part.fewest() + " to " + part.most();
        }
    }
}
