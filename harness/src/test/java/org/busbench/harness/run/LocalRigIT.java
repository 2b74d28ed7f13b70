package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRigIT {

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
        try (RunDirectory directory = RunDirectory.create(root.resolve("runs"), "up", "test", Instant.EPOCH);
                LocalRig rig = LocalRig.start(
                        settings,
                        directory,
                        note -> {},
                        new TestBed.Settings(
                                settings.project(),
                                directory.path(),
                                settings.backends(),
                                settings.adapters(),
                                settings.suite().scenarios(),
                                List.of(),
                                layout,
                                Long.MAX_VALUE,
                                0,
                                Backends.HOST))) {
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
