package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.busbench.common.ErrorClass;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.RunDirectory.TrialFolder;
import org.busbench.harness.run.LoadRunner.CountedStretch;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Duet;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Outcome;
import org.busbench.record.Parity;
import org.busbench.record.ProcessUse;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;

/**
 * Makes the trials of a run, one after another: each from the choice of its system to its line in the record. What cannot
 * be measured is recorded with its reason; nothing is left out. For the run's own thread.
 */
final class TrialRunner {

    private static final String SAMPLES = "samples.jtl";

    private final Suite suite;
    private final InjectorKind injector;
    private final Rig rig;
    private final TrialRecords records;
    private final RunDirectory directory;
    private final RunListener listener;
    private final List<Trial> trials;
    private final Map<Verifications.Key, Verification> verifications;
    private final List<Parity> parities;
    private final Accounts accounts;
    private final ProcessPool<ManagedSystem> pool;
    private final Set<Object> primed = new HashSet<>();
    /** Why no trial can follow the one that is being recorded; null while others can. */
    private InjectorException end;

    /** {@code trials} is what is recorded already, to which each new record is added. */
    TrialRunner(
            Suite suite,
            Rig rig,
            RunDirectory directory,
            RunListener listener,
            List<Trial> trials,
            Map<Verifications.Key, Verification> verifications,
            List<Parity> parities) {
        this.suite = suite;
        this.injector = suite.load().injector();
        this.rig = rig;
        this.records = new TrialRecords(suite, directory.id());
        this.directory = directory;
        this.listener = listener;
        this.trials = trials;
        this.verifications = Map.copyOf(verifications);
        this.parities = List.copyOf(parities);
        this.accounts = new Accounts(rig, injector);
        this.pool = rig.systems();
    }

    /** Makes a trial and records it: of one system, or, with a rival, the two of a duet at the same time. */
    void run(PlannedTrial trial, PlannedTrial rival) throws IOException, InterruptedException {
        if (rival == null) {
            runAlone(trial);
        } else {
            runDuet(trial, rival);
        }
    }

    private void runAlone(PlannedTrial planned) throws IOException, InterruptedException {
        RunningTrial trial = new RunningTrial(planned, pool.get(planned.cell().adapter()), null);
        if (trial.offer()) {
            pool.raise(trial.system);
            if (trial.prepare() && trial.primed()) {
                trial.measure();
            }
        }
        trial.record();
        requireRig();
    }

    private void runDuet(PlannedTrial first, PlannedTrial second) throws IOException, InterruptedException {
        ManagedSystem own = pool.get(first.cell().adapter());
        ManagedSystem rival = pool.get(second.cell().adapter());
        RunningTrial one = new RunningTrial(first, own, new Duet(second.number(), rival.name(), true, List.of()));
        RunningTrial other = new RunningTrial(second, rival, new Duet(first.number(), own.name(), false, List.of()));
        RunningDuet duet = new RunningDuet(one, other);
        if (duet.offer()) {
            pool.raise(own);
            pool.raise(rival);
            if (duet.prepare() && one.primed() && other.primed()) {
                duet.measure();
            }
        }
        duet.record();
        requireRig();
    }

    /** The run ends with a trial that the end of the rig broke off. */
    private void requireRig() throws InjectorException {
        if (end != null) {
            throw end;
        }
    }

    /** Whether a trial is recorded already. One that is recorded otherwise than planned is a {@link Problem}. */
    boolean isRecorded(PlannedTrial trial) {
        if (trial.number() > trials.size()) {
            return false;
        }
        requireSame(trial, trials.get(trial.number() - 1));
        return true;
    }

    private void requireSame(PlannedTrial planned, Trial recorded) {
        Double recordedRate = recorded.load().ratePerSecond();
        boolean same = planned.block() == recorded.block()
                && planned.cell().adapter().equals(recorded.adapter())
                && planned.cell().scenario().equals(recorded.scenario())
                && planned.cell().payload().equals(recorded.payload())
                && planned.cell().concurrency() == recorded.concurrency()
                && Objects.equals(
                        planned.cell().comparison().ratePerSecond(),
                        recordedRate == null ? null : recordedRate.intValue())
                && planned.purpose() == recorded.purpose();
        if (!same) {
            throw new Problem(directory.id() + " cannot be resumed: trial " + planned.number() + " is recorded as "
                    + recorded.position() + " " + recorded.subject() + " and planned as " + planned
                    + "; start the suite anew");
        }
    }

    /** One trial. Each ending sets {@link #record}. */
    private final class RunningTrial {

        private final PlannedTrial trial;
        private final ManagedSystem system;
        private final Scenario scenario;
        private final Target target;
        /** Without its stretches; null for a trial of one system alone. */
        private final Duet duet;

        private TrialFolder folder;
        private Trial record;

        RunningTrial(PlannedTrial trial, ManagedSystem system, Duet duet) {
            this.duet = duet;
            this.trial = trial;
            this.system = system;
            this.scenario = suite.scenario(trial.cell().scenario());
            this.target = system.target(scenario);
        }

        /** Whether the adapter serves the scenario at all, by its own declaration. */
        boolean offer() {
            Optional<String> declared = system.declaredNotServed(scenario);
            declared.ifPresent(reason -> endWithoutLoad(Outcome.NOT_SERVED, reason, null));
            return declared.isEmpty();
        }

        /** Whether the system, which was raised, lives and was verified. */
        boolean prepare() throws IOException, InterruptedException {
            Optional<String> fault = system.fault();
            if (fault.isPresent()) {
                endWithoutLoad(Outcome.FAILED, fault.get(), null);
                return false;
            }
            Verification verification = verifications.get(new Verifications.Key(
                    target.adapter(), target.scenario(), trial.cell().payload()));
            if (!verification.served()) {
                endWithoutLoad(Outcome.NOT_SERVED, verification.reason(), verification.evidence());
                return false;
            }
            OptionalInt bound = mostClients();
            if (bound.isPresent() && trial.cell().concurrency() > bound.getAsInt()) {
                endWithoutLoad(
                        Outcome.NOT_SERVED,
                        Parity.Scenario.bound(bound.getAsInt()) + " (found by the audit; this cell has "
                                + trial.cell().concurrency() + ")",
                        null);
                return false;
            }
            folder = directory.trialFolder(trial.number());
            return unlessInjectorFails(this::settle);
        }

        /** Ends the messages of an earlier load, and notes those that were abandoned. */
        private void settle() throws IOException, InterruptedException {
            rig.settle().ifPresent(accounts::abandoned);
        }

        /** How many clients the audit saw answered at a time; empty when it found no bound. */
        private OptionalInt mostClients() {
            return parities.stream()
                    .filter(parity -> parity.adapter().equals(target.adapter()))
                    .flatMap(parity -> parity.scenarios().stream())
                    .filter(audited -> audited.scenario().equals(target.scenario()))
                    .flatMapToInt(audited -> audited.mostClients().stream())
                    .min();
        }

        /** The key of a primer: one per process and kind of message. The scenario is left out, because a control gets the same messages in all. */
        private Object primer() {
            Target anyScenario = new Target(
                    target.adapter(),
                    target.mediator(),
                    target.sends().name(),
                    target.sends(),
                    target.url(),
                    target.route());
            return Map.entry(anyScenario, Optional.ofNullable(pool.fork(system)));
        }

        /** Whether the load may go on: after load that is not recorded, before the first trial of its {@link #primer}. */
        boolean primed() throws IOException, InterruptedException {
            if (!primed.add(primer())) {
                return true;
            }
            return unlessInjectorFails(() -> {
                if (isCounted()) {
                    accounts.primes(target.sends());
                }
                Optional<Totals> totals = rig.prime(system, target, trial.cell(), folder.path());
                if (isCounted() && totals.isPresent()) {
                    accounts.primed(totals.get());
                }
            });
        }

        void measure() throws IOException, InterruptedException {
            unlessInjectorFails(() -> {
                Path samples = samples();
                if (isCounted()) {
                    accounts.open(target.sends());
                }
                LoadWindow window = rig.load(system, target, trial.cell(), samples);
                if (window.probe().isPresent()) {
                    window.probe().get().writeTo(folder.path().resolve(TrialRecords.PROBE_LOG));
                }
                LoadLog log = LoadLog.of(injector, samples);
                Optional<Reconciliation> reconciliation = isCounted()
                        ? accounts.close(List.of(Map.entry(target, window))).map(all -> all.get(0))
                        : Optional.empty();
                conclude(window, log, reconciliation, null);
            });
        }

        private void conclude(LoadWindow window, LoadLog log, Optional<Reconciliation> reconciliation, Duet played)
                throws IOException, InterruptedException {
            Figures figures = log.within(window.window());
            if (!figures.firstFailures().isEmpty()) {
                figures.firstFailures().writeTo(folder.path().resolve("first-failures.csv"));
            }
            List<Readings.Line> readings = new ArrayList<>(window.readings());
            readings.addAll(window.counts());
            if (reconciliation.isPresent()) {
                readings.addAll(accounts.readings());
            }
            Trial.Proof proof = proof(window, reconciliation);
            Readings.write(readings, folder.path().resolve(Readings.FILE));
            ProcessUse.Instructions counted = counted(window, log);
            log.pack();
            record = records.underLoad(
                    trial,
                    pool.fork(system),
                    target,
                    window,
                    figures,
                    counted,
                    death(window, figures),
                    proof,
                    folder,
                    EvidenceManifest.write(folder.path()),
                    played);
        }

        private Path samples() {
            return folder.path().resolve(SAMPLES);
        }

        /** Whether the backend is ours, and counts. */
        private boolean isCounted() {
            return target.sends().backend().isOurs();
        }

        /** Responses are compared only if every process survived: a crash explains any difference. */
        private Trial.Proof proof(LoadWindow window, Optional<Reconciliation> reconciliation)
                throws IOException, InterruptedException {
            Optional<Sampled> sample = window.complete() ? rig.compare(folder.path(), target) : Optional.empty();
            return new Trial.Proof(
                    window.totals().orElse(null),
                    reconciliation.orElse(null),
                    sample.orElse(null),
                    isCounted() ? null : Trial.Proof.NOT_COUNTED,
                    limited(window));
        }

        /** Null where there is no limit, or a control answers that has none. */
        private Trial.Limited limited(LoadWindow window) {
            return window.limited() == null || target.route() != null
                    ? null
                    : Trial.Limited.of(
                            window.limited().letThrough(),
                            window.limited().allowed(),
                            window.limited().burst());
        }

        private static ProcessUse.Instructions counted(LoadWindow window, LoadLog log) throws IOException {
            if (window.counted().isEmpty()) {
                return null;
            }
            CountedStretch stretch = window.counted().get();
            return TrialRecords.instructions(
                    stretch, log.within(stretch.window()).verified());
        }

        /** Why the window was not complete, or nothing listens any more at the address of what runs already; else null. */
        private String death(LoadWindow window, Figures figures) throws InjectorException, InterruptedException {
            if (window.complete()) {
                return figures.errors().getOrDefault(ErrorClass.CONNECT, 0L) > 0
                        ? rig.noAnswer(target)
                                .map(reason -> reason + "; " + lastAnswer(figures))
                                .orElse(null)
                        : null;
            }
            if (!rig.live()) {
                throw new InjectorException("the backend ended while a trial ran; see its log in "
                        + directory.path().resolve("logs"));
            }
            return system.fault().orElse("the process ended");
        }

        private String lastAnswer(Figures figures) {
            return figures.verified() > 0
                    ? "it answered until within this trial"
                    : trials.stream()
                            .filter(earlier -> earlier.adapter().equals(target.adapter())
                                    && earlier.result().verified() > 0)
                            .reduce((one, later) -> later)
                            .map(last -> "it answered until trial " + last.number())
                            .orElse("it has answered in no trial");
        }

        void record() throws IOException {
            directory.append(record);
            trials.add(record);
            listener.recorded(record);
        }

        private void endWithoutLoad(Outcome outcome, String reason, String evidence) {
            EvidenceFolder found = new EvidenceFolder(evidence, null);
            record = records.failed(
                    trial, pool.fork(system), target, TrialRecords.FIRST_ATTEMPT, outcome, reason, found, duet);
        }

        private void breakOff(String reason) throws IOException {
            EvidenceFolder found = new EvidenceFolder(folder.name(), EvidenceManifest.write(folder.path()));
            record = records.failed(
                    trial, pool.fork(system), target, folder.attempt(), Outcome.FAILED, reason, found, duet);
        }

        /** Runs a step. If the injector fails, the trial is broken off, which is false here. */
        private boolean unlessInjectorFails(Load step) throws IOException, InterruptedException {
            try {
                step.run();
                return true;
            } catch (InjectorException e) {
                end = rig.live() ? null : e;
                breakOff(e.getMessage());
                return false;
            }
        }
    }

    /** Two trials at the same time. What keeps one side from its load keeps the other from it, too. */
    private final class RunningDuet {

        private final RunningTrial first;
        private final RunningTrial second;

        RunningDuet(RunningTrial first, RunningTrial second) {
            this.first = first;
            this.second = second;
        }

        boolean offer() {
            if (isRecorded(first.trial)) {
                // The run was killed between the two lines: the load was made, and this side's figures are lost.
                second.endWithoutLoad(Outcome.FAILED, "the run was killed while this duet was recorded", null);
                return false;
            }
            return together(first.offer(), second.offer());
        }

        boolean prepare() throws IOException, InterruptedException {
            boolean ready = together(first.prepare(), second.prepare());
            Optional<String> obstacle = ready ? obstacle() : Optional.empty();
            obstacle.ifPresent(reason -> {
                first.endWithoutLoad(Outcome.FAILED, reason, null);
                second.endWithoutLoad(Outcome.FAILED, reason, null);
            });
            return ready && obstacle.isEmpty();
        }

        private Optional<String> obstacle() {
            boolean bothUp = (first.system.hasProcess() || first.system.footprintBytes() == 0)
                    && (second.system.hasProcess() || second.system.footprintBytes() == 0);
            return bothUp
                    ? DuetRunner.obstacle(first.target, second.target)
                    : Optional.of("memory does not suffice for both mediators of a duet at the same time");
        }

        /** Whether both can go on. Where one cannot, the other has no trial either, and says why. */
        private boolean together(boolean firstGoesOn, boolean secondGoesOn) {
            if (firstGoesOn != secondGoesOn) {
                RunningTrial ended = firstGoesOn ? second : first;
                RunningTrial willing = firstGoesOn ? first : second;
                willing.endWithoutLoad(
                        Outcome.FAILED,
                        "the other side of the duet, " + ended.target.adapter() + ", had no load: "
                                + ended.record.result().reason(),
                        null);
            }
            return firstGoesOn && secondGoesOn;
        }

        void measure() throws IOException, InterruptedException {
            boolean measured = first.unlessInjectorFails(this::play);
            if (!measured) {
                second.breakOff(first.record.result().reason());
            }
        }

        private void play() throws IOException, InterruptedException {
            if (first.isCounted()) {
                accounts.open(first.target.sends());
            }
            List<RunningTrial> sides = List.of(first, second);
            List<DuetRunner.Played> played =
                    rig.duets().orElseThrow().run(side(first), side(second), first.trial.cell());
            Optional<List<Reconciliation>> reconciliations = first.isCounted()
                    ? accounts.close(List.of(
                            Map.entry(first.target, played.get(0).window()),
                            Map.entry(second.target, played.get(1).window())))
                    : Optional.empty();
            for (int i = 0; i < sides.size(); i++) {
                int side = i;
                RunningTrial own = sides.get(i);
                LoadLog log = LoadLog.of(injector, own.samples());
                Duet duet = new Duet(
                        own.duet.partner(),
                        own.duet.rival(),
                        own.duet.dealtFirst(),
                        played.get(i).stretches(log));
                own.conclude(played.get(i).window(), log, reconciliations.map(both -> both.get(side)), duet);
            }
        }

        private DuetRunner.Side side(RunningTrial trial) {
            return new DuetRunner.Side(trial.system, trial.target, trial.samples());
        }

        /** The lines follow each other directly: a kill between them leaves one, which {@link #offer} completes. */
        void record() throws IOException {
            if (!isRecorded(first.trial)) {
                first.record();
            }
            second.record();
        }
    }

    @FunctionalInterface
    private interface Load {
        void run() throws IOException, InterruptedException;
    }
}
