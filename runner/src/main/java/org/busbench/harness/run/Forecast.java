package org.busbench.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service.Served;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.record.Purpose;

/**
 * How long a run will take: a sum over its plan, in which every system comes up and serves what its adapter says. Its lower end
 * has the blocks that run in any case and searches that go smoothly; its upper end the blocks that the budget leaves time for,
 * and the longest searches. A guess for people; no figure of a report follows from it.
 *
 * @param parts the kinds of steps that the run has, in the order in which they come first
 */
public record Forecast(Plan plan, List<Part> parts, TimeRange total) {
    // What steps take beside their load: from a run of 24 adapters on a machine of two cores.
    private static final TimeRange BESIDE_TRIAL = TimeRange.seconds(0.2, 0.8);

    private static final TimeRange RIG = TimeRange.seconds(3, 10);
    private static final TimeRange AUDITED_SCENARIO = TimeRange.seconds(0.4, 3);
    private static final TimeRange VERIFIED_SCENARIO = TimeRange.seconds(0.3, 2);
    private static final TimeRange NATIVE_START = TimeRange.seconds(0.1, 1);
    private static final TimeRange JVM_START = TimeRange.seconds(1, 8);
    private static final TimeRange DISTRIBUTION_START = TimeRange.seconds(5, 30);
    /** A primer has two halves at least, each with its own start and end, and goes on to six times its length. */
    private static final double SHORTEST_PRIMER = 1.5;

    private static final double LONGEST_PRIMER = 6;

    /** The steps of one kind: how many at both ends, and how long all of them take. */
    public record Part(Kind kind, int fewest, int most, TimeRange span) {}

    /** Trials that are recorded already. */
    record Done(int inBlocks, int atRates) {}

    /** The kinds of steps on which a run spends its time. */
    public enum Kind {
        /** Auditing an adapter for parity, in a process of its own. */
        AUDIT("parity audits"),
        RIG("backend and injector"),
        START("starts of mediators"),
        /** Verifying an adapter, in all scenarios and sizes. */
        VERIFICATION("verification"),
        /** Trying every injector on a control. */
        CALIBRATION("calibration"),
        /** Load before the first trial of a process in a scenario. */
        PRIMER("primers"),
        /** A trial of a block, its probe and the work on its logs included. */
        TRIAL("trials"),
        /** A trial behind the blocks, at a rate that was set or sought. */
        RATE_TRIAL("trials at rates");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public Forecast {
        parts = List.copyOf(parts);
    }

    /**
     * Works it out.
     *
     * @param adapters those of the plan
     * @param roomBytes what all mediators together may take
     * @param audited whether each adapter is audited first
     * @param done trials that need not be made again
     */
    static Forecast of(Plan plan, List<Adapter> adapters, long roomBytes, boolean audited, Done done) {
        Repeats repeats = plan.suite().repeats();
        int bounds = plan.suite().load().frontier().size();
        Sum least = new Sum(plan, adapters, roomBytes, done);
        least.add(audited, repeats.blocks(), FrontierSearch.FEWEST_TRIALS);
        int blocks = repeats.maxBlocks();
        if (repeats.budget().isPresent()) {
            double ofBlock =
                    least.spans.getOrDefault(Kind.TRIAL, TimeRange.ZERO).from().toMillis() / (double) repeats.blocks();
            long fitting = (long) (repeats.budget().get().toMillis() / Math.max(1, ofBlock));
            blocks = (int) Math.max(repeats.blocks(), Math.min(blocks, fitting));
        }
        Sum most = new Sum(plan, adapters, roomBytes, done);
        most.add(audited, blocks, FrontierSearch.mostTrials(bounds));
        List<Part> parts = new ArrayList<>();
        most.steps.forEach((kind, number) -> {
            TimeRange span = new TimeRange(
                    least.spans.getOrDefault(kind, TimeRange.ZERO).from(),
                    most.spans.get(kind).to());
            parts.add(new Part(kind, least.steps.getOrDefault(kind, 0), number, span));
        });
        Duration longest = most.total().to().minus(beyondBudget(repeats, least.blocks.to(), most.blocks.to()));
        return new Forecast(plan, parts, new TimeRange(least.total().from(), longest));
    }

    /** The budget ends the blocks, however slow each is; but never those that run in any case. */
    private static Duration beyondBudget(Repeats repeats, Duration inAnyCase, Duration all) {
        Duration limit = repeats.budget()
                .map(budget -> budget.compareTo(inAnyCase) > 0 ? budget : inAnyCase)
                .orElse(all);
        return all.compareTo(limit) > 0 ? all.minus(limit) : Duration.ZERO;
    }

    /** Whether the parts together may come to more than the whole, since the budget ends the blocks before. */
    public boolean endedByBudget() {
        return total.to()
                        .compareTo(parts.stream()
                                .map(Part::span)
                                .reduce(TimeRange.ZERO, TimeRange::plus)
                                .to())
                < 0;
    }

    /** The steps of a run with a number of blocks, and of rounds in each search. */
    private static final class Sum {
        private final Plan plan;
        private final Suite suite;
        private final Map<String, Adapter> adapters = new LinkedHashMap<>();
        /** Whether not all mediators fit into memory, so that each has to be started for its trials. */
        private final boolean inTurns;

        private final Done done;
        private final Map<Kind, Integer> steps = new EnumMap<>(Kind.class);
        private final Map<Kind, TimeRange> spans = new EnumMap<>(Kind.class);
        private TimeRange blocks = TimeRange.ZERO;

        Sum(Plan plan, List<Adapter> adapters, long roomBytes, Done done) {
            this.plan = plan;
            this.suite = plan.suite();
            this.done = done;
            adapters.forEach(adapter -> this.adapters.put(adapter.name(), adapter));
            this.inTurns = adapters.stream()
                            .mapToLong(adapter -> Footprint.of(adapter, suite.jvmOptions()))
                            .sum()
                    > roomBytes;
        }

        void add(boolean audited, int ofBlocks, int rounds) {
            int scenarios = suite.scenarios().size();
            add(Kind.RIG, 1, RIG);
            for (Adapter adapter : adapters.values()) {
                if (adapter.hasProcess()) {
                    add(Kind.START, 1, start(adapter));
                }
                if (adapter.hasProcess() && audited) {
                    add(Kind.AUDIT, 1, start(adapter).plus(AUDITED_SCENARIO.times(scenarios)));
                }
                add(Kind.VERIFICATION, 1, VERIFIED_SCENARIO.times(scenarios));
            }
            if (suite.load().calibrate() && adapters.values().stream().anyMatch(Adapter::isBareControl)) {
                add(Kind.CALIBRATION, 1, calibration());
            }
            TimeRange before = total();
            blocks(ofBlocks);
            blocks = new TimeRange(
                    total().from().minus(before.from()), total().to().minus(before.to()));
            behind(rounds);
        }

        /** Each injector, against two backends. */
        private TimeRange calibration() {
            Suite.Phases phases = suite.phases();
            double seconds = seconds(phases.primer().plus(phases.trial())) * InjectorKind.values().length;
            return TimeRange.seconds(1.1, 2).times(2 * seconds);
        }

        private void blocks(int number) {
            int trials = plan.trialsInFullBlock();
            double left = Math.max(0, number - done.inBlocks() / (double) Math.max(1, trials));
            int forks = suite.repeats().forkOf(number);
            Map<String, Set<Object>> messages = new LinkedHashMap<>();
            List<PlannedTrial> block = plan.block(1, 1, plan.comparisons()).trials();
            for (int i = 0; i < block.size(); i++) {
                boolean duet = block.get(i).purpose() == Purpose.DUET;
                List<Cell> sides = duet
                        ? List.of(block.get(i).cell(), block.get(++i).cell())
                        : List.of(block.get(i).cell());
                boolean loads = sides.stream().allMatch(cell -> served(cell).isPresent());
                Cell cell = sides.get(0);
                Duration load = duet ? suite.duet() : suite.trial(cell.scenario(), cell.payload(), cell.concurrency());
                add(
                        Kind.TRIAL,
                        (int) Math.round(left * sides.size()),
                        loads ? trial(load).times(left) : TimeRange.ZERO);
                for (Cell side : loads ? sides : List.<Cell>of()) {
                    Served served = served(side).orElseThrow();
                    messages.computeIfAbsent(side.adapter(), unused -> new HashSet<>())
                            .add(List.of(served.sends(), served.url().text(), served.route()));
                    if (inTurns && left > 0) {
                        raise(adapters.get(side.adapter()), (int) Math.ceil(left), 1);
                    }
                }
            }
            messages.forEach((name, kinds) -> {
                Adapter adapter = adapters.get(name);
                raise(adapter, 0, kinds.size());
                if (!inTurns && forks > 1) {
                    raise(adapter, forks - 1, kinds.size());
                }
            });
        }

        /** Starts a mediator so often in the blocks, and primes each of its processes with so many kinds of messages; 0 stands for the one that is up. */
        private void raise(Adapter adapter, int starts, int kinds) {
            if (starts > 0 && !adapter.hasProcess()) {
                return;
            }
            add(Kind.START, starts, start(adapter).times(starts));
            if (!suite.phases().primer().isZero()) {
                int primers = starts == 0 ? kinds : starts * kinds;
                double seconds = seconds(suite.phases().primer());
                add(
                        Kind.PRIMER,
                        primers,
                        TimeRange.seconds(SHORTEST_PRIMER, LONGEST_PRIMER).times(primers * seconds));
            }
        }

        private void behind(int rounds) {
            int fixed = suite.load().fixedRate().isPresent() ? suite.repeats().blocks() : 0;
            int sought = suite.load().frontier().isEmpty() ? 0 : rounds;
            int skipped = done.atRates();
            for (Comparison comparison : plan.searched()) {
                for (Cell cell : plan.adapters().stream().map(comparison::of).toList()) {
                    boolean served = served(cell).isPresent();
                    // A search ends with the first trial of what is not served.
                    int planned = fixed + (served ? sought : Math.min(sought, 1));
                    int due = Math.max(0, planned - skipped);
                    skipped = Math.max(0, skipped - planned);
                    Duration load = suite.trial(cell.scenario(), cell.payload(), cell.concurrency());
                    add(Kind.RATE_TRIAL, due, served ? trial(load).times(due) : TimeRange.ZERO);
                }
            }
        }

        private Optional<Served> served(Cell cell) {
            return adapters.get(cell.adapter()).service(cell.scenario()) instanceof Served served
                    ? Optional.of(served)
                    : Optional.empty();
        }

        private static TimeRange trial(Duration load) {
            return new TimeRange(load, load).plus(BESIDE_TRIAL);
        }

        /** A native program is up at once, a JVM is not, and a container of its own distribution takes longest. */
        private static TimeRange start(Adapter adapter) {
            if (!(adapter.program() instanceof AdapterProgram.Java)) {
                return NATIVE_START;
            }
            return adapter.archives().isEmpty() ? JVM_START : DISTRIBUTION_START;
        }

        private static double seconds(Duration duration) {
            return duration.toMillis() / 1000.0;
        }

        private void add(Kind kind, int number, TimeRange span) {
            if (number > 0) {
                steps.merge(kind, number, Integer::sum);
                spans.merge(kind, span, TimeRange::plus);
            }
        }

        TimeRange total() {
            return spans.values().stream().reduce(TimeRange.ZERO, TimeRange::plus);
        }
    }
}
