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
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Verification;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Test;

class BenchmarkRunIT extends FakeProjectIT {

    @Test
    void everyCellOfASystemThatServesIsMeasuredAndTheRecordHangsTogether() throws IOException {
        project.mediator("good", false);

        RunResult result = FakeProject.run(project.settings("[cbr]", "500ms", "[1, 2]"), new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        RecordAssert.wellFormed(root.resolve("runs/r"));
        JsonNode written =
                new ObjectMapper().readTree(project.lines("trials.jsonl").get(1));
        assertThat(written.get("run").asText()).isEqualTo("r");
        assertThat(written.get("attempt").asInt()).isEqualTo(1);
        assertThat(written.at("/load/model").asText()).isEqualTo("closed");
        assertThat(written.at("/window/endMillis").asLong()
                        - written.at("/window/startMillis").asLong())
                .isEqualTo(Math.round(written.get("measuredSeconds").asDouble() * 1000));
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
        assertThat(project.lines("trials.jsonl")).hasSize(2);
        assertThat(project.json("finished.json").get("outcome").asText()).isEqualTo("complete");
        JsonNode adapter = project.json("run.json").get("adapters").get(0);
        assertThat(adapter.get("commandLine").toString()).contains("--mediator");
        assertThat(adapter.get("javaVersion").asText()).isEqualTo(System.getProperty("java.version"));
        assertThat(adapter.get("jvmFlags").toString()).contains("-XX:MaxHeapSize=");
        assertThat(adapter.at("/tells/work").asText()).isEqualTo("mediator");
        assertThat(adapter.at("/program/path").asText()).endsWith("/bin/java");
        assertThat(adapter.at("/program/sha256").asText()).matches("[0-9a-f]{64}");
        assertThat(project.json("run.json").at("/rig/injector/commandLine").toString())
                .contains("org.busbench.injector.Injector");
        assertThat(project.json("run.json").at("/rig/backend/jvmFlags").toString())
                .contains("-XX:MaxHeapSize=536870912");
    }

    @Test
    void whatTheNioInjectorCountedBetweenItsMarksIsTheTrialsFigureAndWhatIsDeclaredAsNotServedIsNoFailure()
            throws IOException {
        project.mediator("good", false);

        RunResult result = FakeProject.run(
                project.settings("[cbr, xslt]", "1300ms", "[1]", "blocks: 1\ninjector: nio\nthink: 1ms"),
                new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        Map<Boolean, List<Trial>> trials = result.trials().stream().collect(Collectors.partitioningBy(Trial::measured));
        assertThat(trials.get(false))
                .singleElement()
                .satisfies(trial -> assertThat(trial.subject().scenario() + " "
                                + trial.result().outcome().key())
                        .isEqualTo("xslt not-served"));
        assertThat(trials.get(true)).hasSize(1);
        Trial trial = trials.get(true).get(0);
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
        Path evidence = root.resolve("runs/r").resolve(trial.evidenceFolder().path());
        assertThat(evidence.resolve("latency.hlog")).isNotEmptyFile();
        assertThat(evidence.resolve("samples.jtl")).doesNotExist();
    }

    @Test
    void aRateThatTheInjectorDoesNotKnowIsAProblem() throws IOException {
        project.mediator("good", false);

        assertThatThrownBy(() -> project.settings("[cbr]", "500ms", "[1]", "blocks: 1\nrates: [50]"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("knows neither rates nor think time")
                .hasMessageContaining("use the injector nio");
    }

    @Test
    void oneThatRoutesWronglyOneThatDoesNotComeUpAndOneThatDiesUnderLoadGetNoNumberAndTheOthersGoOn()
            throws IOException {
        project.mediator("mortal", false);
        project.mediator("wrong", true);
        project.mediator("good", false);
        project.mediator("absent", false);
        Path yaml = root.resolve("configs/adapters/absent/adapter.yaml");
        Files.writeString(yaml, Files.readString(yaml).replace("\"--mediator\"", "\"--oops\""));
        RunSettings settings = project.settings("[cbr]", "1500ms", "[1, 2]");
        Thread killer = new Thread(() -> {
            while (!Files.exists(firstTrialOf("mortal", settings))) {
                LockSupport.parkNanos(1_000_000);
            }
            project.process("mortal").destroyForcibly();
        });
        killer.setDaemon(true);
        killer.start();

        RunResult result = FakeProject.run(settings, new SilentListener());

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
        Trial wrong = trial(result, "wrong");
        assertThat(wrong.result().outcome().key()).isEqualTo("not-served");
        assertThat(wrong.result().goodputPerSecond()).isNull();
        assertThat(wrong.result().reason()).startsWith("IBM: another answer than expected");
        assertThat(root.resolve("runs/r").resolve(wrong.evidenceFolder().path()))
                .isDirectory();
        assertThat(trial(result, "absent").result().reason()).contains("absent ended with exit code");
        assertThat(project.lines("verifications.jsonl")).hasSize(4);
    }

    /** Kills, in the first trial, the processes with a word in their command line. */
    private void killUnderLoad(String word, RunSettings settings) {
        Thread killer = new Thread(() -> {
            while (!Files.exists(firstTrialOf("good", settings))) {
                LockSupport.parkNanos(1_000_000);
            }
            ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.info().commandLine().orElse("").contains(word))
                    .forEach(ProcessHandle::destroyForcibly);
        });
        killer.start();
    }

    @Test
    void anInjectorThatDiesUnderLoadFailsItsTrialAndEndsTheRun() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "1500ms", "[1, 2]");
        killUnderLoad("-Dbusbench.injector.log=", settings);

        RunResult result = FakeProject.run(settings, new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.fault()).startsWith("ended after 1 trials: the injector ");
        assertThat(result.trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.result().reason()).startsWith("the injector "));
        assertThat(project.lines("trials.jsonl")).hasSize(1);
    }

    @Test
    void aBackendThatDiesUnderLoadEndsTheRunWithItsExitCode() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "1500ms", "[1, 2]");
        killUnderLoad("backend-A=", settings);

        RunResult result = FakeProject.run(settings, new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.fault())
                .isEqualTo("ended after 0 trials: the backend has ended (exit code 137 (signal 9)): see "
                        + root.resolve("runs/r/logs/backend.err.log"));
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

        RunResult result = FakeProject.run(project.settings("[cbr]", "500ms", "[1, 2, 3]"), interrupting);

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(project.lines("trials.jsonl")).hasSize(1);
        assertThat(project.json("finished.json").get("outcome").asText()).isEqualTo("interrupted");
        assertThat(project.json("finished.json").get("exitCode").asInt()).isEqualTo(130);
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

        RunResult result = FakeProject.run(project.settings("[cbr]", "500ms", "[1]"), interrupting);

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

        RunResult result = FakeProject.run(project.settings("[cbr]", "500ms", "[1]"), interrupting);

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.fault()).startsWith("interrupted before the first trial: nothing was measured");
        assertThat(project.json("finished.json").get("outcome").asText()).isEqualTo("interrupted");
        assertThat(project.json("finished.json").get("trials").asInt()).isZero();
    }

    @Test
    void aPortInUseIsAProblemBeforeAnythingIsStartedAndLeavesNoRun() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "500ms", "[1]");
        int port = settings.adapters().get(0).ports().get("http").number();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();

            assertThatThrownBy(() -> FakeProject.run(settings, new SilentListener()))
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

    private static Trial trial(RunResult result, String adapter) {
        return result.trials().stream()
                .filter(trial -> trial.subject().adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
    }
}
