package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Purpose;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a run does after what: blocks, forks, turns, trials behind the blocks. */
class BlocksOfARunIT extends FakeProjectIT {

    @Test
    void moreBlocksGoWhereThereIsNoVerdictUntilThereIsOne() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "500ms", "[1, 2]", "blocks: 1\nmaxBlocks: 9");
        Verdicts openUntilTheThird =
                (directory, before) -> before <= 3 ? Set.of(new Comparison("cbr", "500", 2, null)) : Set.of();

        RunResult result = new BenchmarkRun(settings, new SilentListener(), openUntilTheThird, false).execute();

        assertThat(result.trials())
                .extracting(trial -> trial.block() + ":" + trial.subject().concurrency())
                .containsExactlyInAnyOrder("1:1", "1:2", "2:2", "3:2");
        assertThat(result.trials()).extracting(trial -> trial.number()).containsExactly(1, 2, 3, 4);
    }

    /** What a JVM compiled under its first load it drops when the connections close and others open: its second load must not be the measured one. */
    @Test
    void aFreshProcessIsPrimedByTwoLoadsAtLeast() throws IOException {
        project.mediator("good", false);

        FakeProject.run(project.settings("[cbr]", "500ms", "[1]", "blocks: 1\nprimer: 400ms"), new SilentListener());

        assertThat(Files.readAllLines(root.resolve("runs/r/logs/injector.err.log")))
                .filteredOn(line -> line.equals("load primer.jtl"))
                .hasSizeGreaterThan(1);
    }

    /** Another program takes what it can of every CPU from before the first trial until that is over. */
    @Test
    void theLoadOfAnotherProgramIsToldAndTheTrialMadeOnceMore() throws IOException {
        project.mediator("good", false);
        RunSettings settings = project.settings("[cbr]", "1s", "[1]", "blocks: 1\nmaxBlocks: 2");
        List<Process> others = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        SilentListener listener = new SilentListener() {
            @Override
            public void verified(Verification verification) {
                try {
                    for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
                        others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void recorded(Trial trial) {
                others.forEach(Process::destroyForcibly);
            }

            @Override
            public void note(String line) {
                notes.add(line);
            }
        };
        RunResult result;
        try {
            result = new BenchmarkRun(settings, listener, (directory, before) -> Set.of(), false).execute();
        } finally {
            others.forEach(Process::destroyForcibly);
        }

        assertThat(result.trials()).extracting(Trial::block).containsExactly(1, 1);
        assertThat(result.trials().get(0).disturbance()).isPresent();
        assertThat(notes)
                .contains(
                        "block 1, once more where other programs or machines took a tenth of the CPU or more: trials 2 to 2");
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    @Test
    @Tag("nightly")
    void behindTheBlocksComeTheFixedRateAndTheFrontierAndAResumedRunGoesOnInThem() throws Exception {
        project.mediator("good", false);
        RunSettings settings = withScenario(
                project.settings(
                        "[xslt]", "500ms", "[1]", "blocks: 2\ninjector: nio\nfixedRate: auto\nfrontier: [500ms, 2s]"),
                root.resolve("configs/scenarios/cbr"));

        RunResult result = FakeProject.run(settings, new SilentListener());

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
        List<String> kept = project.lines("trials.jsonl").subList(0, 6);
        Files.writeString(root.resolve("runs/r/trials.jsonl"), String.join("\n", kept) + "\n");
        Path scenario = root.resolve("configs/scenarios/cbr/scenario.yaml");
        String asItWas = Files.readString(scenario);
        Files.writeString(scenario, asItWas + "# changed\n");
        assertThatThrownBy(() -> Resumption.of(new Project(root), Backends.free(), root.resolve("runs/r")))
                .hasMessageContaining("file configs/scenarios/cbr/scenario.yaml is not what it was when the run began");
        Files.writeString(scenario, asItWas);
        try (Resumption resumption = Resumption.of(new Project(root), Backends.free(), root.resolve("runs/r"))) {
            assertThat(resumption.settings().suite().scenarioNames()).containsExactly("cbr");
            new BenchmarkRun(resumption.settings(), new SilentListener(), Verdicts.FIXED_BLOCKS, false)
                    .resume(resumption);
        }

        assertThat(project.lines("trials.jsonl").subList(0, 6)).isEqualTo(kept);
        assertThat(project.json("run.json").at("/suite/scenarios").toString()).isEqualTo("[\"cbr\"]");
        assertThat(project.json("run.json").at("/suite/overrides/0").asText())
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

        RunResult result = FakeProject.run(
                project.settings("[cbr]", "500ms", "[1]", "blocks: 4\nforks: 2").withBaseline("direct"),
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
        assertThat(project.json("run.json").at("/suite/forks").asInt()).isEqualTo(2);
        assertThat(project.json("run.json").at("/suite/baseline").asText()).isEqualTo("direct");
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    /** There is room for one of the three at a time: each is stopped for the next, and started again with a primer. */
    @Test
    void mediatorsTakeTurnsWhereMemoryIsShort() throws IOException {
        project.mediator("first", false);
        project.mediator("second", false);
        project.mediator("third", false);
        RunSettings all = project.settings("[cbr]", "500ms", "[1]", "blocks: 2\nforks: 1");
        long room = Footprint.of(List.of("java", "-Xmx1g")) + (1L << 20);
        RunSettings small = new RunSettings(
                all.project(),
                all.suite(),
                all.adapters(),
                List.of(),
                all.backends(),
                "r",
                null,
                TestBed.INJECTOR_BYTES + Footprint.of(List.of("java", "-Xmx256m")) + room);
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

        RunResult result = FakeProject.run(small, listener);

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(result.trials()).hasSize(6).allMatch(Trial::measured);
        assertThat(up).containsOnly(1L);
        assertThat(notes).anyMatch(line -> line.startsWith("memory is short: all adapters together may need 3648 MB"));
        // The second block is the first one's mirror: who came last in it comes first, and need not make room before.
        assertThat(result.trials().stream()
                        .map(trial ->
                                trial.subject().adapter() + trial.position().fork())
                        .distinct())
                .hasSize(5);
        RecordAssert.wellFormed(root.resolve("runs/r"));
    }

    @Test
    void aSpentBudgetEndsTheBlocksThoughThereIsNoVerdict() throws IOException {
        project.mediator("good", false);
        RunSettings settings =
                project.settings("[cbr]", "1s", "[1]", "blocks: 1\nmaxBlocks: 9\nbudget: 1s\ncalibrate: true");
        Verdicts never = (directory, before) -> Set.of(new Comparison("cbr", "500", 1, null));

        RunResult result = new BenchmarkRun(settings, new SilentListener(), never, false).execute();

        assertThat(result.trials()).hasSize(1);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        // Without a control there is nothing to calibrate on.
        assertThat(root.resolve("runs/r/calibration.jsonl")).doesNotExist();
    }

    @Test
    void everyInjectorIsCalibratedOnTheControlWhereTheSuiteAsksForIt() throws IOException {
        project.direct();

        RunResult result = FakeProject.run(
                project.settings("[virtualization]", "500ms", "[1]", "blocks: 1\ncalibrate: true"),
                new SilentListener());

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : project.lines("calibration.jsonl")) {
            lines.add(new ObjectMapper().readTree(line));
            assertThat(JsonSchema.part("run-1.schema.json", "calibration").complaints(line))
                    .isEmpty();
        }
        List<String> injectors = new ArrayList<>(List.of("nio", "jmeter-http"));
        int each = injectors.size();
        injectors.addAll(List.copyOf(injectors));
        assertThat(lines).extracting(line -> line.get("injector").asText()).containsExactlyElementsOf(injectors);
        assertThat(lines.subList(0, each)).noneMatch(line -> line.has("backendDelayMillis"));
        assertThat(lines.subList(each, 2 * each))
                .allMatch(line -> line.get("backendDelayMillis").asDouble() == 20);
        assertThat(project.json("finished.json").get("calibrationSha256").asText())
                .isEqualTo(Sha256.of(root.resolve("runs/r/calibration.jsonl")));
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.get("verified").asLong()).isPositive();
            assertThat(line.get("goodputPerSecond").asDouble()).isPositive();
            assertThat(root.resolve("runs/r").resolve(line.get("evidence").asText()))
                    .isNotEmptyDirectory();
        });
    }
}
