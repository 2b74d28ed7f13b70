package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.target.TestKeys;
import org.busbench.harness.target.TlsFront;
import org.busbench.record.Outcome;
import org.busbench.record.Processes;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.Report;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Load on mediators that run already, from the adapter's file to the page. Each test has a mediator, a backend and a project of its own. */
@Execution(ExecutionMode.CONCURRENT)
class TargetRunIT {
    @TempDir
    private Path folder;

    private Path root;
    private Process mediator;
    private int port;
    private final int backends = FreePorts.inARow(3);

    @BeforeEach
    void startAMediatorThatNobodyHereKnows() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        root = Files.createDirectories(folder.resolve("project"));
        new MutantProject(root);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib/*").toString(),
                "org.busbench.mutants.Mutant",
                "--listen=127.0.0.1:0",
                "--xslt=" + MutantProject.CHECKOUT.resolve("xslt")));
        List.of("A", "B", "C")
                .forEach(name -> command.add("--backend=" + name + "=127.0.0.1:" + (backends + "ABC".indexOf(name))));
        mediator = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(mediator.getInputStream(), StandardCharsets.UTF_8));
        port = Integer.parseInt(said.readLine().replace("ready ", ""));
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (mediator != null) {
            mediator.destroy();
            mediator.waitFor();
        }
    }

    /** One mediator under four names: with a cost command, with one that fails, and behind a certificate that is not checked. */
    @Test
    void whatRanAlreadyIsLoadedRecordedAndDrawnWithTheCostThatItsCommandTells() throws Exception {
        String server = "http://127.0.0.1:" + port;
        adapter("plain", server, "{}");
        adapter(
                "told",
                server,
                "{cost: [\"${project}/configs/cost/ssh-pid\", \"localhost\", \"" + mediator.pid() + "\"]}");
        Files.createSymbolicLink(root.resolve("configs/cost"), MutantProject.CHECKOUT.resolve("configs/cost"));
        adapter("mute", server, "{cost: [sh, -c, \"echo no cost >&2; exit 3\"]}");
        TestKeys keys = new TestKeys(folder);
        RunResult result;
        String secret;
        try (TlsFront front =
                new TlsFront(TestKeys.server(keys.pair("any", "-startdate", "-20d"), null), false, port)) {
            secret = "localhost:" + front.port();
            adapter("secret", "https://" + secret, "{insecure: true}");
            // So long that the cost command may take half a second on a busy machine, as it did.
            result = run(List.of("plain", "told", "mute", "secret"), "10s", 1, new SilentListener());
        }

        RecordAssert.wellFormed(result.directory());
        assertThat(mediator.isAlive()).isTrue();
        RecordedRun record = RunReader.read(result.directory());
        Trial plain = measured(record, "plain");
        assertThat(plain.use().processes().mediator()).isNull();
        assertThat(plain.use().processes().notMeasured()).isEqualTo("it ran already, and busbench did not start it");
        assertThat(plain.use().processes().backend().cpuMicrosPerMessage()).isPositive();
        assertThat(plain.position().fork()).isNull();
        assertThat(plain.proof().reconciliation().backendReceived()).isPositive();
        Processes told = measured(record, "told").use().processes();
        assertThat(told.notMeasured()).isNull();
        assertThat(told.mediator().cpuMicrosPerMessage()).isBetween(5.0, 50_000.0);
        assertThat(told.mediator().rssBytes()).isGreaterThan(10L << 20);
        assertThat(told.mediator().threads()).isGreaterThan(5);
        Processes mute = measured(record, "mute").use().processes();
        assertThat(mute.mediator()).isNull();
        assertThat(mute.notMeasured()).isEqualTo("the cost command ended with 3: no cost");
        assertThat(Analysis.of(record).cells())
                .filteredOn(cell -> cell.adapter().name().equals("mute"))
                .singleElement()
                .satisfies(cell -> assertThat(cell.costNotMeasured()).contains(mute.notMeasured()));
        measured(record, "secret");
        Check check = Check.of(result.directory());
        assertThat(check.problems()).isEmpty();
        assertThat(check.figures()).isPositive();
        assertThat(page(result))
                .contains("plain ran already at 127.0.0.1:" + port + " and was not started by busbench")
                .contains("secret ran already at " + secret)
                .contains("its TLS certificate (insecure: true)");
    }

    @Test
    void oneThatIsGoneIsSaidToBeGoneAndUntilWhenItAnswered() throws Exception {
        adapter("gone", "http://127.0.0.1:" + port, "{}");

        RunResult result = run(List.of("gone"), "2s", 2, new SilentListener() {
            @Override
            public void recorded(Trial trial) {
                mediator.destroyForcibly();
                mediator.onExit().join();
            }
        });

        assertThat(result.trials().get(0).result().verified())
                .as(result.trials().get(0).result().reason())
                .isPositive();
        assertThat(RunReader.read(result.directory()).trials())
                .hasSize(2)
                .last()
                .satisfies(trial -> {
                    assertThat(trial.outcome()).as(trial.result().reason()).isEqualTo(Outcome.FAILED);
                    assertThat(trial.result().reason())
                            .isEqualTo("no answer from http://127.0.0.1:" + port
                                    + "/services/CbrProxy: nothing listens at 127.0.0.1:" + port
                                    + ": start it, or correct the URL; it answered until trial 1");
                    assertThat(trial.proof().reconciliation().verdict())
                            .isEqualTo(org.busbench.record.Reconciliation.Verdict.EXACT);
                });
    }

    private void adapter(String name, String server, String terms) throws Exception {
        Path own = Files.createDirectories(root.resolve("configs/adapters").resolve(name));
        Files.writeString(own.resolve("adapter.yaml"), """
                schema: busbench/adapter/1
                name: %s
                title: theirs
                version: "1"
                role: mediator
                about: It runs already.
                target: %s
                scenarios:
                  virtualization: {not-served: "a test"}
                  cbr: {url: "%s/services/CbrProxy", wsdl: "http://127.0.0.1:%d/services/CbrProxy"}
                  xslt: {not-served: "a test"}
                """.formatted(name, terms, server, port));
    }

    private RunResult run(List<String> adapters, String measure, int blocks, RunListener listener) throws Exception {
        Path suite = root.resolve("configs/suites/targets.yaml");
        Files.writeString(suite, """
                schema: busbench/suite/1
                name: targets
                about: targets
                adapters: %s
                scenarios: [cbr]
                payloads: [1K]
                concurrency: [4]
                primer: 0s
                warmup: 500ms
                measure: %s
                think: 20ms
                blocks: %d
                seed: 1
                """.formatted(adapters, measure, blocks));
        AdapterCatalog catalog = new AdapterCatalog(root.resolve("configs/adapters"), root);
        RunSettings settings = new RunSettings(
                new Project(root),
                SuiteFile.read(suite, Scenarios.of(root)),
                adapters.stream().map(catalog::find).toList(),
                List.of(),
                Backends.from(backends),
                "targets");
        return new BenchmarkRun(settings, listener, Verdicts.FIXED_BLOCKS, false).execute();
    }

    private static Trial measured(RecordedRun record, String adapter) {
        Trial trial = record.trials().stream()
                .filter(one -> one.adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
        assertThat(trial.outcome()).as(trial.result().reason()).isEqualTo(Outcome.MEASURED);
        return trial;
    }

    private static String page(RunResult result) throws Exception {
        Path page = Report.write(result.directory()).stream()
                .filter(file -> file.toString().endsWith(".html"))
                .findFirst()
                .orElseThrow();
        return Files.readString(page);
    }
}
