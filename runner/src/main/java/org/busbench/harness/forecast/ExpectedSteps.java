package org.busbench.harness.forecast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.suite.Suite;
import org.busbench.record.Purpose;

/**
 * Counts the steps of a run in which every system comes up and serves what its adapter says, in the order in which a run takes
 * them. Where not all systems fit into memory they take turns, as in {@code ProcessPool}. An object is for one count, on one
 * thread.
 */
final class ExpectedSteps {

    private static final double MILLIS = 1000;

    private final Subject subject;
    private final Plan plan;
    private final Suite suite;
    private final Map<String, Adapter> adapters = new LinkedHashMap<>();
    private final Map<String, Long> footprints = new HashMap<>();
    private final Map<String, Integer> starts = new HashMap<>();
    /** The least recently used first. */
    private final Set<String> up = new LinkedHashSet<>();

    private final Set<Object> primed = new HashSet<>();
    private final List<PlannedStep> steps = new ArrayList<>();
    private int fork;
    private int atRates;

    private ExpectedSteps(Subject subject) {
        this.subject = subject;
        this.plan = subject.plan();
        this.suite = plan.suite();
        for (Adapter adapter : subject.adapters()) {
            adapters.put(adapter.name(), adapter);
            footprints.put(adapter.name(), Footprint.of(adapter, suite.jvmOptions()));
        }
    }

    /** The steps of a run with so many blocks, whose searches for a frontier try so many rates each. */
    static List<PlannedStep> of(Subject subject, int blocks, int rounds) {
        ExpectedSteps expected = new ExpectedSteps(subject);
        List<Block> all = new ArrayList<>();
        for (int number = 1; number <= blocks; number++) {
            int first = 1 + (number - 1) * subject.plan().trialsInFullBlock();
            all.add(subject.plan().block(number, first, subject.plan().comparisons()));
        }
        expected.before();
        expected.blocks(all, subject.done().inBlocks());
        expected.behind(rounds);
        return expected.steps;
    }

    /** The steps of blocks that follow each other and a block with every comparison. */
    static List<PlannedStep> further(Subject subject, List<Block> blocks) {
        ExpectedSteps expected = new ExpectedSteps(subject);
        Block before = subject.plan()
                .block(blocks.get(0).number() - 1, 1, subject.plan().comparisons());
        expected.blocks(List.of(before), 0);
        int known = expected.steps.size();
        expected.blocks(blocks, 0);
        return expected.steps.subList(known, expected.steps.size());
    }

    private void before() {
        for (Adapter adapter : subject.audited() ? subject.adapters() : List.<Adapter>of()) {
            if (adapter.hasProcess()) {
                add(StepKind.AUDIT, adapter.name(), suite.scenarios().size(), Stage.BEFORE);
            }
        }
        adapters.keySet().forEach(name -> raise(name, Stage.BEFORE));
        add(StepKind.RIG, null, 1, Stage.BEFORE);
        for (String name : adapters.keySet()) {
            raise(name, Stage.BEFORE);
            add(StepKind.VERIFICATION, name, suite.scenarios().size(), Stage.BEFORE);
        }
        if (suite.load().calibrate() && subject.adapters().stream().anyMatch(Adapter::isBareControl)) {
            add(StepKind.CALIBRATION, null, Forecast.calibrationSeconds(suite.phases()), Stage.BEFORE);
        }
    }

    private void blocks(List<Block> blocks, int done) {
        for (Block block : blocks) {
            Iterator<PlannedTrial> trials = block.trials().iterator();
            while (trials.hasNext()) {
                PlannedTrial trial = trials.next();
                PlannedTrial rival = trial.purpose() == Purpose.DUET ? trials.next() : null;
                if ((rival == null ? trial : rival).number() > done) {
                    int forkOfTrial = suite.repeats().forkOf(block.number());
                    if (fork != 0 && forkOfTrial != fork) {
                        up.clear();
                        adapters.keySet().stream().filter(this::fits).forEach(name -> raise(name, Stage.BLOCKS));
                    }
                    fork = forkOfTrial;
                    trial(trial, rival);
                }
            }
        }
    }

    /** Starts a system that is not up, and ends others where it has no room. */
    private void raise(String name, Stage stage) {
        if (footprints.get(name) == 0) {
            return;
        }
        boolean down = !up.remove(name);
        while (down && !up.isEmpty() && !fits(name)) {
            up.remove(up.iterator().next());
        }
        up.add(name);
        if (down) {
            starts.merge(name, 1, Integer::sum);
            add(StepKind.START, name, 1, stage);
        }
    }

    private boolean fits(String name) {
        return up.stream().mapToLong(footprints::get).sum() + footprints.get(name) <= subject.roomBytes();
    }

    private void trial(PlannedTrial trial, PlannedTrial rival) {
        if (rival == null) {
            load(StepKind.TRIAL, trial.cell(), Stage.BLOCKS);
            return;
        }
        List<Cell> sides = List.of(trial.cell(), rival.cell());
        boolean loads = sides.stream().allMatch(cell -> served(cell).isPresent());
        for (Cell cell : loads ? sides : List.<Cell>of()) {
            raise(cell.adapter(), Stage.BLOCKS);
        }
        for (Cell cell : loads ? sides : List.<Cell>of()) {
            prime(cell, Stage.BLOCKS);
        }
        add(StepKind.TRIAL, trial.cell().adapter(), loads ? seconds(suite.duet()) : 0, Stage.BLOCKS);
        add(StepKind.TRIAL, rival.cell().adapter(), 0, Stage.BLOCKS);
    }

    /** A run that goes on may have had more blocks than are counted here: trials at rates are numbered apart. */
    private void behind(int rounds) {
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

    private void atRate(Cell cell) {
        atRates++;
        if (atRates > subject.done().atRates()) {
            load(StepKind.RATE_TRIAL, cell, Stage.BEHIND);
        }
    }

    private void load(StepKind kind, Cell cell, Stage stage) {
        boolean loads = served(cell).isPresent();
        if (loads) {
            raise(cell.adapter(), stage);
            prime(cell, stage);
        }
        Duration load = suite.trial(cell.scenario(), cell.payload(), cell.concurrency());
        add(kind, cell.adapter(), loads ? seconds(load) : 0, stage);
    }

    private void prime(Cell cell, Stage stage) {
        String name = cell.adapter();
        Served served = served(cell).orElseThrow();
        boolean first = primed.add(List.of(
                name, starts.getOrDefault(name, 0), served.sends(), served.url().text(), served.route()));
        if (first && !suite.phases().primer().isZero()) {
            add(StepKind.PRIMER, name, seconds(suite.phases().primer()), stage);
        }
    }

    private Optional<Served> served(Cell cell) {
        return adapters.get(cell.adapter()).service(cell.scenario()) instanceof Served served
                ? Optional.of(served)
                : Optional.empty();
    }

    private void add(StepKind kind, String adapter, double asked, Stage stage) {
        steps.add(new PlannedStep(kind, adapter, asked, stage));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
