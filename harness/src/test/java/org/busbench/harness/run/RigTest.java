package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.Role;
import org.busbench.harness.process.Affinity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RigTest {

    @Test
    void everyPartyRunsOnTheCpusOfItsRoleAlone(@TempDir Path root) throws Exception {
        List<Integer> own = Affinity.own();
        assumeTrue(Affinity.available() && own.size() > 1, "one CPU, or no taskset");
        String first = own.get(0).toString();
        String second = own.get(1).toString();
        FakeProject project = new FakeProject(root);
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "200ms", "[1]");
        CpuLayout layout = new CpuLayout(Map.of(Role.MEDIATOR, first, Role.BACKEND, second, Role.INJECTOR, first));
        Path folder = root.resolve("up");
        Files.createDirectories(folder.resolve("logs"));

        try (Rig rig = Rig.start(
                new StackPlan(
                        settings.project(),
                        folder,
                        settings.backends(),
                        settings.adapters(),
                        List.of(),
                        layout,
                        Long.MAX_VALUE,
                        0),
                note -> {})) {
            long mediator =
                    rig.stack().contenders().get(0).process().orElseThrow().id().pid();
            assertThat(layout.asSet(Map.of(
                            Role.MEDIATOR, mediator,
                            Role.BACKEND, rig.stack().backend().id().pid(),
                            Role.INJECTOR, rig.injector().handle().pid())))
                    .isEqualTo(Map.of("mediator", first, "backend", second, "injector", first));
        }
    }
}
