package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.target.CommandLineRun;
import org.busbench.harness.target.DockerEngine;
import org.busbench.harness.target.NetworkNamespace;
import org.busbench.harness.target.PodmanEngine;
import org.busbench.record.Adapter;
import org.busbench.record.Parity;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mediator in a container of podman, which has no daemon. */
@Tag("nightly")
class PodmanIT {
    @TempDir
    private Path folder;

    @Test
    void aContainerOfPodmanIsMeasuredAuditedAndRemoved() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        Path project = Files.createDirectories(folder.resolve("project"));
        new MutantProject(project);
        ContainedRun.onPodman(project);
        Files.writeString(project.resolve("configs/suites/podman.yaml"), """
                schema: busbench/suite/1
                name: podman
                about: a container of podman
                adapters: [contained]
                scenarios: [virtualization]
                payloads: [1K]
                concurrency: [4]
                primer: 0s
                warmup: 300ms
                measure: 1200ms
                blocks: 1
                seed: 1
                """);
        try (NetworkNamespace network = NetworkNamespace.open()) {
            PodmanEngine engine = PodmanEngine.prepare(Files.createDirectories(folder.resolve("podman")), network);

            CommandLineRun run = CommandLineRun.start(
                    project, network, engine.environment(), List.of("run", "podman", "--id", "one"));

            assertThat(run.exitCode()).as(run.all()).isZero();
            assertThat(engine.podman("ps", "--all", "--quiet")).isEqualTo("exit 0");
        }
        RecordedRun record = RunReader.read(project.resolve("runs/one"));
        Adapter.Container container = record.info().adapters().get(0).container();
        assertThat(container.engine()).startsWith("podman ");
        assertThat(container.image()).endsWith(DockerEngine.IMAGE);
        assertThat(container.imageId()).matches("[0-9a-f]{64}");
        assertThat(container.memoryBytes()).isEqualTo(256L << 20);
        assertThat(container.cpus()).isEqualTo(0.75);
        assertThat(record.trials()).singleElement().satisfies(trial -> {
            ProcessUse use = trial.use().processes().mediator();
            assertThat(use.cpuMicrosPerMessage()).isPositive();
            assertThat(use.group().memoryBytes()).isPositive();
            assertThat(use.gc()).isNotNull();
        });
        Parity parity = record.parities().get(0);
        assertThat(parity.process().jvm().version()).isEqualTo(System.getProperty("java.version"));
        assertThat(parity.process().limits()).isEqualTo(new Parity.Limits(0.75, 256L << 20));
    }
}
