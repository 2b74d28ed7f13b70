package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.reconcile.Reconciliation;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.Proof;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.TrialFolder;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.record.Use;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.verify.KeptAnswers;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;

/** Runs the trials of a plan one after another. What cannot be measured is recorded with its reason; nothing is left out. */
final class TrialSequence {

    private static final String SAMPLES = "samples.jtl";
    private static final double MILLIS = 1000;

    private final InjectorKind injector;
    private final StepTimer clock;
    private final double primerSeconds;
    private final RunProcesses rig;
    private final LoadRunner load;
    private final TrialRecords records;
    private final RunDirectory directory;
    private final Map<Verified, Verification> verifications;
    private final Accounts accounts;
    private final KeptAnswers keptAnswers;
    private final Set<Primed> primed = new HashSet<>();

    /** What has had its primer: a process of an adapter in a scenario. */
    private record Primed(Target target, Integer fork) {}

    /**
     * What was verified before.
     *
     * @param adapter its name
     * @param scenario the job
     * @param payload size of the messages
     */
    record Verified(String adapter, String scenario, String payload) {

        static Verified of(Verification verification) {
            Target target = verification.target();
            return new Verified(target.adapter(), target.scenario(), verification.payload());
        }
    }

    TrialSequence(
            Project project,
            Suite suite,
            StepTimer clock,
            RunProcesses rig,
            LoadRunner load,
            TrialRecords records,
            RunDirectory directory,
            Map<Verified, Verification> verifications)
            throws IOException {
        this.injector = suite.load().injector();
        this.clock = clock;
        this.primerSeconds = suite.phases().primer().toMillis() / MILLIS;
        this.rig = rig;
        this.load = load;
        this.records = records;
        this.directory = directory;
        this.verifications = Map.copyOf(verifications);
        this.accounts = new Accounts(rig.testBed().counter(), injector, project.plans());
        this.keptAnswers = new KeptAnswers(project.messages(), rig.testBed().backendUrls());
    }

    /** One trial, from load to record. The record is not yet written. */
    TrialRecord run(Trial trial) throws IOException, InterruptedException {
        SystemUnderTest system = system(trial.cell().adapter());
        Scenario scenario = Verifications.scenario(trial.cell().scenario());
        Target target = system.target(scenario);
        Optional<String> declared = system.declaredNotServed(scenario);
        if (declared.isPresent()) {
            return records.withoutLoad(trial, system.fork(), target, TrialRecords.NOT_SERVED, declared.get(), null);
        }
        rig.testBed().raise(system);
        Optional<String> fault = system.fault();
        if (fault.isPresent()) {
            return records.withoutLoad(trial, system.fork(), target, TrialRecords.FAILED, fault.get(), null);
        }
        Verification verification = verifications.get(
                new Verified(target.adapter(), target.scenario(), trial.cell().payload()));
        if (!verification.served()) {
            return records.withoutLoad(
                    trial,
                    system.fork(),
                    target,
                    TrialRecords.NOT_SERVED,
                    verification.reason(),
                    verification.evidence());
        }
        return underLoad(trial, system, target);
    }

    /** From now on each trial meets mediators that were started after this, each with a primer of its own. Blocks. */
    void renew() throws InterruptedException {
        rig.testBed().renew();
    }

    private TrialRecord underLoad(Trial trial, SystemUnderTest system, Target target)
            throws IOException, InterruptedException {
        TrialFolder folder = directory.trialFolder(trial.number());
        Path samples = folder.path().resolve(SAMPLES);
        try {
            rig.injector().settle().ifPresent(accounts::abandoned);
            if (primed.add(new Primed(withoutScenario(target), system.fork()))) {
                accounts.primes();
                load.prime(system, target, trial.cell(), folder.path(), accounts::primed);
                if (primerSeconds > 0) {
                    clock.took(StepKind.PRIMER, target.adapter(), primerSeconds);
                }
            }
            accounts.open();
            LoadWindow window = load.run(system, target, trial.cell(), samples);
            if (window.probe().isPresent()) {
                window.probe().get().writeTo(folder.path().resolve(TrialRecords.PROBE_LOG));
            }
            LoadLog log = LoadLog.of(injector, samples);
            Figures figures = log.within(window.window());
            if (!figures.firstFailures().isEmpty()) {
                figures.firstFailures().writeTo(folder.path().resolve("first-failures.csv"));
            }
            Proof proof = proof(target, window, log, folder);
            Use.Instructions counted = counted(window, log);
            log.pack();
            String death = death(system, window);
            return records.underLoad(
                    trial,
                    system.fork(),
                    target,
                    window,
                    figures,
                    counted,
                    death,
                    proof,
                    folder,
                    EvidenceManifest.write(folder.path()));
        } catch (InjectorException e) {
            if (!rig.lives()) {
                throw e;
            }
            String manifest = EvidenceManifest.write(folder.path());
            return records.brokenOff(trial, system.fork(), target, e.getMessage(), folder, manifest);
        }
    }

    private static Use.Instructions counted(LoadWindow load, LoadLog log) throws IOException {
        if (load.counted().isEmpty()) {
            return null;
        }
        CountedStretch stretch = load.counted().get();
        return UseRecords.instructions(stretch, log.within(stretch.window()).verified());
    }

    /** Only where everything lived to the end: a dead one explains any difference. */
    private Proof proof(Target target, LoadWindow window, LoadLog log, TrialFolder folder)
            throws IOException, InterruptedException {
        Optional<Reconciliation> reconciliation = accounts.close(target, window, log);
        Optional<KeptAnswers.Sample> sample =
                window.complete() ? keptAnswers.compare(folder.path(), target) : Optional.empty();
        return Witnesses.proof(Accounts.totals(window, log), reconciliation, sample);
    }

    /** Null when the window was complete. */
    private String death(SystemUnderTest system, LoadWindow window) throws InjectorException {
        if (window.complete()) {
            return null;
        }
        if (!rig.lives()) {
            throw new InjectorException("the backend ended while a trial ran; see its log in "
                    + directory.path().resolve("logs"));
        }
        return system.fault().orElse("the process ended");
    }

    /** A control gets the same messages in every scenario; it needs to be primed once. */
    private static Target withoutScenario(Target target) {
        return new Target(
                target.adapter(), target.mediator(), target.sends(), target.sends(), target.url(), target.route());
    }

    private SystemUnderTest system(String name) {
        return rig.testBed().systems().stream()
                .filter(system -> system.adapter().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the plan names '" + name + "', which was not started"));
    }
}
