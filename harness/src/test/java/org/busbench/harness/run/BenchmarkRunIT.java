package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.forecast.EarlierRuns;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.forecast.Remaining;
import org.busbench.harness.forecast.TimeRange;
import org.busbench.harness.load.Wrk;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Verification;
import org.busbench.record.ProcessUse;
import org.busbench.record.Purpose;
import org.busbench.record.Step;
import org.busbench.record.Trial;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkRunIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path root;

    private FakeProject project;

    @BeforeEach
    void layOut() throws IOException {
        project = new FakeProject(root);
    }

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void everyCellOfASystemThatServesIsMeasured() throws IOException {
        project.mediator("good", false);

        RunResult result = run(project.settings("[cbr]", "400ms", "[1, 2]"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(result.trials()).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.result().outcome().key()).isEqualTo("measured");
            assertThat(trial.result().verified()).isPositive();
            assertThat(trial.result().goodputPerSecond())
                    .isEqualTo(trial.result().verified() / trial.conditions().measuredSeconds());
            assertThat(trial.use().processes().mediator().threads()).isPositive();
            assertThat(trial.evidenceFolder().path()).isNotNull();
        });
        assertThat(result.trials()).allSatisfy(trial -> {
            assertThat(trial.probe().sent())
                    .isPositive()
                    .isEqualTo(trial.probe().verified());
            assertThat(trial.use().machine().idleShare()).isBetween(0.0, 1.0);
            ProcessUse mediator = trial.use().processes().mediator();
            assertThat(mediator.gc().collections()).isNotNegative();
            assertThat(mediator.samples()).isNotEmpty();
            assertThat(mediator.samples().get(0).descriptors()).isPositive();
        });
        assertThat(root.resolve("runs/r/trials/0001/probe.hlog")).isNotEmptyFile();
        assertThat(root.resolve("runs/r/trials/0001/samples.jtl.gz")).isNotEmptyFile();
        assertThat(lines("trials.jsonl")).hasSize(2);
        assertThat(json("finished.json").get("outcome").asText()).isEqualTo("complete");
        JsonNode adapter = json("run.json").get("adapters").get(0);
        assertThat(adapter.get("commandLine").toString()).contains("--mediator");
        assertThat(adapter.get("javaVersion").asText()).isEqualTo(System.getProperty("java.version"));
        assertThat(adapter.get("jvmFlags").toString()).contains("-XX:MaxHeapSize=");
        assertThat(adapter.at("/tells/work").asText()).isEqualTo("mediator");
        assertThat(adapter.at("/program/path").asText()).endsWith("/bin/java");
        assertThat(adapter.at("/program/sha256").asText()).matches("[0-9a-f]{64}");
        assertThat(json("run.json").at("/rig/injector/commandLine").toString())
                .contains("org.busbench.injector.Injector");
        assertThat(json("run.json").at("/rig/backend/jvmFlags").toString()).contains("-XX:MaxHeapSize=268435456");
    }

    @Test
    void whatStandsInTheRecordIsWhatTheSchemasSayAndHangsTogether() throws IOException {
        project.mediator("good", false);

        run(project.settings("[cbr]", "200ms", "[1, 2]"), new SilentListener());

        RecordAssert.wellFormed(root.resolve("runs/r"));
        JsonNode trial = JSON.readTree(lines("trials.jsonl").get(1));
        assertThat(trial.get("run").asText()).isEqualTo("r");
        assertThat(trial.get("attempt").asInt()).isEqualTo(1);
        assertThat(trial.at("/load/model").asText()).isEqualTo("closed");
        assertThat(trial.at("/window/endMillis").asLong()
                        - trial.at("/window/startMillis").asLong())
                .isEqualTo(Math.round(trial.get("measuredSeconds").asDouble() * 1000));
    }

    @Test
    void moreBlocksGoWhereThereIsNoVerdictUntilThereIsOne() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "100ms", "[1, 2]", "blocks: 1\nmaxBlocks: 9");
        Verdicts openUntilTheThird =
                (directory, before) -> before <= 3 ? Set.of(new Comparison("cbr", "500", 2, null)) : Set.of();

        RunResult result = new BenchmarkRun(settings, new SilentListener(), openUntilTheThird).execute();

        assertThat(result.trials())
                .extracting(trial -> trial.block() + ":" + trial.subject().concurrency())
                .containsExactlyInAnyOrder("1:1", "1:2", "2:2", "3:2");
        assertThat(result.trials()).extracting(trial -> trial.number()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void behindTheBlocksComeTheFixedRateAndTheFrontierAndAResumedRunGoesOnInThem() throws Exception {
        project.mediator("good", false);
        RunSettings settings = withScenario(
                project.settings(
                        "[xslt]", "300ms", "[1]", "blocks: 2\ninjector: nio\nfixedRate: auto\nfrontier: [500ms, 2s]"),
                root.resolve("configs/scenarios/cbr"));

        RunResult result = run(settings, new SilentListener());

        List<Purpose> whole = result.trials().stream().map(Trial::purpose).toList();
        assertThat(whole.subList(0, 4))
                .containsExactly(Purpose.COMPARISON, Purpose.COMPARISON, Purpose.FIXED_RATE, Purpose.FIXED_RATE);
        assertThat(whole.subList(4, whole.size()))
                .hasSizeBetween(2, FrontierSearch.mostTrials(2))
                .containsOnly(Purpose.FRONTIER);
        double slowest = (result.trials().get(0).result().goodputPerSecond()
                        + result.trials().get(1).result().goodputPerSecond())
                / 2;
        assertThat(result.trials().get(2).conditions().load().ratePerSecond()).isEqualTo(Math.floor(slowest / 2));
        assertThat(result.trials().get(4).subject().concurrency()).isEqualTo(200);
        RecordAssert.wellFormed(root.resolve("runs/r"));

        // As a kill in the middle of the search leaves it.
        Files.delete(root.resolve("runs/r/finished.json"));
        List<String> kept = lines("trials.jsonl").subList(0, 6);
        Files.writeString(root.resolve("runs/r/trials.jsonl"), String.join("\n", kept) + "\n");
        Path scenario = root.resolve("configs/scenarios/cbr/scenario.yaml");
        String asItWas = Files.readString(scenario);
        Files.writeString(scenario, asItWas + "# changed\n");
        assertThatThrownBy(() -> Resumption.of(new Project(root), Backends.free(), root.resolve("runs/r")))
                .hasMessageContaining("file configs/scenarios/cbr/scenario.yaml is not what it was when the run began");
        Files.writeString(scenario, asItWas);
        try (Resumption resumption = Resumption.of(new Project(root), Backends.free(), root.resolve("runs/r"))) {
            assertThat(resumption.settings().suite().scenarioNames()).containsExactly("cbr");
            new BenchmarkRun(resumption.settings(), new SilentListener(), Verdicts.FIXED_BLOCKS).resume(resumption);
        }

        assertThat(lines("trials.jsonl").subList(0, 6)).isEqualTo(kept);
        assertThat(json("run.json").at("/suite/scenarios").toString()).isEqualTo("[\"cbr\"]");
        assertThat(json("run.json").at("/suite/overrides/0").asText())
                .isEqualTo("--scenario ${project}/configs/scenarios/cbr");
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    private RunSettings withScenario(RunSettings settings, Path scenario) {
        SuiteOverrides chosen = SuiteOverrides.NONE.withScenarios(List.of(scenario.toString()));
        return new RunSettings(
                settings.project(),
                SuiteFile.read(settings.suite().file(), chosen, Scenarios.of(root)),
                settings.adapters(),
                List.of(),
                settings.backends(),
                settings.id());
    }

    @Test
    void eachForkMeetsMediatorsOfItsOwnAndAControlWithoutProcessHasNone() throws IOException {
        project.mediator("good", false);
        project.direct();

        RunResult result = run(
                project.settings("[cbr]", "200ms", "[1]", "blocks: 4\nforks: 2").withBaseline("direct"),
                new SilentListener());

        assertThat(result.trials()).extracting(trial -> trial.result().reason()).containsOnlyNulls();
        assertThat(result.trials())
                .filteredOn(trial -> trial.subject().adapter().equals("good"))
                .extracting(trial -> trial.block() + ":" + trial.position().fork())
                .containsExactly("1:1", "2:1", "3:2", "4:2");
        assertThat(result.trials())
                .filteredOn(trial -> trial.subject().adapter().equals("direct"))
                .hasSize(4)
                .allMatch(trial -> trial.position().fork() == null);
        assertThat(json("run.json").at("/suite/forks").asInt()).isEqualTo(2);
        assertThat(json("run.json").at("/suite/baseline").asText()).isEqualTo("direct");
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    /** There is room for one of the three at a time: each is stopped for the next, and started again with a primer. */
    @Test
    void mediatorsTakeTurnsWhereMemoryIsShort() throws IOException {
        project.mediator("first", false);
        project.mediator("second", false);
        project.mediator("third", false);
        RunSettings all = project.settings("[cbr]", "200ms", "[1]", "blocks: 2\nforks: 1");
        long room = Footprint.of(List.of("java", "-Xmx1g")) + (1L << 20);
        RunSettings small = new RunSettings(
                all.project(),
                all.suite(),
                all.adapters(),
                List.of(),
                all.backends(),
                "r",
                null,
                RunProcesses.INJECTOR_BYTES + Footprint.of(List.of("java", "-Xmx256m")) + room);
        List<Long> up = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        SilentListener listener = new SilentListener() {
            @Override
            public void recorded(Trial trial) {
                up.add(Stream.of("first", "second", "third")
                        .filter(name -> project.running(name))
                        .count());
            }

            @Override
            public void note(String line) {
                notes.add(line);
            }
        };

        RunResult result = run(small, listener);

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(result.trials()).hasSize(6).allMatch(Trial::measured);
        assertThat(up).containsOnly(1L);
        assertThat(steps()).extracting(Step::kind).contains("start", "verification", "trial");
        takesTheStepsThatWereForecast(small, false);
        assertThat(notes).anyMatch(line -> line.startsWith("memory is short: all adapters together may need 3648 MB"));
        // The second block is the first one's mirror: who came last in it comes first, and need not make room before.
        assertThat(result.trials().stream()
                        .map(trial ->
                                trial.subject().adapter() + trial.position().fork())
                        .distinct())
                .hasSize(5);
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    /** What was forecast and what was recorded agree step by step, so that a run can be learned from. */
    @Test
    void aRunTakesTheStepsThatWereForecastAndTheNextForecastLearnsFromThem() throws IOException {
        project.mediator("good", false);
        project.direct();
        RunSettings settings = project.settings("[cbr, xslt]", "200ms", "[1, 2]", "blocks: 2\nforks: 2\nprimer: 100ms");

        List<TimeRange> left = new ArrayList<>();
        SilentListener listener = new SilentListener() {
            @Override
            public void left(TimeRange time) {
                left.add(time);
            }
        };
        RunResult result = new BenchmarkRun(settings, listener, Verdicts.FIXED_BLOCKS, true).execute();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        takesTheStepsThatWereForecast(settings, true);
        assertThat(left).hasSameSizeAs(steps()).last().isEqualTo(TimeRange.ZERO);
        assertThat(left.get(0).from()).isGreaterThan(left.get(left.size() / 2).from());
        EarlierRuns earlier = EarlierRuns.in(root.resolve("runs"));
        assertThat(earlier.runs()).isEqualTo(1);
        Forecast again = settings.forecast(true, Forecast.Done.NOTHING, earlier);
        double seconds = steps().stream().mapToDouble(Step::seconds).sum();
        assertThat(seconds)
                .isBetween(
                        again.total().from().toMillis() / 1000.0,
                        again.total().to().toMillis() / 1000.0);
        Remaining remaining = new Remaining(again);
        steps().forEach(remaining::took);
        assertThat(remaining.left()).isEqualTo(TimeRange.ZERO);
    }

    private List<Step> steps() throws IOException {
        return StepLog.in(root.resolve("runs/r")).steps();
    }

    private void takesTheStepsThatWereForecast(RunSettings settings, boolean audited) throws IOException {
        Forecast forecast = settings.forecast(audited, Forecast.Done.NOTHING, EarlierRuns.in(root.resolve("none")));
        assertThat(steps().stream().map(step -> step.kind() + " " + step.adapter() + " " + step.asked()))
                .containsExactlyElementsOf(forecast.due().stream()
                        .map(Forecast.Timed::step)
                        .map(due -> due.kind().label() + " " + due.adapter() + " " + due.asked())
                        .toList());
    }

    @Test
    void aSpentBudgetEndsTheBlocksThoughThereIsNoVerdict() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "1s", "[1]", "blocks: 1\nmaxBlocks: 9\nbudget: 1s");
        Verdicts never = (directory, before) -> Set.of(new Comparison("cbr", "500", 1, null));

        RunResult result = new BenchmarkRun(settings, new SilentListener(), never).execute();

        assertThat(result.trials()).hasSize(1);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    }

    @Test
    void whatTheNioInjectorCountedBetweenItsMarksIsTheTrialsFigure() throws IOException {
        project.mediator("good", false);

        RunResult result = run(
                project.settings("[cbr]", "1300ms", "[1]", "blocks: 1\ninjector: nio\nthink: 1ms"),
                new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        Trial trial = result.trials().get(0);
        assertThat(trial.conditions().injector()).isEqualTo("nio");
        assertThat(trial.result().latencyResolutionMicros()).isEqualTo(1);
        assertThat(trial.result().histogram()).isEqualTo("latency.hlog");
        assertThat(trial.result().series()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(trial.result().series().get(0).p50Micros()).isPositive();
        assertThat(trial.result().verified())
                .isPositive()
                .isLessThan(trial.proof().totals().verified());
        assertThat(trial.proof().totals().sent())
                .isEqualTo(trial.proof().totals().verified());
        assertThat(root.resolve("runs/r/trials/0001/latency.hlog")).isNotEmptyFile();
        assertThat(root.resolve("runs/r/trials/0001/samples.jtl")).doesNotExist();
    }

    @Test
    void everyInjectorIsCalibratedOnTheControlWhereTheSuiteAsksForIt() throws IOException {
        project.direct();

        RunResult result = run(
                project.settings("[virtualization]", "300ms", "[1]", "blocks: 1\ncalibrate: true"),
                new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : lines("calibration.jsonl")) {
            lines.add(JSON.readTree(line));
            assertThat(JsonSchema.part("run-1.schema.json", "calibration").complaints(line))
                    .isEmpty();
        }
        List<String> injectors = new ArrayList<>(List.of("nio", "jmeter-http"));
        if (Wrk.installed().isPresent()) {
            injectors.add("wrk");
        }
        int each = injectors.size();
        injectors.addAll(List.copyOf(injectors));
        assertThat(lines).extracting(line -> line.get("injector").asText()).containsExactlyElementsOf(injectors);
        assertThat(lines.subList(0, each)).noneMatch(line -> line.has("backendDelayMillis"));
        assertThat(lines.subList(each, 2 * each))
                .allMatch(line -> line.get("backendDelayMillis").asDouble() == 20);
        assertThat(json("finished.json").get("calibrationSha256").asText())
                .isEqualTo(Sha256.of(root.resolve("runs/r/calibration.jsonl")));
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.get("verified").asLong()).isPositive();
            assertThat(line.get("goodputPerSecond").asDouble()).isPositive();
            assertThat(root.resolve("runs/r").resolve(line.get("evidence").asText()))
                    .isNotEmptyDirectory();
        });
    }

    @Test
    void withoutAControlThereIsNothingToCalibrateOn() throws IOException {
        project.mediator("good", false);

        RunResult result =
                run(project.settings("[cbr]", "100ms", "[1]", "blocks: 1\ncalibrate: true"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(root.resolve("runs/r/calibration.jsonl")).doesNotExist();
    }

    @Test
    void aRateThatTheInjectorDoesNotKnowIsAProblem() throws IOException {
        project.mediator("good", false);

        assertThatThrownBy(() -> project.settings("[cbr]", "200ms", "[1]", "blocks: 1\nrates: [50]"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("knows neither rates nor think time")
                .hasMessageContaining("use the injector nio");
    }

    @Test
    void aSystemThatRoutesWronglyIsNotServedAndGetsNoNumber() throws IOException {
        project.mediator("wrong", true);
        project.mediator("good", false);

        RunResult result = run(project.settings("[cbr]", "200ms", "[1]"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE_WITH_FAILURES);
        Trial wrong = trial(result, "wrong");
        assertThat(wrong.result().outcome().key()).isEqualTo("not-served");
        assertThat(wrong.result().goodputPerSecond()).isNull();
        assertThat(wrong.result().reason()).startsWith("IBM: another answer than expected");
        assertThat(root.resolve("runs/r").resolve(wrong.evidenceFolder().path()))
                .isDirectory();
        assertThat(trial(result, "good").result().outcome().key()).isEqualTo("measured");
        assertThat(lines("verifications.jsonl")).hasSize(2);
    }

    @Test
    void whatAnAdapterDeclaresAsNotServedIsNoFailure() throws IOException {
        project.mediator("good", false);

        RunResult result = run(project.settings("[cbr, xslt]", "200ms", "[1]"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(result.trials())
                .extracting(trial -> trial.result().outcome())
                .containsExactlyInAnyOrder(
                        org.busbench.record.Outcome.MEASURED, org.busbench.record.Outcome.NOT_SERVED);
    }

    @Test
    void aMediatorThatDiesUnderLoadFailsWithItsErrorsAndTheOthersGoOn() throws IOException {
        project.mediator("mortal", false);
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "1500ms", "[1, 2]");
        Thread killer = new Thread(() -> {
            while (!Files.exists(firstTrialOf("mortal", settings))) {
                LockSupport.parkNanos(1_000_000);
            }
            project.process("mortal").destroyForcibly();
        });
        killer.start();

        RunResult result = run(settings, new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE_WITH_FAILURES);
        List<Trial> mortal = result.trials().stream()
                .filter(trial -> trial.subject().adapter().equals("mortal"))
                .toList();
        assertThat(mortal).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.result().outcome().key()).isEqualTo("failed");
            assertThat(trial.result().reason()).contains("exit code 137");
            assertThat(trial.result().goodputPerSecond()).isNull();
        });
        assertThat(mortal.get(0).result().errors().total()).isPositive();
        assertThat(result.trials().stream()
                        .filter(trial -> trial.subject().adapter().equals("good")))
                .hasSize(2)
                .allSatisfy(trial -> assertThat(trial.result().outcome().key()).isEqualTo("measured"));
    }

    @Test
    void anInterruptEndsTheRunInOrderAndKeepsWhatWasMeasured() throws IOException {
        project.mediator("good", false);
        Thread self = Thread.currentThread();
        SilentListener interrupting = new SilentListener() {
            @Override
            public void recorded(Trial trial) {
                self.interrupt();
            }
        };

        RunResult result = run(project.settings("[cbr]", "200ms", "[1, 2, 3]"), interrupting);

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(lines("trials.jsonl")).hasSize(1);
        assertThat(json("finished.json").get("outcome").asText()).isEqualTo("interrupted");
        assertThat(json("finished.json").get("exitCode").asInt()).isEqualTo(130);
    }

    @Test
    void anInterruptBeforeAnythingIsStartedLeavesNoRunAndIsSaidInOneLine() throws IOException {
        project.mediator("good", false);
        Thread self = Thread.currentThread();
        SilentListener interrupting = new SilentListener() {
            @Override
            public void planned(Forecast forecast, Path runDirectory) {
                self.interrupt();
            }
        };

        RunResult result = run(project.settings("[cbr]", "200ms", "[1]"), interrupting);

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.fault()).startsWith("interrupted before the first trial: nothing was measured");
        assertThat(root.resolve("runs/r")).doesNotExist();
    }

    @Test
    void anInterruptBeforeTheFirstTrialEndsTheRunInOrder() throws IOException {
        project.mediator("good", false);
        Thread self = Thread.currentThread();
        SilentListener interrupting = new SilentListener() {
            @Override
            public void verified(Verification verification) {
                self.interrupt();
            }
        };

        RunResult result = run(project.settings("[cbr]", "200ms", "[1]"), interrupting);

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.fault()).startsWith("interrupted before the first trial: nothing was measured");
        assertThat(json("finished.json").get("outcome").asText()).isEqualTo("interrupted");
        assertThat(json("finished.json").get("trials").asInt()).isZero();
    }

    @Test
    void aMediatorThatDoesNotComeUpIsRecordedWithItsReason() throws IOException {
        project.mediator("good", false);
        project.mediator("absent", false);
        Path yaml = root.resolve("configs/adapters/absent/adapter.yaml");
        Files.writeString(yaml, Files.readString(yaml).replace("\"--mediator\"", "\"--oops\""));

        RunResult result = run(project.settings("[cbr]", "200ms", "[1]"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE_WITH_FAILURES);
        assertThat(trial(result, "absent").result().reason()).contains("absent ended with exit code");
        assertThat(trial(result, "good").result().outcome().key()).isEqualTo("measured");
    }

    @Test
    void aPortInUseIsAProblemBeforeAnythingIsStartedAndLeavesNoRun() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "200ms", "[1]");
        int port = settings.adapters().get(0).ports().get("http").number();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();

            assertThatThrownBy(() -> run(settings, new SilentListener()))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("adapter.yaml:");
        }
        assertThat(root.resolve("runs/r")).doesNotExist();
    }

    private Path firstTrialOf(String adapter, RunSettings settings) {
        int number = settings.plan().firstBlocks().get(0).trials().stream()
                .filter(trial -> trial.cell().adapter().equals(adapter))
                .findFirst()
                .orElseThrow()
                .number();
        return root.resolve(String.format("runs/r/trials/%04d", number));
    }

    private static RunResult run(RunSettings settings, RunListener listener) {
        return new BenchmarkRun(settings, listener, Verdicts.FIXED_BLOCKS).execute();
    }

    private static Trial trial(RunResult result, String adapter) {
        return result.trials().stream()
                .filter(trial -> trial.subject().adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(root.resolve("runs/r").resolve(file));
    }

    private JsonNode json(String file) throws IOException {
        return JSON.readTree(root.resolve("runs/r").resolve(file).toFile());
    }
}
