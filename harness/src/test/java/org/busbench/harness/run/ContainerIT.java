package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.target.CommandLineRun;
import org.busbench.harness.target.DockerEngine;
import org.busbench.harness.target.NetworkNamespace;
import org.busbench.record.Adapter;
import org.busbench.record.Parity;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.Report;
import org.busbench.reports.analysis.ParityBreak;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mediator in a container, on an engine of the test's own. */
@Tag("nightly")
class ContainerIT {
    private static final long LIMIT_MINUTES = 5;

    @TempDir
    private static Path engineFolder;

    private static NetworkNamespace network;
    private static DockerEngine engine;

    @TempDir
    private Path folder;

    private Path project;

    @BeforeAll
    static void startEngine() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        network = NetworkNamespace.open();
        engine = DockerEngine.start(engineFolder, network);
    }

    @AfterAll
    static void stopEngine() {
        if (engine != null) {
            engine.close();
        }
        if (network != null) {
            network.close();
        }
    }

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
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
        assertThat(container.cpus()).isEqualTo(0.75);
        assertThat(record.info().adapters().get(0).container()).isNull();
        nothingIsLeft();

        assertThat(breaks(record, "reference")).isEmpty();
        assertThat(breaks(record, "contained"))
                .anyMatch(found -> found.startsWith("cpus: it may use 0.75 of the machine's CPUs, reference may use "))
                .contains("memory: 256 MB of memory is its limit, reference has none");
        assertThat(Check.of(directory).problems()).isEmpty();
        assertThat(page(directory))
                .contains("0.75, 256M")
                .contains("<dt>Digest of the image</dt><dd>" + container.imageId())
                .contains("<dt>Engine</dt><dd>" + container.engine())
                .contains("<dt>Limits</dt><dd>0.75 CPUs, 256 MiB of memory")
                .contains("<dt>Cost read from</dt><dd>its control group</dd>");
    }

    @Test
    void aPublishedPortServesAndItsCostIsNotThatOfTheEnginesProxy() throws Exception {
        publishedProject();

        CommandLineRun run = busbench("run", "published-run", "--backends-listen", DockerEngine.GATEWAY, "--id", "one");

        assertThat(run.exitCode()).as(run.all()).isZero();
        Path directory = project.resolve("runs/one");
        RecordAssert.wellFormed(directory);
        RecordedRun record = RunReader.read(directory);
        assertThat(record.trials()).singleElement().satisfies(trial -> {
            assertThat(trial.measured()).as(trial.result().reason()).isTrue();
            assertThat(trial.use().processes().mediator()).isNull();
            assertThat(trial.use().machine().foreignShares())
                    .as("the container itself would stand among the strangers")
                    .isEmpty();
            assertThat(trial.use().processes().notMeasured())
                    .matches(
                            "port [0-9]+ is served by process [0-9]+ \\(docker-proxy\\), not by a process of those started");
        });
        Parity parity = record.parities().get(0);
        assertThat(parity.processReason()).isNull();
        assertThat(parity.process().jvm()).isNotNull();
        assertThat(parity.process().limits().cpus()).isEqualTo(0.75);
        assertThat(record.info().adapters().get(0).container().network()).isEqualTo("default");
        assertThat(page(directory)).contains("<dt>Cost read from</dt><dd>not measured: port ");
        nothingIsLeft();
    }

    @Test
    void whatWasStartedIsGoneAfterStop() throws Exception {
        publishedProject();

        CommandLineRun start = busbench("up", "published", "--backends-listen", DockerEngine.GATEWAY);
        assertThat(start.exitCode()).as(start.all()).isZero();
        assertThat(running()).hasLineCount(2);
        CommandLineRun stop = busbench("down");
        assertThat(stop.exitCode()).as(stop.all()).isZero();

        assertThat(stop.out()).contains("stopped published");
        nothingIsLeft();
    }

    @Test
    void nothingIsLeftAfterCtrlC() throws Exception {
        publishedProject();

        CommandLineRun run = busbench(
                "run", "published-run", "--no-audit", "--backends-listen", DockerEngine.GATEWAY, "--id", "cut");
        while (run.isAlive() && !running().contains("\n")) {
            Thread.sleep(50);
        }
        run.interrupt();

        assertThat(run.exitCode()).as(run.all()).isEqualTo(130);
        nothingIsLeft();
    }

    @Test
    void aContainerThatCannotReachTheBackendsIsSaid() throws Exception {
        publishedProject();

        CommandLineRun verify = busbench("verify", "published", "--scenario", "cbr", "--payload", "500");

        assertThat(verify.exitCode()).isEqualTo(1);
        assertThat(verify.all())
                .contains(
                        "warning: published has a network of its own, in which 127.0.0.1 is the container itself: let the"
                                + " backends listen on an address that it reaches, with --backends-listen");
        nothingIsLeft();
    }

    private void publishedProject() throws Exception {
        new MutantProject(project);
        ContainedRun.published(project);
        Files.copy(
                MutantProject.CHECKOUT.resolve("configs/suites/quick.yaml"),
                project.resolve("configs/suites/quick.yaml"));
        Files.writeString(project.resolve("configs/suites/published-run.yaml"), """
                schema: busbench/suite/1
                name: published-run
                about: a published port
                adapters: [published]
                scenarios: [virtualization]
                payloads: [1K]
                concurrency: [4]
                think: 4ms
                primer: 0s
                warmup: 300ms
                measure: 1200ms
                blocks: 1
                seed: 1
                """);
    }

    private CommandLineRun busbench(String... words) throws IOException {
        return CommandLineRun.start(project, network, engine.environment(), List.of(words));
    }

    private static List<String> breaks(RecordedRun record, String adapter) {
        return record.parities().stream()
                .filter(parity -> parity.adapter().equals(adapter))
                .flatMap(parity -> ParityBreak.of(parity, record.parities()).stream())
                .map(found -> found.label() + ": " + found.explanation())
                .toList();
    }

    private static String page(Path directory) throws IOException {
        return Files.readString(Report.write(directory).stream()
                .filter(file -> file.toString().endsWith(".html"))
                .findFirst()
                .orElseThrow());
    }

    @Test
    void aKilledHarnessLeavesNoContainer() throws Exception {
        Process harness = start("hold");
        try (BufferedReader output = harness.inputReader()) {
            assertThat(output.readLine()).as(log()).isEqualTo("up");
        }
        assertThat(running()).hasLineCount(2);

        harness.destroyForcibly().waitFor();

        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!left().equals("exit 0") && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        nothingIsLeft();
    }

    private Process start(String what) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(network.command(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dbusbench.rigJvm=" + System.getProperty("busbench.rigJvm", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ContainedRun.class.getName(),
                        what,
                        project.toString())))
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

    private static String running() throws Exception {
        return engine.docker("ps", "--quiet", "--filter=label=busbench.run");
    }

    private static String left() throws Exception {
        return engine.docker("ps", "--all", "--quiet");
    }

    private static void nothingIsLeft() throws Exception {
        assertThat(left()).isEqualTo("exit 0");
    }
}
