package org.busbench.harness.forecast;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.PlannedStep.Stage;
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite.Phases;

/**
 * How long a run will take. Its lower end has the blocks that run in any case and searches that go smoothly; its upper end
 * the blocks that the budget leaves time for, where no comparison is decided early, and the longest searches.
 *
 * @param due the steps of the lower end, in order
 * @param parts how long the steps of each kind take together, and how many they are
 * @param runs how many earlier runs it was learned from; 0 when it goes by what is declared
 * @param costs how long each kind of step takes
 */
public record Forecast(
        Subject subject, List<Timed> due, Map<StepKind, Part> parts, TimeRange total, int runs, StepCosts costs) {

    private static final double MILLIS = 1000;

    /**
     * A step with its time.
     *
     * @param span how long
     */
    public record Timed(PlannedStep step, TimeRange span) {}

    /**
     * The steps of one kind.
     *
     * @param fewest how many at the lower end
     * @param most how many at the upper end
     * @param span how long all of them take
     */
    public record Part(int fewest, int most, TimeRange span) {}

    /** Makes the collections unchangeable. */
    public Forecast {
        due = List.copyOf(due);
        parts = Map.copyOf(parts);
    }

    /** Trials that need not be made again. */
    public record Done(int inBlocks, int atRates) {
        /** Nothing is done yet: a new run. */
        public static final Done NOTHING = new Done(0, 0);
    }

    /**
     * What a run is to do, and with what.
     *
     * @param roomBytes what all mediators together may take
     * @param audited whether each adapter is audited first
     */
    public record Subject(Plan plan, List<Adapter> adapters, long roomBytes, boolean audited, Done done) {
        /** Makes the list unchangeable. */
        public Subject {
            adapters = List.copyOf(adapters);
        }
    }

    /** Works it out. */
    public static Forecast of(Subject subject, EarlierRuns earlier) {
        StepCosts costs = new StepCosts(earlier.steps());
        Plan plan = subject.plan();
        Repeats repeats = plan.suite().repeats();
        int bounds = plan.suite().load().frontier().size();
        IntFunction<List<Timed>> shortest =
                blocks -> timed(ExpectedSteps.of(subject, blocks, FrontierSearch.FEWEST_TRIALS), subject, costs);
        List<Timed> least = shortest.apply(repeats.blocks());
        List<Timed> most = least;
        if (repeats.adaptive() || bounds > 0) {
            int blocks = mostBlocks(repeats, shortest);
            most = timed(ExpectedSteps.of(subject, blocks, FrontierSearch.mostTrials(bounds)), subject, costs);
        }
        Duration longest = sum(most, step -> true).to().minus(beyondBudget(repeats, least, most));
        TimeRange total = new TimeRange(sum(least, step -> true).from(), longest);
        return new Forecast(subject, least, parts(least, most), total, earlier.runs(), costs);
    }

    /** The plan of the run. */
    public Plan plan() {
        return subject.plan();
    }

    /**
     * The steps of further blocks, with the starts and primers of a new fork.
     *
     * @param blocks that follow each other, not the first one among them; at least one
     */
    List<Timed> further(List<Block> blocks) {
        return timed(ExpectedSteps.further(subject, blocks), subject, costs);
    }

    private static List<Timed> timed(List<PlannedStep> steps, Subject subject, StepCosts costs) {
        Map<String, Adapter> byName =
                subject.adapters().stream().collect(Collectors.toMap(Adapter::name, Function.identity()));
        return steps.stream()
                .map(step -> new Timed(step, costs.of(step, byName.get(step.adapter()))))
                .toList();
    }

    /**
     * How much load it takes to calibrate the injectors: each of ours, and wrk which has no primer, against two backends.
     */
    public static double calibrationSeconds(Phases phases) {
        Duration ofOurs = phases.primer().plus(phases.trial()).multipliedBy(InjectorKind.values().length);
        return ofOurs.plus(phases.measure()).multipliedBy(2).toMillis() / MILLIS;
    }

    /** The number of blocks for which the budget has time if all goes fast. */
    private static int mostBlocks(Repeats repeats, IntFunction<List<Timed>> ofBlocks) {
        if (repeats.budget().isEmpty()) {
            return repeats.maxBlocks();
        }
        Duration budget = repeats.budget().get();
        int fitting = repeats.blocks();
        int tooMany = repeats.maxBlocks() + 1;
        while (tooMany - fitting > 1) {
            int middle = (fitting + tooMany) / 2;
            boolean fits =
                    sum(ofBlocks.apply(middle), Forecast::ofBlocks).from().compareTo(budget) <= 0;
            fitting = fits ? middle : fitting;
            tooMany = fits ? tooMany : middle;
        }
        return fitting;
    }

    /** The budget ends the blocks, however slow each is; but never those that run in any case. */
    private static Duration beyondBudget(Repeats repeats, List<Timed> least, List<Timed> most) {
        Duration all = sum(most, Forecast::ofBlocks).to();
        Duration inAnyCase = sum(least, Forecast::ofBlocks).to();
        Duration limit = repeats.budget()
                .filter(budget -> budget.compareTo(inAnyCase) > 0)
                .orElse(repeats.budget().isPresent() ? inAnyCase : all);
        return all.compareTo(limit) > 0 ? all.minus(limit) : Duration.ZERO;
    }

    private static boolean ofBlocks(PlannedStep step) {
        return step.stage() == Stage.BLOCKS;
    }

    private static TimeRange sum(List<Timed> steps, Predicate<PlannedStep> which) {
        return steps.stream()
                .filter(timed -> which.test(timed.step()))
                .map(Timed::span)
                .reduce(TimeRange.ZERO, TimeRange::plus);
    }

    private static Map<StepKind, Part> parts(List<Timed> least, List<Timed> most) {
        Map<StepKind, Part> parts = new EnumMap<>(StepKind.class);
        for (StepKind kind : StepKind.values()) {
            int many = count(most, kind);
            if (many > 0) {
                TimeRange span = new TimeRange(
                        sum(least, step -> step.kind() == kind).from(),
                        sum(most, step -> step.kind() == kind).to());
                parts.put(kind, new Part(count(least, kind), many, span));
            }
        }
        return parts;
    }

    private static int count(List<Timed> steps, StepKind kind) {
        return (int) steps.stream().filter(timed -> timed.step().kind() == kind).count();
    }

    /** Whether the parts together may come to more than the whole, since the budget ends the blocks before. */
    public boolean endedByBudget() {
        Duration all = parts.values().stream()
                .map(Part::span)
                .reduce(TimeRange.ZERO, TimeRange::plus)
                .to();
        return total.to().compareTo(all) < 0;
    }
}
