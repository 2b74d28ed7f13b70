package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Footprint;

/** Everything that is up during a run. */
record RunProcesses(TestBed testBed, Injector injector, CpuLayout layout) implements AutoCloseable {

    private static final List<String> INJECTOR_JVM = TestBed.rigJvm("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

    /** What the injector may come to. */
    static final long INJECTOR_BYTES = Footprint.of(List.of("java", "-Xmx1g"));

    static RunProcesses start(TestBed.Settings plan, Consumer<String> notes) throws IOException, InterruptedException {
        JmeterHome home = new JmeterHome(plan.project().jmeterHome());
        TestBed testBed = TestBed.start(plan, notes);
        boolean up = false;
        try {
            notes.accept("starting the injector");
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            Injector injector = Injector.start(java, home, INJECTOR_JVM, plan.logs());
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
