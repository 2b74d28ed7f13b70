package org.busbench.harness.forecast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.adapter.Service;
import org.busbench.harness.forecast.PlannedStep.Stage;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.plan.Turns;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.suite.Phases;
import org.busbench.harness.suite.Suite;

/**
 * Goes through a run without doing it, and notes the steps in the order in which the run takes them: who is started when,
 * where memory makes the mediators take turns, and which trial comes after a primer. What becomes of a mediator that fails is
 * not foreseen. An object is for one walk, on one thread.
 */
final class Agenda {

    private static final double MILLIS = 1000;

    private final Plan plan;
    private final Map<String, Adapter> adapters = new HashMap<>();
    private final Turns<String> up;
    private final Map<String, Integer> starts = new HashMap<>();
    private final Set<String> primed = new HashSet<>();
    private final List<PlannedStep> due = new ArrayList<>();
    private int fork;

    private Agenda(Plan plan, List<Adapter> all, long roomBytes) {
        this.plan = plan;
        all.forEach(adapter -> adapters.put(adapter.name(), adapter));
        List<String> jvm = plan.suite().jvmOptions();
        this.up = new Turns<>(roomBytes, name -> Footprint.of(adapters.get(name), jvm));
    }

    /**
     * How far a run goes.
     *
     * @param audited whether each adapter is audited first
     * @param done what is recorded already
     * @param blocks how many blocks it has
     * @param rounds how many rates each search for a frontier tries
     */
    record Extent(boolean audited, Forecast.Done done, int blocks, int rounds) {}

    /** The steps of a run; {@code roomBytes} is what all mediators together may take. */
    static List<PlannedStep> of(Plan plan, List<Adapter> adapters, long roomBytes, Extent extent) {
        Agenda agenda = new Agenda(plan, adapters, roomBytes);
        agenda.before(extent.audited());
        agenda.blocks(extent.blocks(), extent.done().inBlocks());
        agenda.behind(extent.rounds(), extent.done().atRates());
        return List.copyOf(agenda.due);
    }

    /** The steps of blocks that follow each other and the blocks before them; those come with every comparison. */
    static List<PlannedStep> further(Plan plan, List<Adapter> adapters, long roomBytes, List<Block> blocks) {
        Agenda agenda = new Agenda(plan, adapters, roomBytes);
        Block before = plan.block(blocks.get(0).number() - 1, 1, plan.comparisons());
        before.trials().forEach(agenda::ofBlock);
        agenda.due.clear();
        blocks.forEach(block -> block.trials().forEach(agenda::ofBlock));
        return List.copyOf(agenda.due);
    }

    private void before(boolean audited) {
        if (audited) {
            plan.adapters().stream()
                    .filter(this::hasProcess)
                    .forEach(name ->
                            add(StepKind.AUDIT, name, plan.suite().scenarios().size(), Stage.BEFORE));
        }
        boolean first = true;
        for (String name : plan.adapters()) {
            if (hasProcess(name) && (first || up.fits(name))) {
                raise(name, Stage.BEFORE);
                first = false;
            }
        }
        plan.adapters().forEach(name -> raise(name, Stage.BEFORE));
        add(StepKind.RIG, null, 1, Stage.BEFORE);
        for (String name : plan.adapters()) {
            raise(name, Stage.BEFORE);
            add(StepKind.VERIFICATION, name, plan.suite().scenarios().size(), Stage.BEFORE);
        }
        if (plan.suite().load().calibrate() && plan.adapters().stream().anyMatch(this::isBare)) {
            add(
                    StepKind.CALIBRATION,
                    null,
                    Forecast.calibrationSeconds(plan.suite().phases()),
                    Stage.BEFORE);
        }
    }

    private void blocks(int blocks, int done) {
        int first = 1;
        for (int number = 1; number <= blocks; number++) {
            Block block = plan.block(number, first, plan.comparisons());
            first += block.trials().size();
            block.trials().stream().filter(trial -> trial.number() > done).forEach(this::ofBlock);
        }
    }

    private void ofBlock(Trial trial) {
        int now = plan.suite().repeats().forkOf(trial.block());
        if (fork != 0 && now != fork) {
            renew();
        }
        fork = now;
        trial(trial.cell().adapter(), trial.cell().comparison(), StepKind.TRIAL, Stage.BLOCKS);
    }

    private void renew() {
        up.clear();
        plan.adapters().stream().filter(up::fits).forEach(name -> raise(name, Stage.BLOCKS));
    }

    private void behind(int rounds, int done) {
        Suite suite = plan.suite();
        int fixed = suite.load().fixedRate().isPresent() ? suite.repeats().blocks() : 0;
        int sought = suite.load().frontier().isEmpty() ? 0 : rounds;
        List<Comparison> levels = new ArrayList<>();
        for (int pass = 0; pass < fixed; pass++) {
            levels.addAll(plan.searched());
        }
        plan.searched().forEach(comparison -> levels.addAll(Collections.nCopies(sought, comparison)));
        int number = 0;
        for (Comparison level : levels) {
            for (String name : plan.adapters()) {
                number++;
                if (number > done) {
                    trial(name, level, StepKind.RATE_TRIAL, Stage.BEHIND);
                }
            }
        }
    }

    private void trial(String name, Comparison comparison, StepKind kind, Stage stage) {
        Phases phases = plan.suite().phases();
        Scenario scenario = Scenario.valueOf(comparison.scenario().toUpperCase(Locale.ROOT));
        Service service = adapters.get(name).services().get(scenario);
        if (!(service instanceof Service.Served served)) {
            // Recorded at once: no load, but a trial like any other to whoever follows the run.
            add(kind, name, 0, stage);
            return;
        }
        raise(name, stage);
        String process = name + " " + served.sends().label() + " " + starts.getOrDefault(name, 0);
        if (!phases.primer().isZero() && primed.add(process)) {
            add(StepKind.PRIMER, name, seconds(phases.primer()), stage);
        }
        add(kind, name, seconds(phases.trial()), stage);
    }

    private void raise(String name, Stage stage) {
        if (!hasProcess(name) || up.has(name)) {
            return;
        }
        up.leaving(name);
        up.enter(name);
        starts.merge(name, 1, Integer::sum);
        add(StepKind.START, name, 1, stage);
    }

    private boolean hasProcess(String name) {
        return !(adapters.get(name).program() instanceof AdapterProgram.None);
    }

    /** What the injectors can be calibrated on. */
    private boolean isBare(String name) {
        Adapter adapter = adapters.get(name);
        return !hasProcess(name)
                && adapter.role() == Adapter.Role.CONTROL
                && adapter.services().get(Scenario.VIRTUALIZATION) instanceof Service.Served;
    }

    private void add(StepKind kind, String adapter, double asked, Stage stage) {
        due.add(new PlannedStep(kind, adapter, asked, stage));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
