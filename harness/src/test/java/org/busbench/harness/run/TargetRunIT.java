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

    @Test
    void whatRanAlreadyIsLoadedRecordedAndDrawnWithoutACost() throws Exception {
        adapter("plain", "http://127.0.0.1:" + port, "{}");

        RunResult result = run("plain");

        Trial trial = measured(result);
        Processes use = trial.use().processes();
        assertThat(use.mediator()).isNull();
        assertThat(use.notMeasured()).isEqualTo("it ran already, and busbench did not start it");
        assertThat(use.backend().cpuMicrosPerMessage()).isPositive();
        assertThat(trial.position().fork()).isNull();
        assertThat(trial.proof().reconciliation().backendReceived()).isPositive();
        assertThat(page(result))
                .contains("plain ran already at 127.0.0.1:" + port + " and was not started by busbench")
                .doesNotContain("TLS certificate");
        assertThat(mediator.isAlive()).isTrue();
    }

    @Test
    void theCostOfATargetIsWhatItsCommandTells() throws Exception {
        adapter(
                "told",
                "http://127.0.0.1:" + port,
                "{cost: [\"${project}/configs/cost/ssh-pid\", \"localhost\", \"" + mediator.pid() + "\"]}");
        Files.createSymbolicLink(root.resolve("configs/cost"), MutantProject.CHECKOUT.resolve("configs/cost"));

        Trial trial = measured(run("told", "10s"));

        Processes use = trial.use().processes();
        assertThat(use.notMeasured()).isNull();
        assertThat(use.mediator().cpuMicrosPerMessage()).isBetween(5.0, 50_000.0);
        assertThat(use.mediator().rssBytes()).isGreaterThan(10L << 20);
        assertThat(use.mediator().threads()).isGreaterThan(5);
    }

    @Test
    void aCostCommandThatFailsLeavesTheFiguresAndSaysWhy() throws Exception {
        adapter("mute", "http://127.0.0.1:" + port, "{cost: [sh, -c, \"echo nobody here >&2; exit 3\"]}");

        RunResult result = run("mute");

        Processes use = measured(result).use().processes();
        assertThat(use.mediator()).isNull();
        assertThat(use.notMeasured()).isEqualTo("the cost command ended with 3: nobody here");
        assertThat(Analysis.of(RunReader.read(result.directory())).cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.costNotMeasured()).contains(use.notMeasured()));
    }

    @Test
    void oneThatIsGoneIsSaidToBeGoneAndUntilWhenItAnswered() throws Exception {
        adapter("gone", "http://127.0.0.1:" + port, "{}");

        RunResult result = run("gone", "2s", 2, new SilentListener() {
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

    @Test
    void thePageSaysThatACertificateWasNotChecked() throws Exception {
        TestKeys keys = new TestKeys(folder);
        try (TlsFront front =
                new TlsFront(TestKeys.server(keys.pair("any", "-startdate", "-20d"), null), false, port)) {
            adapter("secret", "https://localhost:" + front.port(), "{insecure: true}");

            RunResult result = run("secret", "8s");

            measured(result);
            assertThat(page(result))
                    .contains("secret ran already at localhost:" + front.port())
                    .contains("its TLS certificate (insecure: true)");
        }
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

    private RunResult run(String adapter) throws Exception {
        return run(adapter, "3s");
    }

    private RunResult run(String adapter, String measure) throws Exception {
        return run(adapter, measure, 1, new SilentListener());
    }

    private RunResult run(String adapter, String measure, int blocks, RunListener listener) throws Exception {
        Path suite = root.resolve("configs/suites/" + adapter + "-run.yaml");
        Files.writeString(suite, """
                schema: busbench/suite/1
                name: %s-run
                about: a target
                adapters: [%s]
                scenarios: [cbr]
                payloads: [1K]
                concurrency: [4]
                primer: 0s
                warmup: 500ms
                measure: %s
                think: 8ms
                blocks: %d
                seed: 1
                """.formatted(adapter, adapter, measure, blocks));
        AdapterCatalog catalog = new AdapterCatalog(root.resolve("configs/adapters"), root);
        RunSettings settings = new RunSettings(
                new Project(root),
                SuiteFile.read(suite, Scenarios.of(root)),
                List.of(catalog.find(adapter)),
                List.of(),
                Backends.from(backends),
                adapter);
        return new BenchmarkRun(settings, listener, Verdicts.FIXED_BLOCKS).execute();
    }

    private Trial measured(RunResult result) throws Exception {
        assertThat(result.trials())
                .as(result.fault())
                .singleElement()
                .satisfies(trial ->
                        assertThat(trial.measured()).as(trial.result().reason()).isTrue());
        RecordAssert.wellFormed(result.directory());
        RecordedRun record = RunReader.read(result.directory());
        return record.trials().get(0);
    }

    private static String page(RunResult result) throws Exception {
        Check check = Check.of(result.directory());
        assertThat(check.problems()).isEmpty();
        assertThat(check.figures()).isPositive();
        Path page = Report.write(result.directory()).stream()
                .filter(file -> file.toString().endsWith(".html"))
                .findFirst()
                .orElseThrow();
        return Files.readString(page);
    }
}
