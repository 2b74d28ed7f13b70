package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.forecast.Remaining;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.plan.ProcessPool.Start;
import org.busbench.harness.plan.RunOrder;
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
 * What a run does in each of its steps, whose order {@link RunOrder} knows: it starts, verifies, calibrates, measures, and
 * records. Closing it ends all processes. For the run's own thread.
 */
final class RunSteps implements RunOrder.Actions<SystemUnderTest>, AutoCloseable {

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
    private final Opening opening;
    private final List<Trial> trials;
    private final Remaining remaining;
    private final StepTimer timer;
    private final ParityAudits audits;
    private final Duration blocksBefore;
    private final Map<Verifications.Key, org.busbench.record.Verification> recorded = new HashMap<>();
    private final List<org.busbench.record.Adapter> described = new ArrayList<>();
    private final Map<Verifications.Key, Verification> verified = new HashMap<>();

    private RunProcesses processes;
    private String evidenceFolder;
    private Verifications verifications;
    private TrialRunner runner;
    private BlockSequence blocks;

    /** Opens the record: of a new run, or of a resumed one. */
    @FunctionalInterface
    interface Opening {
        /** Called when everything is up and before anything is verified; returns where evidence goes. */
        String open(RunProcesses processes, List<org.busbench.record.Adapter> systems)
                throws IOException, InterruptedException;
    }

    /** The steps of a run that is planned. */
    RunSteps(
            RunSettings settings,
            RunDirectory directory,
            RunListener listener,
            Verdicts verdicts,
            Opening opening,
            List<org.busbench.record.Verification> recorded,
            List<Trial> trials,
            Remaining remaining) {
        this.settings = settings;
        this.suite = settings.suite();
        this.plan = settings.plan();
        this.directory = directory;
        this.listener = listener;
        this.verdicts = verdicts;
        this.opening = opening;
        this.trials = trials;
        this.remaining = remaining;
        this.blocksBefore = StepTimer.ofBlocks(directory.path());
        this.timer = new StepTimer(directory.path(), step -> {
            remaining.took(step);
            listener.left(remaining.left());
        });
        this.audits = new ParityAudits(settings.testBed(directory.path()), suite.scenarios(), listener::note);
        recorded.forEach(line ->
                this.recorded.put(new Verifications.Key(line.adapter(), line.scenario(), line.payload()), line));
    }

    @Override
    public boolean audit(String adapter) throws IOException, InterruptedException {
        Adapter audited = settings.adapters().stream()
                .filter(one -> one.name().equals(adapter))
                .findFirst()
                .orElseThrow();
        Optional<Parity> found = audits.of(audited);
        if (found.isPresent()) {
            directory.append(found.get());
        }
        return found.isPresent();
    }

    @Override
    public ProcessPool<SystemUnderTest> start() throws IOException, InterruptedException {
        processes = RunProcesses.start(
                settings.testBed(directory.path()), settings.suite().load().injector(), listener::note);
        return processes.testBed().pool();
    }

    @Override
    public void describe(SystemUnderTest system) throws IOException, InterruptedException {
        described.add(new RunFacts(settings.project()).adapter(system));
    }

    @Override
    public void open() throws IOException, InterruptedException {
        evidenceFolder = opening.open(processes, described);
    }

    /** A run that goes on verifies all again, since the processes are new: what is recorded must come out as before. */
    @Override
    public void verify(SystemUnderTest system) throws IOException, InterruptedException {
        if (verifications == null) {
            Path evidence = directory.path().resolve(evidenceFolder);
            verifications = new Verifications(processes.testBed(), evidence);
            verifications.checkBackends(suite.sizes());
        }
        for (Verification found : verifications.of(system, suite.sizes())) {
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

    @Override
    public double calibrate() throws IOException, InterruptedException {
        return new Calibration(settings.project(), suite, processes, directory, listener::note).run();
    }

    /** The first one begins when everything else is done. */
    @Override
    public Optional<Block> nextBlock() {
        if (blocks == null) {
            int inBlocks = inBlocks(trials);
            long start = System.nanoTime();
            blocks = new BlockSequence(
                    plan,
                    verdicts,
                    directory.path(),
                    inBlocks,
                    inBlocks < trials.size(),
                    more -> blocksBefore
                            .plusNanos(System.nanoTime() - start)
                            .plus(remaining.further(more).middle()));
        }
        Optional<Block> block = blocks.next();
        if (block.isPresent() && block.get().number() > suite.repeats().blocks()) {
            extend(block.get());
        }
        return block;
    }

    /** Adds a block. Of a block that was begun before a kill only the rest is still to be made. */
    private void extend(Block block) {
        listener.extended(block);
        List<PlannedTrial> due = block.trials().stream()
                .filter(trial -> trial.number() > trials.size())
                .toList();
        if (!due.isEmpty()) {
            remaining.extend(new Block(block.number(), due));
            listener.left(remaining.left());
        }
    }

    /** How many recorded trials are of blocks. */
    static int inBlocks(List<Trial> trials) {
        return (int) trials.stream().filter(trial -> trial.purpose().ofBlock()).count();
    }

    @Override
    public RunOrder.DuetActions duet(
            PlannedTrial first, SystemUnderTest firstSystem, PlannedTrial second, SystemUnderTest secondSystem)
            throws IOException {
        return runner().begin(first, firstSystem, second, secondSystem);
    }

    private TrialRunner runner() throws IOException {
        if (runner == null) {
            runner = new TrialRunner(
                    settings.project(), suite, processes, directory, listener, trials, verified, directory.parities());
        }
        return runner;
    }

    @Override
    public boolean isRecorded(PlannedTrial trial) throws IOException {
        return runner().isRecorded(trial);
    }

    @Override
    public RunOrder.TrialActions trial(PlannedTrial trial, SystemUnderTest system) throws IOException {
        return runner().begin(trial, system);
    }

    @Override
    public OptionalInt fixedRate(Comparison comparison) {
        FixedRate rate = suite.load().fixedRate().orElseThrow();
        OptionalDouble slowest = new Saturation(trials).ofSlowest(comparison);
        return slowest.isPresent() || rate.ratePerSecond().isPresent()
                ? OptionalInt.of(rate.rate(slowest.orElse(0)))
                : OptionalInt.empty();
    }

    @Override
    public RunOrder.RateSearch search(String adapter, Comparison comparison) {
        double seconds = suite.phases().measure().toMillis() / 1000.0;
        int lowest = (int) Math.ceil(FEWEST_REQUESTS / seconds);
        OptionalDouble reached = new Saturation(trials).of(adapter, comparison);
        int first = reached.isPresent() ? (int) Math.round(reached.getAsDouble() * FIRST_SHARE) : FIRST_RATE;
        return new FrontierSearch(suite.load().frontier(), first, lowest)::next;
    }

    /** The attempt that a trial was; empty when the adapter was not served or has died, so that the search ends. */
    @Override
    public Optional<Attempt> attempt(PlannedTrial trial) {
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

    @Override
    public void ended(PlannedStep step, List<Start> starts) throws IOException {
        timer.ended(step, starts);
    }

    @Override
    public void note(String line) {
        listener.note(line);
    }

    /** Whether every trial has its figure, or was declared not served. A search goes on until it has failed. */
    boolean servedAll() {
        return trials.stream()
                .filter(trial -> trial.purpose() != Purpose.FRONTIER)
                .allMatch(trial -> trial.measured() || isDeclared(trial.subject()));
    }

    private boolean isDeclared(Trial.Subject trial) {
        return processes
                .testBed()
                .pool()
                .get(trial.adapter())
                .declaredNotServed(suite.scenario(trial.scenario()))
                .isPresent();
    }

    @Override
    public void close() {
        if (processes != null) {
            processes.close();
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
