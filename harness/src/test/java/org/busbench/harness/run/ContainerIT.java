package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.busbench.record.Adapter;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mediator in a container, on an engine of the test's own. */
class ContainerIT {
    private static final long LIMIT_MINUTES = 5;

    @TempDir
    private Path folder;

    private DockerEngine engine;
    private Path project;

    @BeforeEach
    void startEngine() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        project = Files.createDirectories(folder.resolve("project"));
        engine = DockerEngine.start(Files.createDirectories(folder.resolve("docker")));
    }

    @AfterEach
    void stopEngine() {
        if (engine != null) {
            engine.close();
        }
    }

    @Test
    void theCostOfAContainerIsThatOfItsControlGroupAndItsTermsAreRecorded() throws Exception {
        Process run = start("run");
        assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(log()).isZero();

        Path directory = project.resolve("runs/contained");
        RecordAssert.wellFormed(directory);
        RecordedRun record = RunReader.read(directory);
        ProcessUse outside = use(record, "reference");
        ProcessUse inside = use(record, "contained");
        assertThat(inside.cpuMicrosPerMessage()).isPositive();
        assertThat(inside.group().memoryBytes()).isPositive();
        assertThat(inside.group().tasks()).isEqualTo(inside.threads());
        assertThat(inside.samples()).isNotEmpty().allMatch(sample -> sample.connections() != null);
        assertThat(outside.group()).isNull();
        System.out.printf(
                "CPU time of one message: %.1f µs as a process, %.1f µs in a container%n",
                outside.cpuMicrosPerMessage(), inside.cpuMicrosPerMessage());
        Adapter.Container container = record.info().adapters().get(1).container();
        assertThat(container.engine()).startsWith("docker ");
        assertThat(container.image()).isEqualTo(DockerEngine.IMAGE);
        assertThat(container.imageId()).matches("sha256:[0-9a-f]{64}");
        assertThat(container.network()).isEqualTo("host");
        assertThat(container.memoryBytes()).isEqualTo(256L << 20);
        assertThat(container.cpus()).isEqualTo(2);
        assertThat(record.info().adapters().get(0).container()).isNull();
        nothingIsLeft();
    }

    @Test
    void aKilledHarnessLeavesNoContainer() throws Exception {
        Process harness = start("hold");
        try (BufferedReader output = harness.inputReader()) {
            assertThat(output.readLine()).as(log()).isEqualTo("up");
        }
        assertThat(engine.docker("ps", "--quiet", "--filter=label=busbench.run"))
                .hasLineCount(2);

        harness.destroyForcibly().waitFor();

        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!left().equals("exit 0") && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        nothingIsLeft();
    }

    private Process start(String what) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dbusbench.rigJvm=" + System.getProperty("busbench.rigJvm", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ContainedRun.class.getName(),
                        what,
                        project.toString())
                .redirectError(Redirect.appendTo(folder.resolve("run.err.log").toFile()));
        builder.environment().putAll(engine.environment());
        return builder.start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("run.err.log"));
    }

    private static ProcessUse use(RecordedRun record, String adapter) {
        Trial trial = record.trials().stream()
                .filter(one -> one.adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
        assertThat(trial.use().processes().notMeasured()).isNull();
        return trial.use().processes().mediator();
    }

    private String left() throws Exception {
        return engine.docker("ps", "--all", "--quiet");
    }

    private void nothingIsLeft() throws Exception {
        assertThat(left()).isEqualTo("exit 0");
    }
}
