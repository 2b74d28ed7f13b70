package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.suite.LoadShape.FixedRate;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Outcome;
import org.busbench.record.Parity;
import org.busbench.record.Purpose;
import org.busbench.record.Trial;

/**
 * The steps of a run in their order: audits, starts, verification, calibration, the trials of the blocks, those at one rate,
 * and the searches for the frontiers. Closing it ends all processes. For the
 * run's own thread.
 */
final class RunSteps implements AutoCloseable {

    /** A first guess a little below what was reached with clients that wait. */
    private static final double FIRST_SHARE = 0.7;
    /** Where nothing is known. */
    private static final int FIRST_RATE = 500;
    /** A 99th percentile of fewer requests is the highest of them. */
    private static final double FEWEST_REQUESTS = 100;
    /** Less than this share of the requests that were due, answered in the window, is not the rate that was sought. */
    private static final double DELIVERED = 0.99;

    private final RunSettings settings;
    private final Suite suite;
    private final Plan plan;
    private final RunDirectory directory;
    private final RunListener listener;
    private final Verdicts verdicts;
    private final Rig.Starter starter;
    private final Opening opening;
    private final List<Trial> trials;
    private final ParityAudits audits;
    private final Map<Verifications.Key, org.busbench.record.Verification> recorded = new HashMap<>();
    private final Map<Verifications.Key, Verification> verified = new LinkedHashMap<>();

    private Rig rig;
    private ProcessPool<ManagedSystem> pool;
    private String evidenceFolder;
    private TrialRunner runner;
    private int lastTrial;

    /** Opens the record: of a new run, or of a resumed one. */
    @FunctionalInterface
    interface Opening {
        /** Called when everything is up and before anything is verified; returns where evidence goes. */
        String open(Rig rig, List<org.busbench.record.Adapter> systems) throws IOException, InterruptedException;
    }

    RunSteps(
            RunSettings settings,
            RunDirectory directory,
            RunListener listener,
            Verdicts verdicts,
            Rig.Starter starter,
            Opening opening,
            List<org.busbench.record.Verification> recorded,
            List<Trial> trials) {
        this.settings = settings;
        this.suite = settings.suite();
        this.plan = settings.plan();
        this.directory = directory;
        this.listener = listener;
        this.verdicts = verdicts;
        this.starter = starter;
        this.opening = opening;
        this.trials = trials;
        this.audits = new ParityAudits(settings.testBed(directory.path()), suite.scenarios(), listener::note);
        recorded.forEach(line ->
                this.recorded.put(new Verifications.Key(line.adapter(), line.scenario(), line.payload()), line));
    }

    /**
     * Takes all steps.
     *
     * @param audited whether each adapter is audited first
     * @param described whether each system is asked for what the run's record says of it; not when a run goes on
     * @throws IOException when the run cannot go on
     */
    void take(boolean audited, boolean described) throws IOException, InterruptedException {
        for (Adapter adapter : audited ? settings.adapters() : List.<Adapter>of()) {
            audit(adapter);
        }
        start(described);
        for (ManagedSystem system : pool.systems()) {
            verify(system);
        }
        if (suite.load().calibrate()) {
            rig.calibrate(verified.values());
        }
        runner = new TrialRunner(suite, rig, directory, listener, trials, verified, directory.parities());
        blocks();
        atFixedRate();
        if (!suite.load().frontier().isEmpty()) {
            for (Comparison comparison : plan.searched()) {
                listener.note("seeking the frontier of " + comparison.scenario() + ", " + comparison.payload());
                seekFrontier(comparison);
            }
        }
    }

    /** One without a process is not audited. */
    private void audit(Adapter adapter) throws IOException, InterruptedException {
        Optional<Parity> found = audits.of(adapter);
        if (found.isPresent()) {
            directory.append(found.get());
        }
    }

    /** Starts what is up during the run, as many systems as there is room for, and opens the record. */
    private void start(boolean asked) throws IOException, InterruptedException {
        rig = starter.start(settings, directory, listener::note);
        pool = rig.systems();
        List<org.busbench.record.Adapter> described = new ArrayList<>();
        for (ManagedSystem system : asked ? pool.systems() : List.<ManagedSystem>of()) {
            pool.raise(system);
            described.add(rig.described(system));
        }
        evidenceFolder = opening.open(rig, described);
    }

    /** A run that goes on verifies all again, since the processes are new: what is recorded must come out as before. */
    private void verify(ManagedSystem system) throws IOException, InterruptedException {
        Path evidence = directory.path().resolve(evidenceFolder);
        for (Verification found : Verifications.of(pool, system, suite.sizes(), asked -> rig.verify(asked, evidence))) {
            boolean moved = !evidenceFolder.isEmpty() && found.evidence() != null;
            Verification verification = moved ? found.withEvidence(evidenceFolder + "/" + found.evidence()) : found;
            recordOrCompare(verification);
            verified.put(Verifications.Key.of(verification), verification);
        }
    }

    private void recordOrCompare(Verification verification) throws IOException {
        org.busbench.record.Verification now = Verifications.record(verification);
        org.busbench.record.Verification then = recorded.get(Verifications.Key.of(verification));
        if (then == null) {
            directory.append(now);
            listener.verified(verification);
        } else if (then.outcome() != now.outcome()) {
            throw new Problem(directory.id() + " cannot be resumed: " + now.adapter() + " " + now.scenario() + " "
                    + now.payload() + " was " + then.outcome().key() + " and is "
                    + now.outcome().key() + " now"
                    + (now.reason() == null ? "" : " (" + now.reason() + ")") + "; start the suite anew");
        }
    }

    private void blocks() throws IOException, InterruptedException {
        int inBlocks = inBlocks(trials);
        Pace pace = new Pace(inBlocks);
        BlockSequence blocks =
                new BlockSequence(plan, verdicts, directory.path(), inBlocks, inBlocks < trials.size(), pace::until);
        int fork = 0;
        for (Optional<Block> block = blocks.next(); block.isPresent(); block = blocks.next()) {
            if (block.get().number() > suite.repeats().blocks()) {
                listener.extended(block.get());
            }
            fork = take(block.get(), fork);
            Block again = blocks.again(block.get(), trials);
            List<PlannedTrial> due = notRecorded(again);
            if (!due.isEmpty()) {
                listener.note("block " + again.number()
                        + ", once more where other programs or machines took a tenth of the CPU or"
                        + " more: trials " + due.get(0).number() + " to "
                        + due.get(due.size() - 1).number());
            }
            fork = take(again, fork);
        }
    }

    /** How long further blocks take: as long a trial as those of this session took until now, with what comes between them. */
    private final class Pace {
        private final int before;
        private final long start = System.nanoTime();

        Pace(int before) {
            this.before = before;
        }

        /** How much time all blocks will have taken when these are over; those of a killed run count as those of now. */
        Duration until(List<Block> further) {
            int due = further.stream().mapToInt(block -> block.trials().size()).sum();
            int made = trials.size() - before;
            Duration trial = made == 0 ? suite.phases().trial() : Duration.ofNanos((System.nanoTime() - start) / made);
            return trial.multipliedBy(trials.size() + due);
        }
    }

    /** Takes a block; returns the fork that is up behind it. */
    private int take(Block block, int before) throws IOException, InterruptedException {
        int fork = before;
        Iterator<PlannedTrial> due = block.trials().iterator();
        while (due.hasNext()) {
            PlannedTrial trial = due.next();
            PlannedTrial rival = trial.purpose() == Purpose.DUET ? due.next() : null;
            lastTrial = rival == null ? trial.number() : rival.number();
            if (!runner.isRecorded(rival == null ? trial : rival)) {
                int forkOfTrial = suite.repeats().forkOf(trial.block());
                if (fork != 0 && forkOfTrial != fork) {
                    pool.renew();
                }
                fork = forkOfTrial;
                runner.run(trial, rival);
            }
        }
        return fork;
    }

    private List<PlannedTrial> notRecorded(Block block) {
        return block.trials().stream()
                .filter(trial -> trial.number() > trials.size())
                .toList();
    }

    static int inBlocks(List<Trial> trials) {
        return (int) trials.stream().filter(trial -> trial.purpose().ofBlock()).count();
    }

    /**
     * The trials in which all adapters of a scenario and size get requests at one rate, so that their CPU time per message
     * is compared under the same load. They follow the blocks, since the rate may follow from those. A comparison for which no
     * measured rate gives one has none.
     */
    private void atFixedRate() throws IOException, InterruptedException {
        if (suite.load().fixedRate().isEmpty()) {
            return;
        }
        FixedRate rate = suite.load().fixedRate().get();
        List<Comparison> comparisons = new ArrayList<>();
        for (Comparison comparison : plan.searched()) {
            OptionalDouble slowest = new Saturation(trials).ofSlowest(comparison);
            if (slowest.isPresent() || rate.ratePerSecond().isPresent()) {
                comparisons.add(comparison.at(rate.rate(slowest.orElse(0))));
            }
        }
        List<PlannedTrial> due = plan.atFixedRate(lastTrial + 1, comparisons);
        if (!due.isEmpty()) {
            listener.note("all adapters at one rate: " + due.size() + " trials");
        }
        for (PlannedTrial trial : due) {
            take(trial);
        }
    }

    /**
     * The searches of all adapters of one scenario and size for the highest rates under the suite's bounds, in rounds: each
     * adapter whose search is not over tries one rate in a round, in random order, so that all meet the same minutes of the
     * machine.
     */
    private void seekFrontier(Comparison comparison) throws IOException, InterruptedException {
        Map<String, FrontierSearch> searches = new LinkedHashMap<>();
        Map<String, List<Attempt>> tried = new HashMap<>();
        for (String adapter : plan.adapters()) {
            searches.put(adapter, search(adapter, comparison));
            tried.put(adapter, new ArrayList<>());
        }
        int round = 0;
        int before;
        do {
            before = lastTrial;
            round++;
            for (String adapter : plan.shuffled(searches.keySet(), round)) {
                OptionalInt rate = searches.get(adapter).next(tried.get(adapter));
                if (rate.isPresent()) {
                    Cell cell = comparison.at(rate.getAsInt()).of(adapter);
                    PlannedTrial trial = new PlannedTrial(lastTrial + 1, round, cell, Purpose.FRONTIER);
                    take(trial);
                    attempt(trial).ifPresentOrElse(tried.get(adapter)::add, () -> searches.remove(adapter));
                }
            }
        } while (lastTrial > before);
    }

    private void take(PlannedTrial trial) throws IOException, InterruptedException {
        lastTrial = trial.number();
        if (!runner.isRecorded(trial)) {
            runner.run(trial, null);
        }
    }

    private FrontierSearch search(String adapter, Comparison comparison) {
        double seconds = suite.phases().measure().toMillis() / 1000.0;
        int lowest = (int) Math.ceil(FEWEST_REQUESTS / seconds);
        OptionalDouble reached = new Saturation(trials).of(adapter, comparison);
        int first = reached.isPresent() ? (int) Math.round(reached.getAsDouble() * FIRST_SHARE) : FIRST_RATE;
        return new FrontierSearch(suite.load().frontier(), first, lowest);
    }

    /** The attempt that a trial was; empty when the adapter was not served or has died, so that the search ends. */
    private Optional<Attempt> attempt(PlannedTrial trial) {
        Trial record = trials.get(trial.number() - 1);
        boolean loaded = record.conditions().window() != null;
        if (!loaded || record.result().outcome() == Outcome.FAILED) {
            return Optional.empty();
        }
        int rate = trial.cell().comparison().ratePerSecond();
        boolean held = record.measured()
                && record.result().errors().total() == 0
                && record.result().goodputPerSecond() >= DELIVERED * rate;
        return Optional.of(
                new Attempt(rate, held ? record.result().latencyMicros().p99() : Double.POSITIVE_INFINITY));
    }

    /** Whether every trial has its figure, or was declared not served. A search goes on until it has failed. */
    boolean servedAll() {
        return trials.stream()
                .filter(trial -> trial.purpose() != Purpose.FRONTIER)
                .allMatch(trial -> trial.measured() || isDeclared(trial.subject()));
    }

    private boolean isDeclared(Trial.Subject trial) {
        return pool.get(trial.adapter())
                .declaredNotServed(suite.scenario(trial.scenario()))
                .isPresent();
    }

    @Override
    public void close() {
        if (rig != null) {
            rig.close();
        }
    }

    /**
     * What the adapters reached in the blocks of a run: the median over the blocks at each level of load, then the highest
     * level. Follows from the record alone.
     */
    private static final class Saturation {

        private final List<Trial> trials;

        /** Reads the measured trials of blocks; others are left out. */
        Saturation(List<Trial> trials) {
            this.trials = trials.stream()
                    .filter(Trial::measured)
                    .filter(trial -> trial.purpose() == Purpose.COMPARISON)
                    .toList();
        }

        /** Verified responses per second of one adapter; empty when it has no figure. */
        OptionalDouble of(String adapter, Comparison comparison) {
            return best(trials.stream()
                    .filter(trial -> trial.subject().adapter().equals(adapter) && isOf(trial.subject(), comparison))
                    .toList());
        }

        /** Verified responses per second of the slowest adapter that has a figure. */
        OptionalDouble ofSlowest(Comparison comparison) {
            return trials.stream()
                    .filter(trial -> isOf(trial.subject(), comparison))
                    .collect(Collectors.groupingBy(trial -> trial.subject().adapter()))
                    .values()
                    .stream()
                    .map(Saturation::best)
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .min();
        }

        private static OptionalDouble best(List<Trial> ofAdapter) {
            Map<String, List<Double>> byLevel = ofAdapter.stream()
                    .collect(Collectors.groupingBy(
                            Saturation::level,
                            Collectors.mapping(trial -> trial.result().goodputPerSecond(), Collectors.toList())));
            return byLevel.values().stream().mapToDouble(Saturation::median).max();
        }

        private static String level(Trial trial) {
            return trial.subject().concurrency() + " " + trial.conditions().load();
        }

        private static boolean isOf(Trial.Subject subject, Comparison comparison) {
            return subject.scenario().equals(comparison.scenario())
                    && subject.payload().equals(comparison.payload());
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }
    }
}
