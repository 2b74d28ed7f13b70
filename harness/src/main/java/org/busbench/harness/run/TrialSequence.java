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
    private final StepClock clock;
    private final double primerSeconds;
    private final Rig rig;
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
            StepClock clock,
            Rig rig,
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
        this.accounts = new Accounts(rig.stack().counter(), injector, project.plans());
        this.keptAnswers = new KeptAnswers(project.messages(), rig.stack().backendUrls());
    }

    /** One trial, from load to record. The record is not yet written. */
    TrialRecord run(Trial trial) throws IOException, InterruptedException {
        Contender contender = contender(trial.cell().adapter());
        Scenario scenario = Verifications.scenario(trial.cell().scenario());
        Target target = contender.target(scenario);
        Optional<String> declared = contender.declaredNotServed(scenario);
        if (declared.isPresent()) {
            return records.withoutLoad(trial, contender.fork(), target, TrialRecords.NOT_SERVED, declared.get(), null);
        }
        rig.stack().raise(contender);
        Optional<String> fault = contender.fault();
        if (fault.isPresent()) {
            return records.withoutLoad(trial, contender.fork(), target, TrialRecords.FAILED, fault.get(), null);
        }
        Verification verification = verifications.get(
                new Verified(target.adapter(), target.scenario(), trial.cell().payload()));
        if (!verification.served()) {
            return records.withoutLoad(
                    trial,
                    contender.fork(),
                    target,
                    TrialRecords.NOT_SERVED,
                    verification.reason(),
                    verification.evidence());
        }
        return underLoad(trial, contender, target);
    }

    /** From now on each trial meets mediators that were started after this, each with a primer of its own. Blocks. */
    void renew() throws InterruptedException {
        rig.stack().renew();
    }

    private TrialRecord underLoad(Trial trial, Contender contender, Target target)
            throws IOException, InterruptedException {
        TrialFolder folder = directory.trialFolder(trial.number());
        Path samples = folder.path().resolve(SAMPLES);
        try {
            rig.injector().settle().ifPresent(accounts::abandoned);
            if (primed.add(new Primed(withoutScenario(target), contender.fork()))) {
                accounts.primes();
                load.prime(contender, target, trial.cell(), folder.path(), accounts::primed);
                if (primerSeconds > 0) {
                    clock.took(StepKind.PRIMER, target.adapter(), primerSeconds);
                }
            }
            accounts.open();
            LoadWindow window = load.run(contender, target, trial.cell(), samples);
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
            String death = death(contender, window);
            return records.underLoad(
                    trial,
                    contender.fork(),
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
            return records.brokenOff(trial, contender.fork(), target, e.getMessage(), folder, manifest);
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
    private String death(Contender contender, LoadWindow window) throws InjectorException {
        if (window.complete()) {
            return null;
        }
        if (!rig.lives()) {
            throw new InjectorException("the backend ended while a trial ran; see its log in "
                    + directory.path().resolve("logs"));
        }
        return contender.fault().orElse("the process ended");
    }

    /** A control gets the same messages in every scenario; it needs to be primed once. */
    private static Target withoutScenario(Target target) {
        return new Target(
                target.adapter(), target.mediator(), target.sends(), target.sends(), target.url(), target.route());
    }

    private Contender contender(String name) {
        return rig.stack().contenders().stream()
                .filter(contender -> contender.adapter().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the plan names '" + name + "', which was not started"));
    }
}
