package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.artifact.Artifacts.ResolvedArtifact;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.artifact.Supply.Supplied;
import org.busbench.harness.measure.AvailableMemory;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.process.InstalledVersion;
import org.busbench.harness.process.JavaCommand;
import org.busbench.harness.process.Launch;
import org.busbench.harness.process.Launch.ArtifactFiles;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.ProcessSpec;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.process.TlsKeys;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.ScenarioPlan;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.text.Problem;

/**
 * The backends and the mediators in front of them: all up at the same time where memory allows it. Closing it ends them
 * all. For the run's thread.
 *
 * @param supervisor of the processes, through which they can be left running
 * @param counter the backend, as what counts messages
 * @param systems in the order of the plan, those with a fault too
 * @param pool the systems, of which those are up for which there is room
 */
public record TestBed(
        Supervisor supervisor, BackendProcess counter, List<SystemUnderTest> systems, ProcessPool<ManagedSystem> pool)
        implements AutoCloseable {

    /**
     * Options of the JVM, between blanks, that backend and injector get beside their own: tests have them compiled for a
     * short life. The record has the whole command line.
     */
    private static final String RIG_JVM = "busbench.rigJvm";

    /** Some mediators leave connections open, thousands of them within a few trials, and each takes about 10 KB here. */
    private static final List<String> BACKEND_JVM = rigJvm("-Xms256m", "-Xmx512m", "-XX:+UseParallelGC");

    /** The memory that the backend may take. */
    static final long BACKEND_BYTES =
            Footprint.of(Stream.concat(Stream.of("java"), BACKEND_JVM.stream()).toList());

    /** The memory that the injector may take. */
    static final long INJECTOR_BYTES = Footprint.of(List.of("java", "-Xmx1g"));

    private static final long MEGABYTE = 1L << 20;

    /** An adapter with everything that is needed to start it. */
    public record Prepared(
            Adapter adapter, String version, Map<String, String> artifacts, Launch launch, Scenarios scenarios) {

        boolean hasProcess() {
            return launch.process().isPresent();
        }

        /** Not started yet; {@code supervisor} ends its processes. */
        public SystemUnderTest system(Supervisor supervisor) {
            return new SystemUnderTest(adapter, launch, version, artifacts, supervisor, scenarios);
        }
    }

    /**
     * Prepares an adapter of the plan without starting anything.
     *
     * @throws Problem when something that it needs cannot be had
     */
    public static Prepared prepared(Settings plan, Adapter adapter, Consumer<String> notes)
            throws InterruptedException {
        refuseLeftovers(plan.project());
        try (Supply supply = Supply.fetching(notes)) {
            return prepare(plan, adapter, supply);
        }
    }

    /**
     * Starts everything and waits until it is up. A mediator that does not come up is a system with a fault.
     *
     * @return the test bed, to be closed
     * @throws Problem when something is missing, a port is taken, or the backend does not come up; nothing is left then
     * @throws IOException when a folder cannot be made
     * @throws InterruptedException when this thread was interrupted; nothing is left then
     */
    public static TestBed start(Settings plan, Consumer<String> notes) throws IOException, InterruptedException {
        PortClaim.requireOwn(plan.backends().listen());
        refuseLeftovers(plan.project());
        List<Prepared> prepared = new ArrayList<>();
        try (Supply supply = Supply.fetching(notes)) {
            for (Adapter adapter : plan.adapters()) {
                prepared.add(prepare(plan, adapter, supply));
            }
        }
        ProcessSpec backend = plan.layout().kept(ProcessRole.BACKEND, backend(plan));
        backend.ports().forEach(PortClaim::requireFree);
        prepared.forEach(
                one -> one.launch().process().ifPresent(spec -> spec.ports().forEach(PortClaim::requireFree)));
        Files.createDirectories(plan.project().state());
        Supervisor supervisor = Supervisor.open(plan.project().state());
        try {
            plan.backends().warning().ifPresent(System.err::println);
            plan.unreached().forEach(System.err::println);
            notes.accept("starting the backend");
            BackendProcess started = BackendProcess.start(supervisor, backend, plan.served());
            List<SystemUnderTest> systems =
                    prepared.stream().map(one -> one.system(supervisor)).toList();
            long room = plan.memoryBytes() - BACKEND_BYTES - plan.besideBytes();
            ProcessPool<ManagedSystem> pool = new ProcessPool<>(List.copyOf(systems), room);
            if (pool.footprintBytes() > room) {
                notes.accept("memory is short: all adapters together may need " + pool.footprintBytes() / MEGABYTE
                        + " MB, and there are " + Math.max(0, room / MEGABYTE)
                        + " MB for them; they are stopped and started in turn");
            }
            pool.startAll(
                    system -> notes.accept("starting " + system.name()),
                    system -> system.fault().ifPresent(fault -> notes.accept("failed: " + fault)));
            lookFor(systems, notes);
            for (SystemUnderTest system : systems) {
                if (system.cost().orElse(null) instanceof CostSource.None none) {
                    notes.accept("the cost of " + system.name() + " is not measured: " + none.why());
                }
            }
            return new TestBed(supervisor, started, systems, pool);
        } catch (Throwable failed) {
            supervisor.close();
            throw failed;
        }
    }

    /** The backend that answers in all scenarios of the plan; not started. */
    public static ProcessSpec backend(Settings plan) {
        return BackendProcess.spec(
                plan.project().root(), plan.served(), BACKEND_JVM, backendArguments(plan.scenarios()), plan.logs());
    }

    /** The backend's arguments, with a service for each scenario that says what it answers. */
    static List<String> backendArguments(List<Scenario> scenarios) {
        List<String> arguments = new ArrayList<>(List.of("--engine", "wire"));
        Map<String, Scenario> places = new HashMap<>();
        for (Scenario scenario : scenarios) {
            scenario.backend().ownPlace().ifPresent(place -> {
                Scenario other = places.putIfAbsent(place, scenario);
                if (other != null) {
                    throw new Problem("two scenarios have the path " + place + " at the backend: " + other.file()
                            + " and " + scenario.file() + "; change backend.path of one, or leave one out");
                }
            });
            ScenarioPlan.bringUpToDate(scenario);
            if (scenario.backend() instanceof Backend.FromFiles files) {
                arguments.addAll(files.arguments());
            }
        }
        return arguments;
    }

    /** Options of a JVM of the rig, with those of {@code -Dbusbench.rigJvm}. */
    static List<String> rigJvm(String... own) {
        return JavaCommand.options(
                List.of(own),
                Stream.of(System.getProperty(RIG_JVM, "").split(" "))
                        .filter(word -> !word.isEmpty())
                        .toList());
    }

    private static void lookFor(List<SystemUnderTest> systems, Consumer<String> notes) throws InterruptedException {
        for (SystemUnderTest system : systems) {
            if (system.adapter().reach().running()) {
                notes.accept("looking for " + system.name());
                system.look();
                system.fault().ifPresent(fault -> notes.accept("failed: " + fault));
            }
        }
    }

    private static void refuseLeftovers(Project project) {
        OrphanedProcesses leftovers = OrphanedProcesses.find(project.state());
        if (!leftovers.isEmpty()) {
            throw new Problem(
                    "left over from a run that was killed: " + leftovers.describe() + "; 'busbench down' ends them");
        }
    }

    private static Prepared prepare(Settings plan, Adapter described, Supply supply) throws InterruptedException {
        Adapter adapter = described.in(plan.scenarios());
        Supplied supplied = supply.artifacts(adapter);
        Path work = plan.folder().resolve("work").resolve(adapter.name());
        Launch.Settings site = new Launch.Settings(
                plan.project().root(),
                work,
                plan.logs(),
                plan.backends().overTls(plan.keys()),
                plan.jvmOptions(),
                plan.listen());
        Map<String, Path> programs = supplied.programFiles();
        ArtifactFiles files = new ArtifactFiles(
                supplied.jars().stream().map(ResolvedArtifact::file).toList(),
                supplied.archiveFiles(adapter),
                programs);
        Launch launch =
                Launch.of(adapter, site, files).with(spec -> plan.layout().kept(ProcessRole.MEDIATOR, spec));
        return new Prepared(
                adapter,
                InstalledVersion.of(adapter, programs),
                supplied.checksums(),
                launch,
                plan.project().scenarios());
    }

    SystemUnderTest system(ManagedSystem managed) {
        return systems.stream()
                .filter(system -> system.equals(managed))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(managed.name() + " is not of this test bed"));
    }

    public ManagedProcess backend() {
        return counter.process();
    }

    public Set<Integer> backendPorts() {
        return Set.copyOf(counter.backends().ports().values());
    }

    @Override
    public void close() {
        supervisor.close();
    }

    /**
     * What is to be up together.
     *
     * @param folder gets {@code logs/} and {@code work/}
     * @param adapters what to start, in order
     * @param scenarios in which they may be asked: the backend answers in all of them
     * @param memoryBytes that backend, injector and mediators may take together: what the machine can give now
     * @param listen the address on which the adapters are to listen
     */
    public record Settings(
            Project project,
            Path folder,
            Backends backends,
            List<Adapter> adapters,
            List<Scenario> scenarios,
            List<String> jvmOptions,
            CpuLayout layout,
            long memoryBytes,
            long besideBytes,
            String listen) {

        public Settings {
            adapters = List.copyOf(adapters);
            scenarios = List.copyOf(scenarios);
            jvmOptions = List.copyOf(jvmOptions);
        }

        /** Without an injector and without bounds on CPUs; adapters start in this order, and the folder gets {@code logs/} and {@code work/}. */
        public Settings(
                Project project,
                Path folder,
                Backends backends,
                List<Adapter> adapters,
                List<Scenario> scenarios,
                List<String> jvmOptions) {
            this(
                    project,
                    folder,
                    backends,
                    adapters,
                    scenarios,
                    jvmOptions,
                    CpuLayout.FREE,
                    AvailableMemory.bytes(),
                    0,
                    Backends.HOST);
        }

        /** The backends that are to be up: the one over TLS where a scenario asks for it. */
        public Backends served() {
            return scenarios.stream().anyMatch(Scenario::tls) ? backends.overTls(keys().made()) : backends;
        }

        /** Of the run; an adapter's files may name keys that no scenario needs. */
        private TlsKeys keys() {
            return new TlsKeys(
                    folder.resolve(TlsKeys.FOLDER), List.of(backends.listen(), backends.advertised(), listen));
        }

        /** Warnings about containers that cannot reach backends on 127.0.0.1. */
        List<String> unreached() {
            return adapters.stream()
                    .filter(adapter -> adapter.hasProcess() && adapter.isOnAnotherNetwork() && !backends.open())
                    .map(adapter ->
                            "warning: " + adapter.name() + " has a network of its own, in which 127.0.0.1 is the"
                                    + " container itself: let the backends listen on an address that it reaches, with"
                                    + " --backends-listen")
                    .toList();
        }

        public Path logs() {
            return folder.resolve("logs");
        }
    }
}
