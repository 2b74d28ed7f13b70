package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.RunOrder;
import org.busbench.harness.reconcile.Reconciliation;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.RunDirectory.TrialFolder;
import org.busbench.harness.run.LoadRunner.CountedStretch;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.KeptAnswers;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Outcome;
import org.busbench.record.Parity;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;

/**
 * Makes the trials of a run, one after another: each from the choice of its system to its line in the record. What cannot
 * be measured is recorded with its reason; nothing is left out. For the run's own thread.
 */
final class TrialRunner {

    private static final String SAMPLES = "samples.jtl";

    private final Suite suite;
    private final InjectorKind injector;
    private final RunProcesses processes;
    private final LoadRunner load;
    private final TrialRecords records;
    private final RunDirectory directory;
    private final RunListener listener;
    private final List<Trial> trials;
    private final Map<Verifications.Key, Verification> verifications;
    private final List<Parity> parities;
    private final Accounts accounts;
    private final KeptAnswers keptAnswers;

    /** {@code trials} is what is recorded already, to which each new record is added. */
    TrialRunner(
            Project project,
            Suite suite,
            RunProcesses processes,
            RunDirectory directory,
            RunListener listener,
            List<Trial> trials,
            Map<Verifications.Key, Verification> verifications,
            List<Parity> parities)
            throws IOException {
        this.suite = suite;
        this.injector = suite.load().injector();
        this.processes = processes;
        this.load = new LoadRunner(project, suite, processes);
        this.records = new TrialRecords(suite, directory.id());
        this.directory = directory;
        this.listener = listener;
        this.trials = trials;
        this.verifications = Map.copyOf(verifications);
        this.parities = List.copyOf(parities);
        TestBed testBed = processes.testBed();
        this.accounts = new Accounts(testBed.counter(), injector);
        this.keptAnswers = new KeptAnswers(testBed.backendUrls());
    }

    /** Begins a trial; {@link RunOrder} calls its methods. */
    RunOrder.TrialActions begin(PlannedTrial trial, SystemUnderTest system) {
        listener.starting(trial);
        return new RunningTrial(trial, system);
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
    private final class RunningTrial implements RunOrder.TrialActions {

        private final PlannedTrial trial;
        private final SystemUnderTest system;
        private final Scenario scenario;
        private final Target target;
        private TrialFolder folder;
        private Trial record;

        RunningTrial(PlannedTrial trial, SystemUnderTest system) {
            this.trial = trial;
            this.system = system;
            this.scenario = suite.scenario(trial.cell().scenario());
            this.target = system.target(scenario);
        }

        @Override
        public boolean offer() {
            Optional<String> declared = system.declaredNotServed(scenario);
            declared.ifPresent(reason -> endWithoutLoad(Outcome.NOT_SERVED, reason, null));
            return declared.isEmpty();
        }

        @Override
        public boolean prepare() throws IOException, InterruptedException {
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
            return unlessInjectorFails(() -> processes.injector().settle().ifPresent(accounts::abandoned));
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
        @Override
        public Object primer() {
            Target anyScenario = new Target(
                    target.adapter(),
                    target.mediator(),
                    target.sends().name(),
                    target.sends(),
                    target.url(),
                    target.route());
            return Map.entry(anyScenario, Optional.ofNullable(system.fork()));
        }

        @Override
        public boolean prime() throws IOException, InterruptedException {
            return unlessInjectorFails(() -> {
                if (isCounted()) {
                    accounts.primes();
                }
                load.prime(system, target, trial.cell(), folder.path(), totals -> {
                    if (isCounted()) {
                        accounts.primed(totals);
                    }
                });
            });
        }

        @Override
        public boolean measure() throws IOException, InterruptedException {
            return unlessInjectorFails(() -> {
                Path samples = folder.path().resolve(SAMPLES);
                if (isCounted()) {
                    accounts.open();
                }
                LoadWindow window = load.run(system, target, trial.cell(), samples);
                if (window.probe().isPresent()) {
                    window.probe().get().writeTo(folder.path().resolve(TrialRecords.PROBE_LOG));
                }
                LoadLog log = LoadLog.of(injector, samples);
                Figures figures = log.within(window.window());
                if (!figures.firstFailures().isEmpty()) {
                    figures.firstFailures().writeTo(folder.path().resolve("first-failures.csv"));
                }
                Trial.Proof proof = proof(window, log);
                ProcessUse.Instructions counted = counted(window, log);
                log.pack();
                record = records.underLoad(
                        trial,
                        system.fork(),
                        target,
                        window,
                        figures,
                        counted,
                        death(window),
                        proof,
                        folder,
                        EvidenceManifest.write(folder.path()));
            });
        }

        /** Whether the backend is ours, and counts. */
        private boolean isCounted() {
            return target.sends().backend().isOurs();
        }

        /** Responses are compared only if every process survived: a crash explains any difference. */
        private Trial.Proof proof(LoadWindow window, LoadLog log) throws IOException, InterruptedException {
            Optional<Reconciliation> reconciliation =
                    isCounted() ? accounts.close(target, window, log) : Optional.empty();
            Optional<KeptAnswers.Sample> sample =
                    window.complete() ? keptAnswers.compare(folder.path(), target) : Optional.empty();
            return TrialRecords.proof(Accounts.totals(window, log), reconciliation, sample, isCounted());
        }

        private static ProcessUse.Instructions counted(LoadWindow window, LoadLog log) throws IOException {
            if (window.counted().isEmpty()) {
                return null;
            }
            CountedStretch stretch = window.counted().get();
            return TrialRecords.instructions(
                    stretch, log.within(stretch.window()).verified());
        }

        /** Why the window was not complete; null when it was. */
        private String death(LoadWindow window) throws InjectorException {
            if (window.complete()) {
                return null;
            }
            if (!processes.live()) {
                throw new InjectorException("the backend ended while a trial ran; see its log in "
                        + directory.path().resolve("logs"));
            }
            return system.fault().orElse("the process ended");
        }

        @Override
        public void record() throws IOException {
            directory.append(record);
            trials.add(record);
            listener.recorded(record);
        }

        private void endWithoutLoad(Outcome outcome, String reason, String evidence) {
            record = records.withoutLoad(trial, system.fork(), target, outcome, reason, evidence);
        }

        /** Runs a step. If the injector fails, records the trial as broken off and returns false; throws if the backend or the injector has ended. */
        private boolean unlessInjectorFails(Load step) throws IOException, InterruptedException {
            try {
                step.run();
                return true;
            } catch (InjectorException e) {
                if (!processes.live()) {
                    throw e;
                }
                String manifest = EvidenceManifest.write(folder.path());
                record = records.brokenOff(trial, system.fork(), target, e.getMessage(), folder, manifest);
                return false;
            }
        }
    }

    @FunctionalInterface
    private interface Load {
        void run() throws IOException, InterruptedException;
    }
}
