package org.busbench.harness.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.busbench.harness.plan.PlannedStep.Stage;
import org.busbench.harness.plan.ProcessPool.Start;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.record.Purpose;

/**
 * The steps of a run in their order: audits, starts, verification, calibration, the trials of the blocks, the trials at one
 * rate, and the searches for the frontiers. It is written once, for the run that takes the steps and for the forecast that
 * only counts them; {@link Actions} says what a step does. An object is for one run, on one thread.
 */
public final class RunOrder<S extends ProcessPool.Member> {

    private static final double MILLIS = 1000;

    private final Plan plan;
    private final Actions<S> actions;
    private final Set<Object> primed = new HashSet<>();
    private ProcessPool<S> pool;
    private int lastTrial;
    private int fork;

    /**
     * What is done in each step. Each method may block, and throws an {@link IOException} when the run cannot go on.
     */
    public interface Actions<S extends ProcessPool.Member> {

        /** Audits an adapter for parity; false for one without a process, which is not audited. */
        boolean audit(String adapter) throws IOException, InterruptedException;

        /** Starts what is up during the run, and as many systems as there is room for. */
        ProcessPool<S> start() throws IOException, InterruptedException;

        /** Asks a system that is up for what the run's record says of it. */
        void describe(S system) throws IOException, InterruptedException;

        /** All systems are described, and the run's record begins. */
        void open() throws IOException, InterruptedException;

        /** Verifies a system that is up in all scenarios and sizes. */
        void verify(S system) throws IOException, InterruptedException;

        /** Tries every injector on a control; returns the seconds of load, 0 where there is no such control. */
        double calibrate() throws IOException, InterruptedException;

        /** The block that follows; empty when there is none. */
        Optional<Block> nextBlock() throws IOException;

        /** Whether a trial is in the record already, of a run that goes on. */
        boolean isRecorded(PlannedTrial trial) throws IOException;

        /** Begins a trial. */
        TrialActions trial(PlannedTrial trial, S system) throws IOException, InterruptedException;

        /** Begins the two trials of a duet, which are measured at the same time. */
        DuetActions duet(PlannedTrial first, S firstSystem, PlannedTrial second, S secondSystem)
                throws IOException, InterruptedException;

        /** The rate that all adapters of a comparison get behind the blocks; empty when no measured rate gives one. */
        OptionalInt fixedRate(Comparison comparison);

        /** The search of an adapter for its frontier. */
        RateSearch search(String adapter, Comparison comparison);

        /** The result of a search's last trial; empty when the adapter's search is over with it. */
        Optional<Attempt> attempt(PlannedTrial trial);

        /** A step is over, and those starts came with it. */
        void ended(PlannedStep step, List<Start> starts) throws IOException;

        /** Something worth a line for the user. */
        void note(String line);
    }

    /** The actions of one trial, in the order of the methods; if one returns false, those before {@link #record} are skipped. */
    public interface TrialActions {

        /** Whether the adapter serves the scenario at all, by its own declaration. */
        boolean offer();

        /** Whether the system, which was raised, lives and was verified. */
        boolean prepare() throws IOException, InterruptedException;

        /** Equal for the trials that one primer serves. */
        Object primer();

        /** Load that is not recorded, before the first trial of its {@link #primer}. */
        boolean prime() throws IOException, InterruptedException;

        /** Load with the measured window. */
        boolean measure() throws IOException, InterruptedException;

        /** Records the trial, whatever became of it. */
        void record() throws IOException;
    }

    /** The actions of a duet, in the order of the methods; if one returns false, those before {@link #record} are skipped. */
    public interface DuetActions {

        /** The two trials, for their primers. */
        List<TrialActions> sides();

        /** As {@link TrialActions#offer}, of both. */
        boolean offer();

        /** Whether both systems, which were raised, are up at the same time, live and were verified. */
        boolean prepare() throws IOException, InterruptedException;

        /** Load on both, with the measured window. */
        boolean measure() throws IOException, InterruptedException;

        /** Records both trials, whatever became of them. */
        void record() throws IOException;
    }

    /** Which rate to try next, from what was tried before. */
    @FunctionalInterface
    public interface RateSearch {

        /** Requests per second; empty when the search is over. */
        OptionalInt next(List<Attempt> tried);
    }

    /** The steps of a run. */
    public RunOrder(Plan plan, Actions<S> actions) {
        this.plan = plan;
        this.actions = actions;
    }

    /**
     * Takes all steps.
     *
     * @param audited whether each adapter is audited first
     * @param described whether each system is asked for what the run's record says of it; not when a run goes on
     * @throws IOException when the run cannot go on
     * @throws InterruptedException when this thread was interrupted
     */
    public void run(boolean audited, boolean described) throws IOException, InterruptedException {
        if (audited) {
            for (String adapter : plan.adapters()) {
                if (actions.audit(adapter)) {
                    ended(StepKind.AUDIT, adapter, plan.suite().scenarios().size(), Stage.BEFORE);
                }
            }
        }
        prepare(described);
        blocks();
        atFixedRate();
        if (!plan.suite().load().frontier().isEmpty()) {
            for (Comparison comparison : plan.searched()) {
                actions.note("seeking the frontier of " + comparison.scenario() + ", " + comparison.payload());
                new Frontier(comparison).seek();
            }
        }
    }

    private void prepare(boolean described) throws IOException, InterruptedException {
        pool = actions.start();
        for (S system : described ? pool.systems() : List.<S>of()) {
            pool.raise(system);
            actions.describe(system);
        }
        actions.open();
        ended(StepKind.RIG, null, 1, Stage.BEFORE);
        for (S system : pool.systems()) {
            pool.raise(system);
            actions.verify(system);
            ended(StepKind.VERIFICATION, system.name(), plan.suite().scenarios().size(), Stage.BEFORE);
        }
        if (plan.suite().load().calibrate()) {
            ended(StepKind.CALIBRATION, null, actions.calibrate(), Stage.BEFORE);
        }
    }

    /**
     * Takes the steps of blocks alone, on systems that are not yet up.
     *
     * @throws IOException when the run cannot go on
     * @throws InterruptedException when this thread was interrupted
     */
    public void blocks(ProcessPool<S> systems) throws IOException, InterruptedException {
        pool = systems;
        blocks();
    }

    private void blocks() throws IOException, InterruptedException {
        for (Optional<Block> block = actions.nextBlock(); block.isPresent(); block = actions.nextBlock()) {
            Iterator<PlannedTrial> trials = block.get().trials().iterator();
            while (trials.hasNext()) {
                PlannedTrial trial = trials.next();
                PlannedTrial rival = trial.purpose() == Purpose.DUET ? trials.next() : null;
                boolean due = !actions.isRecorded(rival == null ? trial : rival);
                int forkOfTrial = plan.suite().repeats().forkOf(trial.block());
                if (due && fork != 0 && forkOfTrial != fork) {
                    pool.renew();
                }
                fork = due ? forkOfTrial : fork;
                if (rival == null) {
                    take(trial, Stage.BLOCKS);
                } else {
                    takeDuet(trial, rival);
                }
            }
        }
    }

    private void takeDuet(PlannedTrial first, PlannedTrial second) throws IOException, InterruptedException {
        lastTrial = second.number();
        if (actions.isRecorded(second)) {
            return;
        }
        S firstSystem = pool.get(first.cell().adapter());
        S secondSystem = pool.get(second.cell().adapter());
        DuetActions made = actions.duet(first, firstSystem, second, secondSystem);
        boolean loads = made.offer();
        if (loads) {
            pool.raise(firstSystem);
            pool.raise(secondSystem);
            loads = made.prepare()
                    && primed(made.sides().get(0), first.cell().adapter(), Stage.BLOCKS)
                    && primed(made.sides().get(1), second.cell().adapter(), Stage.BLOCKS)
                    && made.measure();
        }
        made.record();
        double seconds = loads ? seconds(plan.suite().duet()) : 0;
        ended(StepKind.TRIAL, first.cell().adapter(), seconds, Stage.BLOCKS);
        // The other side took the same time: it is none of its own.
        ended(StepKind.TRIAL, second.cell().adapter(), 0, Stage.BLOCKS);
    }

    private void take(PlannedTrial trial, Stage stage) throws IOException, InterruptedException {
        lastTrial = trial.number();
        if (actions.isRecorded(trial)) {
            return;
        }
        String adapter = trial.cell().adapter();
        S system = pool.get(adapter);
        TrialActions made = actions.trial(trial, system);
        boolean loads = made.offer();
        if (loads) {
            pool.raise(system);
            loads = made.prepare() && primed(made, adapter, stage) && made.measure();
        }
        made.record();
        StepKind kind = trial.purpose() == Purpose.COMPARISON ? StepKind.TRIAL : StepKind.RATE_TRIAL;
        Cell cell = trial.cell();
        Duration load = plan.suite().trial(cell.scenario(), cell.payload(), cell.concurrency());
        ended(kind, adapter, loads ? seconds(load) : 0, stage);
    }

    private boolean primed(TrialActions made, String adapter, Stage stage) throws IOException, InterruptedException {
        if (!primed.add(made.primer())) {
            return true;
        }
        Phases phases = plan.suite().phases();
        boolean loads = made.prime();
        if (loads && !phases.primer().isZero()) {
            ended(StepKind.PRIMER, adapter, seconds(phases.primer()), stage);
        }
        return loads;
    }

    /**
     * The trials in which all adapters of a scenario and size get requests at one rate, so that their CPU time per message
     * is compared under the same load. They follow the blocks, since the rate may follow from those; each block of the
     * suite has one pass, in a random order of its own.
     */
    private void atFixedRate() throws IOException, InterruptedException {
        Suite suite = plan.suite();
        if (suite.load().fixedRate().isEmpty()) {
            return;
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (Comparison open : plan.searched()) {
            actions.fixedRate(open).ifPresent(rate -> comparisons.add(open.at(rate)));
        }
        List<PlannedTrial> trials = new ArrayList<>();
        for (int pass = 1; pass <= suite.repeats().blocks(); pass++) {
            Random random = new Random(suite.seed() - pass);
            List<Comparison> order = new ArrayList<>(comparisons);
            Collections.shuffle(order, random);
            for (Comparison comparison : order) {
                for (String adapter : shuffled(plan.adapters(), random)) {
                    int number = lastTrial + 1 + trials.size();
                    trials.add(new PlannedTrial(number, pass, comparison.of(adapter), Purpose.FIXED_RATE));
                }
            }
        }
        if (!trials.isEmpty()) {
            actions.note("all adapters at one rate: " + trials.size() + " trials");
        }
        for (PlannedTrial trial : trials) {
            take(trial, Stage.BEHIND);
        }
    }

    /**
     * The searches of all adapters of one scenario and size for the highest rates under the suite's bounds, in rounds: each
     * adapter whose search is not over tries one rate in a round, in random order, so that all meet the same minutes of
     * the machine.
     */
    private final class Frontier {

        private final Comparison comparison;
        private final Map<String, RateSearch> searches = new LinkedHashMap<>();
        private final Map<String, List<Attempt>> tried = new LinkedHashMap<>();

        Frontier(Comparison comparison) {
            this.comparison = comparison;
            for (String adapter : plan.adapters()) {
                searches.put(adapter, actions.search(adapter, comparison));
                tried.put(adapter, new ArrayList<>());
            }
        }

        void seek() throws IOException, InterruptedException {
            int number = 1;
            for (List<PlannedTrial> round = round(number); !round.isEmpty(); round = round(number)) {
                for (PlannedTrial trial : round) {
                    take(trial, Stage.BEHIND);
                    String adapter = trial.cell().adapter();
                    Optional<Attempt> attempt = actions.attempt(trial);
                    if (attempt.isPresent()) {
                        tried.get(adapter).add(attempt.get());
                    } else {
                        searches.remove(adapter);
                    }
                }
                number++;
            }
        }

        private List<PlannedTrial> round(int number) {
            List<PlannedTrial> trials = new ArrayList<>();
            Random random = new Random(plan.suite().seed() + number);
            for (String adapter : shuffled(searches.keySet(), random)) {
                OptionalInt rate = searches.get(adapter).next(tried.get(adapter));
                if (rate.isPresent()) {
                    Comparison level = comparison.at(rate.getAsInt());
                    int next = lastTrial + 1 + trials.size();
                    trials.add(new PlannedTrial(next, number, level.of(adapter), Purpose.FRONTIER));
                }
            }
            return trials;
        }
    }

    private static List<String> shuffled(Iterable<String> adapters, Random random) {
        List<String> order = new ArrayList<>();
        adapters.forEach(order::add);
        Collections.shuffle(order, random);
        return order;
    }

    private void ended(StepKind kind, String adapter, double asked, Stage stage) throws IOException {
        List<Start> starts = pool == null ? List.of() : pool.drainStarts();
        actions.ended(new PlannedStep(kind, adapter, asked, stage), starts);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
