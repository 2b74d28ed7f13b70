package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.Backends;
import org.busbench.harness.suite.InjectorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunProcessesIT {

    @Test
    void everyPartyRunsOnTheCpusOfItsRoleAlone(@TempDir Path root) throws Exception {
        List<Integer> own = Affinity.own();
        assumeTrue(Affinity.available() && own.size() > 1, "one CPU, or no taskset");
        String first = own.get(0).toString();
        String second = own.get(1).toString();
        FakeProject project = new FakeProject(root);
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "200ms", "[1]");
        CpuLayout layout = new CpuLayout(
                Map.of(ProcessRole.MEDIATOR, first, ProcessRole.BACKEND, second, ProcessRole.INJECTOR, first));
        Path folder = root.resolve("up");
        Files.createDirectories(folder.resolve("logs"));

        try (RunProcesses rig = RunProcesses.start(
                new TestBed.Settings(
                        settings.project(),
                        folder,
                        settings.backends(),
                        settings.adapters(),
                        settings.suite().scenarios(),
                        List.of(),
                        layout,
                        Long.MAX_VALUE,
                        0,
                        Backends.HOST),
                InjectorKind.NIO,
                note -> {})) {
            long mediator =
                    rig.testBed().systems().get(0).process().orElseThrow().id().pid();
            assertThat(layout.asSet(Map.of(
                            ProcessRole.MEDIATOR, mediator,
                            ProcessRole.BACKEND, rig.testBed().backend().id().pid(),
                            ProcessRole.INJECTOR, rig.injector().handle().pid())))
                    .isEqualTo(Map.of("mediator", first, "backend", second, "injector", first));
        }
    }
}
