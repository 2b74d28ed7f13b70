package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.artifact.Artifacts;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.load.GatlingHome;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.InjectorProgram;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.JavaCommand;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.verify.KeptAnswers;
import org.busbench.harness.verify.NoAnswer;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Adapter;
import org.busbench.record.RunningProcess;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;

/** The rig on this machine. For the run's thread. */
public final class LocalRig implements Rig {
    private static final List<String> INJECTOR_JVM = TestBed.rigJvm("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

    private final RunSettings settings;
    private final RunDirectory directory;
    private final Consumer<String> notes;
    private final TestBed testBed;
    private final Injector injector;
    private final CpuLayout layout;
    private final RunFacts facts;
    private final LoadRunner load;
    private final KeptAnswers keptAnswers;
    private Verifications verifications;

    private LocalRig(
            RunSettings settings,
            RunDirectory directory,
            Consumer<String> notes,
            TestBed testBed,
            Injector injector,
            CpuLayout layout) {
        this.settings = settings;
        this.directory = directory;
        this.notes = notes;
        this.testBed = testBed;
        this.injector = injector;
        this.layout = layout;
        this.facts = new RunFacts(settings.project());
        this.load = new LoadRunner(settings.project(), settings.suite(), testBed, injector, layout);
        this.keptAnswers = new KeptAnswers(
                testBed.counter().urls(), testBed.counter().backends().access());
    }

    public static LocalRig start(RunSettings settings, RunDirectory directory, Consumer<String> notes)
            throws IOException, InterruptedException {
        return start(settings, directory, notes, settings.testBed(directory.path()));
    }

    static LocalRig start(RunSettings settings, RunDirectory directory, Consumer<String> notes, TestBed.Settings plan)
            throws IOException, InterruptedException {
        new JmeterHome(plan.project().jmeterHome());
        TestBed testBed = TestBed.start(plan, notes);
        try {
            notes.accept("starting the injector");
            Injector injector = injector(plan.project(), settings.suite().load().injector(), plan.logs());
            try {
                plan.layout().keep(ProcessRole.INJECTOR, injector.handle().pid());
                return new LocalRig(settings, directory, notes, testBed, injector, plan.layout());
            } catch (Throwable failed) {
                injector.close();
                throw failed;
            }
        } catch (Throwable failed) {
            testBed.close();
            throw failed;
        }
    }

    /**
     * Starts an injector and waits until it takes commands.
     *
     * @param kind of the loads that it will make
     * @param logs a folder that is there
     * @throws IOException when it does not come up
     * @throws InterruptedException when this thread was interrupted; nothing is left running
     */
    public static Injector injector(Project project, InjectorKind kind, Path logs)
            throws IOException, InterruptedException {
        return Injector.start(JavaCommand.PROGRAM, program(project, kind), INJECTOR_JVM, logs);
    }

    private static InjectorProgram program(Project project, InjectorKind kind) {
        return switch (kind) {
            case NIO, JMETER_HTTP -> new JmeterHome(project.jmeterHome());
            case GATLING -> gatling(project);
        };
    }

    private static GatlingHome gatling(Project project) {
        try (Supply supply = Supply.here()) {
            List<Path> jars = supply.locked(project.gatlingLock()).stream()
                    .map(Artifacts.ResolvedArtifact::file)
                    .toList();
            return GatlingHome.of(project.gatlingLib(), jars);
        }
    }

    TestBed testBed() {
        return testBed;
    }

    Injector injector() {
        return injector;
    }

    CpuLayout layout() {
        return layout;
    }

    @Override
    public ProcessPool<ManagedSystem> systems() {
        return testBed.pool();
    }

    @Override
    public Adapter described(ManagedSystem system) throws IOException, InterruptedException {
        return facts.adapter(testBed.system(system));
    }

    @Override
    public Place place() throws IOException, InterruptedException {
        Map<String, RunningProcess> rig = new LinkedHashMap<>();
        rig.put(ProcessRole.BACKEND.key(), facts.process(testBed.backend().id().pid()));
        rig.put(ProcessRole.INJECTOR.key(), facts.process(injector.handle().pid()));
        return new Place(facts.environment(), rig, List.of());
    }

    @Override
    public List<Verification> verify(List<Verifications.Asked> asked, Path evidence)
            throws IOException, InterruptedException {
        if (verifications == null) {
            verifications = new Verifications(testBed.counter(), evidence);
        }
        return verifications.ask(asked);
    }

    @Override
    public BackendStats count(boolean remember) {
        return remember
                ? testBed.counter().countAndRemember()
                : testBed.counter().count();
    }

    @Override
    public void calibrate(Collection<Verification> verified) throws IOException, InterruptedException {
        new Calibration(settings.project(), settings.suite(), this, directory, notes).run();
    }

    @Override
    public Optional<Totals> settle() throws IOException, InterruptedException {
        return injector.settle();
    }

    @Override
    public Optional<Totals> prime(ManagedSystem system, Target target, Cell cell, Path folder)
            throws IOException, InterruptedException {
        return load.prime(testBed.system(system), target, cell, folder);
    }

    @Override
    public LoadWindow load(ManagedSystem system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        return load.run(testBed.system(system), target, cell, samples);
    }

    @Override
    public Optional<DuetRunner> duets() {
        return settings.suite().load().duets().map(duets -> new DuetRunner(load, settings.suite(), duets, this));
    }

    @Override
    public Optional<Sampled> compare(Path folder, Target target) throws IOException, InterruptedException {
        return keptAnswers.compare(folder, target);
    }

    @Override
    public Optional<String> noAnswer(Target target) {
        return NoAnswer.of(List.of(target.url()), target.reach());
    }

    @Override
    public boolean live() {
        return testBed.backend().isAlive() && injector.isAlive();
    }

    @Override
    public void close() {
        try (testBed) {
            injector.close();
        }
    }
}
