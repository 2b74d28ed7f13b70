package org.busbench.harness.forecast;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.forecast.Forecast.Subject;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.PlannedStep.Stage;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.plan.ProcessPool.Start;
import org.busbench.harness.plan.RunOrder;
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.process.Footprint;

/**
 * A run in which nothing is started and nothing is measured: it counts the steps of {@link RunOrder}, where every system
 * comes up and serves what its adapter says. An object is for one dry run, on one thread.
 */
final class DryRun implements RunOrder.Actions<DryRun.CountedSystem> {

    private static final int SOME_RATE = 1;

    private final Subject subject;
    private final Iterator<Block> blocks;
    private final int rounds;
    private final List<PlannedStep> steps = new ArrayList<>();
    private int blockTrials;

    private DryRun(Subject subject, List<Block> blocks, int rounds) {
        this.subject = subject;
        this.blocks = blocks.iterator();
        this.rounds = rounds;
    }

    /** The steps of a run with so many blocks, whose searches for a frontier try so many rates each. */
    static List<PlannedStep> of(Subject subject, int blocks, int rounds) {
        List<Block> all = new ArrayList<>();
        int first = 1;
        for (int number = 1; number <= blocks; number++) {
            Block block = subject.plan().block(number, first, subject.plan().comparisons());
            first += block.trials().size();
            all.add(block);
        }
        DryRun run = new DryRun(subject, all, rounds);
        run.count(order -> order.run(subject.audited(), true));
        return run.steps;
    }

    /** The steps of blocks that follow each other and a block with every comparison. */
    static List<PlannedStep> further(Subject subject, List<Block> blocks) {
        Subject allDue =
                new Subject(subject.plan(), subject.adapters(), subject.roomBytes(), false, Forecast.Done.NOTHING);
        int before = blocks.get(0).number() - 1;
        List<Block> all = new ArrayList<>();
        all.add(subject.plan().block(before, 1, subject.plan().comparisons()));
        all.addAll(blocks);
        DryRun run = new DryRun(allDue, all, 0);
        run.count(order -> order.blocks(run.pool()));
        int known = 0;
        for (int trials = 0; trials < all.get(0).trials().size(); known++) {
            trials += run.steps.get(known).kind() == StepKind.TRIAL ? 1 : 0;
        }
        return run.steps.subList(known, run.steps.size());
    }

    @FunctionalInterface
    private interface Walk {
        void take(RunOrder<CountedSystem> order) throws IOException, InterruptedException;
    }

    private void count(Walk walk) {
        try {
            walk.take(new RunOrder<>(subject.plan(), this));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("a dry run neither reads nor waits", e);
        }
    }

    /** A system that comes up whenever it is started. */
    static final class CountedSystem implements ProcessPool.Member {

        private final Adapter adapter;
        private final long footprintBytes;
        private int starts;
        private boolean up;

        CountedSystem(Adapter adapter, List<String> jvmOptions) {
            this.adapter = adapter;
            this.footprintBytes = Footprint.of(adapter, jvmOptions);
        }

        @Override
        public String name() {
            return adapter.name();
        }

        @Override
        public long footprintBytes() {
            return footprintBytes;
        }

        @Override
        public boolean failed() {
            return false;
        }

        @Override
        public boolean hasProcess() {
            return up;
        }

        @Override
        public void start() {
            starts++;
            up = true;
        }

        @Override
        public void stop() {
            up = false;
        }

        private Optional<Service.Served> service(Comparison comparison) {
            return adapter.service(comparison.scenario()) instanceof Service.Served served
                    ? Optional.of(served)
                    : Optional.empty();
        }
    }

    private ProcessPool<CountedSystem> pool() {
        List<String> jvmOptions = subject.plan().suite().jvmOptions();
        return new ProcessPool<>(
                subject.adapters().stream()
                        .map(adapter -> new CountedSystem(adapter, jvmOptions))
                        .toList(),
                subject.roomBytes());
    }

    private Adapter adapter(String name) {
        return subject.adapters().stream()
                .filter(adapter -> adapter.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public boolean audit(String adapter) {
        return adapter(adapter).hasProcess();
    }

    @Override
    public ProcessPool<CountedSystem> start() throws InterruptedException {
        ProcessPool<CountedSystem> pool = pool();
        pool.startAll(system -> {}, system -> {});
        return pool;
    }

    @Override
    public void describe(CountedSystem system) {}

    @Override
    public void open() {}

    @Override
    public void verify(CountedSystem system) {}

    @Override
    public double calibrate() {
        return subject.adapters().stream().anyMatch(Adapter::isBareControl)
                ? Forecast.calibrationSeconds(subject.plan().suite().phases())
                : 0;
    }

    @Override
    public Optional<Block> nextBlock() {
        if (!blocks.hasNext()) {
            return Optional.empty();
        }
        Block block = blocks.next();
        blockTrials += block.trials().size();
        return Optional.of(block);
    }

    /** A run that goes on may have had more blocks than are counted here: trials at rates are numbered apart. */
    @Override
    public boolean isRecorded(PlannedTrial trial) {
        return trial.purpose().ofBlock()
                ? trial.number() <= subject.done().inBlocks()
                : trial.number() - blockTrials <= subject.done().atRates();
    }

    @Override
    public RunOrder.TrialActions trial(PlannedTrial trial, CountedSystem system) {
        Optional<Service.Served> service = system.service(trial.cell().comparison());
        return new RunOrder.TrialActions() {
            @Override
            public boolean offer() {
                return service.isPresent();
            }

            @Override
            public boolean prepare() {
                return true;
            }

            @Override
            public Object primer() {
                Service.Served served = service.orElseThrow();
                return List.of(
                        system.name(),
                        system.starts,
                        served.sends(),
                        served.url().text(),
                        served.route());
            }

            @Override
            public boolean prime() {
                return true;
            }

            @Override
            public boolean measure() {
                return true;
            }

            @Override
            public void record() {}
        };
    }

    @Override
    public RunOrder.DuetActions duet(
            PlannedTrial first, CountedSystem firstSystem, PlannedTrial second, CountedSystem secondSystem) {
        List<RunOrder.TrialActions> sides = List.of(trial(first, firstSystem), trial(second, secondSystem));
        return new RunOrder.DuetActions() {
            @Override
            public List<RunOrder.TrialActions> sides() {
                return sides;
            }

            @Override
            public boolean offer() {
                return sides.stream().allMatch(RunOrder.TrialActions::offer);
            }

            @Override
            public boolean prepare() {
                return true;
            }

            @Override
            public boolean measure() {
                return true;
            }

            @Override
            public void record() {}
        };
    }

    @Override
    public OptionalInt fixedRate(Comparison comparison) {
        return OptionalInt.of(SOME_RATE);
    }

    @Override
    public RunOrder.RateSearch search(String adapter, Comparison comparison) {
        return tried -> tried.size() < rounds ? OptionalInt.of(SOME_RATE) : OptionalInt.empty();
    }

    @Override
    public Optional<Attempt> attempt(PlannedTrial trial) {
        CountedSystem asked = new CountedSystem(adapter(trial.cell().adapter()), List.of());
        return asked.service(trial.cell().comparison()).map(served -> new Attempt(SOME_RATE, 0));
    }

    @Override
    public void ended(PlannedStep step, List<Start> starts) {
        Stage stage = step.stage();
        starts.forEach(start -> steps.add(new PlannedStep(StepKind.START, start.adapter(), 1, stage)));
        if (step.asked() > 0 || step.kind() != StepKind.CALIBRATION) {
            steps.add(step);
        }
    }

    @Override
    public void note(String line) {}
}
