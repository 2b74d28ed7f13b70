package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.artifact.Artifacts;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.load.GatlingHome;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.InjectorProgram;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.suite.InjectorKind;

/** Everything that is up during a run. */
public record RunProcesses(TestBed testBed, Injector injector, CpuLayout layout) implements AutoCloseable {

    private static final List<String> INJECTOR_JVM = TestBed.rigJvm("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

    /** The memory that the injector may take. */
    static final long INJECTOR_BYTES = Footprint.of(List.of("java", "-Xmx1g"));

    static RunProcesses start(TestBed.Settings plan, InjectorKind kind, Consumer<String> notes)
            throws IOException, InterruptedException {
        new JmeterHome(plan.project().jmeterHome());
        TestBed testBed = TestBed.start(plan, notes);
        boolean up = false;
        try {
            notes.accept("starting the injector");
            Injector injector = injector(plan.project(), kind, plan.logs());
            try {
                plan.layout().keep(ProcessRole.INJECTOR, injector.handle().pid());
                up = true;
            } finally {
                if (!up) {
                    injector.close();
                }
            }
            return new RunProcesses(testBed, injector, plan.layout());
        } finally {
            if (!up) {
                testBed.close();
            }
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
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return Injector.start(java, program(project, kind), INJECTOR_JVM, logs);
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

    /** These processes with another injector, which is kept to the CPUs of injectors; the caller closes it. */
    RunProcesses with(Injector other) {
        return new RunProcesses(testBed, other, layout);
    }

    /** Whether backend and injector, which every trial needs, are alive. */
    boolean live() {
        return testBed.backend().isAlive() && injector.isAlive();
    }

    @Override
    public void close() {
        try (testBed) {
            injector.close();
        }
    }
}
