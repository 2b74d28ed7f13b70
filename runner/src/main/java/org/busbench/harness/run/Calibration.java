package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.ProcessSpec;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.record.Calibration.Result;
import org.busbench.record.Calibration.Subject;
import org.busbench.record.EvidenceFolder;

/**
 * Puts the same load on the same control with every injector for as long as a trial of the suite takes: once against a backend that answers at once, where what an injector costs shows; once against one
 * that holds each answer back, where the backend alone sets the pace and all must come to the same goodput. Runs before
 * the trials, on the run's own thread.
 */
public record Calibration(Project project, Suite suite, LocalRig rig, RunDirectory directory, Consumer<String> notes) {

    private static final String FOLDER = "calibration";
    private static final int CLIENTS = 20;
    /** With it, 20 clients come to 1,000 requests a second, a load that leaves every injector idle most of the time. */
    private static final Duration DELAY = Duration.ofMillis(20);

    /** Calibrates, where there is a control to put the load on. */
    void run() throws IOException, InterruptedException {
        try (Injectors injectors = new Injectors()) {
            run(injectors);
        }
    }

    private void run(Injectors injectors) throws IOException, InterruptedException {
        Optional<SystemUnderTest> control = rig.testBed().systems().stream()
                .filter(system -> system.adapter().isBareControl())
                .filter(system -> calibrated(system).isPresent())
                .findFirst();
        if (control.isEmpty()) {
            notes.accept(
                    "no control without a mediator serves a scenario without TLS: the injectors are not calibrated");
            return;
        }
        Target target = calibrated(control.get()).orElseThrow();
        measureAll(injectors, control.get(), target, null);
        Backends ports = Backends.free();
        ProcessSpec spec = BackendProcess.spec(
                        project.root(),
                        ports,
                        List.of("-Xms64m", "-Xmx64m"),
                        heldBack(target.sends()),
                        directory.path().resolve("logs"))
                .named("backend-held-back");
        try (ManagedProcess backend = BackendProcess.start(
                        rig.testBed().supervisor(), rig.layout().kept(ProcessRole.BACKEND, spec), ports)
                .process()) {
            notes.accept(backend.name() + " answers after " + DELAY.toMillis() + " ms");
            measureAll(injectors, control.get(), at(target, ports), (double) DELAY.toMillis());
        }
    }

    /** The target of the first scenario of the suite without TLS that the control serves with a backend of ours. */
    private Optional<Target> calibrated(SystemUnderTest control) {
        return suite.scenarios().stream()
                .filter(scenario ->
                        !scenario.tls() && control.declaredNotServed(scenario).isEmpty())
                .map(control::target)
                .filter(target -> target.sends().backend().isOurs())
                .findFirst();
    }

    private static List<String> heldBack(Scenario scenario) {
        List<String> arguments = new ArrayList<>(TestBed.backendArguments(List.of(scenario)));
        arguments.addAll(List.of("--delay", "fixed:" + DELAY.toMillis() + "ms"));
        return arguments;
    }

    private static String size(Target target) {
        return target.sends().sizes().get(0);
    }

    private static Target at(Target target, Backends ports) {
        return new Target(
                target.adapter(),
                target.mediator(),
                target.scenario(),
                target.sends(),
                ports.url("A").resolve(target.url().getRawPath()),
                target.route());
    }

    private void measureAll(Injectors injectors, SystemUnderTest control, Target target, Double delayMillis)
            throws IOException, InterruptedException {
        for (InjectorKind injector : InjectorKind.values()) {
            Optional<Injector> with = injectors.with(injector);
            if (with.isPresent()) {
                notes.accept("calibrating " + injector.key());
                measure(with.get(), control, target, injector, delayMillis);
            }
        }
    }

    private void measure(
            Injector with, SystemUnderTest control, Target target, InjectorKind injector, Double delayMillis)
            throws IOException, InterruptedException {
        Cell cell = new Comparison(target.scenario(), size(target), CLIENTS, null).of(target.adapter());
        Path folder = folder(directory, injector.key());
        Path samples = folder.resolve("samples.jtl");
        try {
            Suite calibrating = suite.calibrating(injector);
            LoadRunner load = new LoadRunner(project, calibrating, rig.testBed(), with, rig.layout());
            load.prime(control, target, cell, folder);
            LoadWindow window = load.run(control, target, cell, samples);
            record(
                    directory,
                    new Subject(injector.key(), target.adapter(), size(target), CLIENTS, delayMillis, null),
                    window,
                    LoadLog.of(injector, samples),
                    folder);
        } catch (InjectorException e) {
            if (!rig.live()) {
                throw e;
            }
            notes.accept("not calibrated: " + injector.key() + ": " + Problem.brief(e));
        }
    }

    /**
     * Records what an injector made of a load.
     *
     * @param folder of the load's logs
     * @throws IOException when they cannot be read, or the record not written
     */
    public static void record(RunDirectory directory, Subject subject, LoadWindow window, LoadLog log, Path folder)
            throws IOException {
        Figures figures = log.within(window.window());
        log.pack();
        ProcessCost cost = window.cost().processes().get(ProcessRole.INJECTOR);
        directory.append(new org.busbench.record.Calibration(
                subject,
                new Result(
                        window.window(),
                        window.window().seconds(),
                        figures.verified(),
                        figures.errorCount(),
                        figures.goodputPerSecond(),
                        figures.verified() == 0 || cost == null ? null : cost.cpuMicrosPerMessage(figures.verified())),
                evidence(directory, folder)));
    }

    private static EvidenceFolder evidence(RunDirectory directory, Path folder) throws IOException {
        return new EvidenceFolder(directory.path().relativize(folder).toString(), EvidenceManifest.write(folder));
    }

    /** A folder of its own for the logs of a load; a resumed run calibrates again. */
    public static Path folder(RunDirectory directory, String load) throws IOException {
        Path all = Files.createDirectories(directory.path().resolve(FOLDER));
        for (int attempt = 1; ; attempt++) {
            Path folder = all.resolve(attempt == 1 ? load : load + "-" + attempt);
            if (!Files.exists(folder)) {
                return Files.createDirectory(folder);
            }
        }
    }

    /** The run's own injector, and beside it one for the kinds that it cannot make, started when it is needed first. */
    private final class Injectors implements AutoCloseable {
        private Injector other;
        private boolean missing;

        /** An injector of a kind; empty where it cannot be started, which is noted once. */
        Optional<Injector> with(InjectorKind kind) throws IOException, InterruptedException {
            if (kind.sharesProcess(suite.load().injector())) {
                return Optional.of(rig.injector());
            }
            if (other == null && !missing) {
                start(kind);
            }
            return Optional.ofNullable(other);
        }

        private void start(InjectorKind kind) throws IOException, InterruptedException {
            try {
                Path logs =
                        Files.createDirectories(directory.path().resolve("logs").resolve(kind.key()));
                other = LocalRig.injector(project, kind, logs);
                rig.layout().keep(ProcessRole.INJECTOR, other.handle().pid());
            } catch (Problem | InjectorException e) {
                missing = true;
                notes.accept("not calibrated: " + kind.key() + ": " + Problem.brief(e));
            }
        }

        @Override
        public void close() {
            if (other != null) {
                other.close();
            }
        }
    }
}
