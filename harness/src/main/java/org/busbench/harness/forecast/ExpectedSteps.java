package org.busbench.harness.forecast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service.Served;
import org.busbench.harness.forecast.Forecast.Subject;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.PlannedStep.Stage;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.suite.Suite;
import org.busbench.record.Purpose;

/**
 * Counts the steps of a run in which every system comes up and serves what its adapter says, in the order in which a run takes
 * them. An object is for one count, on one thread.
 */
final class ExpectedSteps {

    private static final double MILLIS = 1000;

    private final Subject subject;
    private final Plan plan;
    private final Suite suite;
    private final ProcessPool<CountedSystem> pool;
    private final Set<Object> primed = new HashSet<>();
    private final List<PlannedStep> steps = new ArrayList<>();
    private int fork;
    private int atRates;

    private ExpectedSteps(Subject subject) {
        this.subject = subject;
        this.plan = subject.plan();
        this.suite = plan.suite();
        this.pool = new ProcessPool<>(
                subject.adapters().stream()
                        .map(adapter -> new CountedSystem(adapter, suite.jvmOptions()))
                        .toList(),
                subject.roomBytes());
    }

    /** The steps of a run with so many blocks, whose searches for a frontier try so many rates each. */
    static List<PlannedStep> of(Subject subject, int blocks, int rounds) {
        ExpectedSteps expected = new ExpectedSteps(subject);
        List<Block> all = new ArrayList<>();
        for (int number = 1; number <= blocks; number++) {
            int first = 1 + (number - 1) * subject.plan().trialsInFullBlock();
            all.add(subject.plan().block(number, first, subject.plan().comparisons()));
        }
        return expected.counted(() -> {
            expected.before();
            expected.blocks(all, subject.done().inBlocks());
            expected.behind(rounds);
        });
    }

    /** The steps of blocks that follow each other and a block with every comparison. */
    static List<PlannedStep> further(Subject subject, List<Block> blocks) {
        ExpectedSteps expected = new ExpectedSteps(subject);
        Block before = subject.plan()
                .block(blocks.get(0).number() - 1, 1, subject.plan().comparisons());
        int known = expected.counted(() -> expected.blocks(List.of(before), 0)).size();
        List<PlannedStep> all = expected.counted(() -> expected.blocks(blocks, 0));
        return all.subList(known, all.size());
    }

    @FunctionalInterface
    private interface Walk {
        void take() throws InterruptedException;
    }

    private List<PlannedStep> counted(Walk walk) {
        try {
            walk.take();
            return steps;
        } catch (InterruptedException e) {
            throw new IllegalStateException("a count does not wait", e);
        }
    }

    private void before() throws InterruptedException {
        for (Adapter adapter : subject.audited() ? subject.adapters() : List.<Adapter>of()) {
            if (adapter.hasProcess()) {
                ended(StepKind.AUDIT, adapter.name(), suite.scenarios().size(), Stage.BEFORE);
            }
        }
        pool.startAll(system -> {}, system -> {});
        for (CountedSystem system : pool.systems()) {
            pool.raise(system);
        }
        ended(StepKind.RIG, null, 1, Stage.BEFORE);
        for (CountedSystem system : pool.systems()) {
            pool.raise(system);
            ended(StepKind.VERIFICATION, system.name(), suite.scenarios().size(), Stage.BEFORE);
        }
        if (suite.load().calibrate() && subject.adapters().stream().anyMatch(Adapter::isBareControl)) {
            ended(StepKind.CALIBRATION, null, Forecast.calibrationSeconds(suite.phases()), Stage.BEFORE);
        }
    }

    private void blocks(List<Block> blocks, int done) throws InterruptedException {
        for (Block block : blocks) {
            Iterator<PlannedTrial> trials = block.trials().iterator();
            while (trials.hasNext()) {
                PlannedTrial trial = trials.next();
                PlannedTrial rival = trial.purpose() == Purpose.DUET ? trials.next() : null;
                if ((rival == null ? trial : rival).number() > done) {
                    int forkOfTrial = suite.repeats().forkOf(block.number());
                    if (fork != 0 && forkOfTrial != fork) {
                        pool.renew();
                    }
                    fork = forkOfTrial;
                    trial(trial, rival);
                }
            }
        }
    }

    private void trial(PlannedTrial trial, PlannedTrial rival) throws InterruptedException {
        if (rival == null) {
            load(StepKind.TRIAL, trial.cell(), Stage.BLOCKS);
            return;
        }
        List<Cell> sides = List.of(trial.cell(), rival.cell());
        boolean loads = sides.stream().allMatch(cell -> served(cell).isPresent());
        for (Cell cell : loads ? sides : List.<Cell>of()) {
            pool.raise(pool.get(cell.adapter()));
        }
        for (Cell cell : loads ? sides : List.<Cell>of()) {
            prime(cell, Stage.BLOCKS);
        }
        ended(StepKind.TRIAL, trial.cell().adapter(), loads ? seconds(suite.duet()) : 0, Stage.BLOCKS);
        ended(StepKind.TRIAL, rival.cell().adapter(), 0, Stage.BLOCKS);
    }

    /** A run that goes on may have had more blocks than are counted here: trials at rates are numbered apart. */
    private void behind(int rounds) throws InterruptedException {
        if (suite.load().fixedRate().isPresent()) {
            for (PlannedTrial trial : plan.atFixedRate(1, plan.searched())) {
                atRate(trial.cell());
            }
        }
        for (Comparison comparison : suite.load().frontier().isEmpty() ? List.<Comparison>of() : plan.searched()) {
            List<String> searching = new ArrayList<>(plan.adapters());
            for (int round = 1; round <= rounds; round++) {
                for (String adapter : plan.shuffled(searching, round)) {
                    atRate(comparison.of(adapter));
                }
                // Of what an adapter does not serve the first trial is the last.
                searching.removeIf(adapter -> served(comparison.of(adapter)).isEmpty());
            }
        }
    }

    private void atRate(Cell cell) throws InterruptedException {
        atRates++;
        if (atRates > subject.done().atRates()) {
            load(StepKind.RATE_TRIAL, cell, Stage.BEHIND);
        }
    }

    private void load(StepKind kind, Cell cell, Stage stage) throws InterruptedException {
        boolean loads = served(cell).isPresent();
        if (loads) {
            pool.raise(pool.get(cell.adapter()));
            prime(cell, stage);
        }
        Duration load = suite.trial(cell.scenario(), cell.payload(), cell.concurrency());
        ended(kind, cell.adapter(), loads ? seconds(load) : 0, stage);
    }

    private void prime(Cell cell, Stage stage) {
        CountedSystem system = pool.get(cell.adapter());
        Served served = served(cell).orElseThrow();
        boolean first = primed.add(List.of(
                system.name(), system.starts, served.sends(), served.url().text(), served.route()));
        if (first && !suite.phases().primer().isZero()) {
            ended(StepKind.PRIMER, system.name(), seconds(suite.phases().primer()), stage);
        }
    }

    private Optional<Served> served(Cell cell) {
        return pool.get(cell.adapter()).adapter.service(cell.scenario()) instanceof Served served
                ? Optional.of(served)
                : Optional.empty();
    }

    private void ended(StepKind kind, String adapter, double asked, Stage stage) {
        pool.drainStarts().forEach(start -> steps.add(new PlannedStep(StepKind.START, start.adapter(), 1, stage)));
        steps.add(new PlannedStep(kind, adapter, asked, stage));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    /** A system that comes up whenever it is started. */
    private static final class CountedSystem implements ProcessPool.Member {

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
    }
}
