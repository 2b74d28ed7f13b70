package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that end by SIGKILL at any moment, and go on. {@code -Dbusbench.kills=20} for more moments than the build has. */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
class KilledRunIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = Long.getLong("busbench.killSeed", 20070713L);
    /** About as long as the run takes, its start and its two extra blocks included. */
    private static final int RUN_MILLIS = 6_000;

    @TempDir
    private Path root;

    private FakeProject project;
    private Killable running;

    @BeforeEach
    void layOut() throws IOException {
        running = new Killable(root);
        project = new FakeProject(root);
        project.mediator("first", false);
        project.mediator("second", false);
        project.settings("[cbr]", "500ms", "[1, 2]", "blocks: 1\nmaxBlocks: 9");
    }

    @AfterEach
    void endTheRun() {
        running.close();
    }

    static IntStream moments() {
        return IntStream.range(0, Integer.getInteger("busbench.kills", 1));
    }

    @ParameterizedTest
    @MethodSource("moments")
    void aRunThatIsKilledAtAnyMomentGoesOnWithNothingLostOrTwice(int moment) throws Exception {
        Random random = new Random(SEED + moment);
        running.start("run");
        awaitRecord();
        running.killAfter(random.nextInt(RUN_MILLIS));
        int kills = 1;
        long longest = 0;
        while (!Files.exists(run().resolve("finished.json"))) {
            long start = System.nanoTime();
            running.start("resume");
            if (random.nextBoolean() && kills < 3) {
                running.killAfter(random.nextInt(RUN_MILLIS));
                kills++;
            } else {
                assertThat(running.exit()).as(running.log()).isZero();
                longest = Math.max(longest, System.nanoTime() - start);
            }
        }
        System.out.printf("moment %d: %d kills, went on for %.1f s%n", moment, kills, longest / 1e9);

        RecordAssert.wellFormed(run());
        assertThat(cells())
                .containsExactlyInAnyOrder(
                        "1:first:1",
                        "1:first:2",
                        "1:second:1",
                        "1:second:2",
                        "2:first:2",
                        "2:second:2",
                        "3:first:2",
                        "3:second:2");
        noTrialIsRepeatedWithoutAResume();
    }

    @Test
    void aRunThatGoesOnOrIsFinishedIsNotResumedAndWhatWasChangedIsNamedAndAHalfWrittenTrialIsMadeAgain()
            throws Exception {
        running.start("run");
        awaitRecord();
        assertThat(running.begin("resume").waitFor()).as(running.log()).isEqualTo(2);
        assertThat(running.log()).contains("is being written by another busbench");
        assertThat(running.exit()).as(running.log()).isZero();
        RecordAssert.wellFormed(run());
        assertRefused("is finished");
        Files.delete(run().resolve("finished.json"));
        byte[] record = Files.readAllBytes(run().resolve("trials.jsonl"));
        Path suite = root.resolve("configs/suites/test.yaml");
        String asItWas = Files.readString(suite);

        Files.writeString(suite, asItWas.replace("seed: 1", "seed: 2"));
        assertRefused("suite configs/suites/test.yaml is not what it was when the run began");
        Files.writeString(suite, asItWas);

        Path adapter = root.resolve("configs/adapters/first/adapter.yaml");
        String before = Files.readString(adapter);
        Files.writeString(adapter, "# a remark\n", StandardOpenOption.APPEND);
        assertRefused("file configs/adapters/first/adapter.yaml is not what it was");
        Files.writeString(adapter, before);

        Path trials = run().resolve("trials.jsonl");
        Files.writeString(trials, Files.readString(trials).replaceFirst("\"verified\":\\d+", "\"verified\":1"));
        assertRefused("trials.jsonl:2: does not follow the line before it");
        Files.write(trials, record);

        try (Resumption first = Resumption.of(new Project(root), Backends.free(), run())) {
            assertThat(first.settings().id()).isEqualTo("r");
            assertRefused("is being written by another busbench");
        }
        assertThat(Files.readAllBytes(trials)).isEqualTo(record);
        assertThat(run().resolve("resumes.jsonl")).doesNotExist();

        makesTheTrialOfAHalfWrittenLineAgain();
    }

    /** In a folder of its own. */
    private void makesTheTrialOfAHalfWrittenLineAgain() throws Exception {
        List<String> lines = Files.readAllLines(run().resolve("trials.jsonl"));
        String half = lines.get(7).substring(0, 100);
        Files.writeString(run().resolve("trials.jsonl"), String.join("\n", lines.subList(0, 7)) + "\n" + half);

        running.start("resume");

        assertThat(running.exit()).as(running.log()).isZero();
        RecordAssert.wellFormed(run());
        List<String> after = Files.readAllLines(run().resolve("trials.jsonl"));
        assertThat(after.subList(0, 7)).isEqualTo(lines.subList(0, 7));
        JsonNode again = JSON.readTree(after.get(7));
        assertThat(again.get("attempt").asInt()).isEqualTo(2);
        assertThat(again.get("evidence").asText()).isEqualTo("trials/0008-2");
        assertThat(run().resolve("trials/0008")).isNotEmptyDirectory();
        JsonNode resume =
                JSON.readTree(Files.readAllLines(run().resolve("resumes.jsonl")).get(0));
        assertThat(resume.get("afterTrial").asInt()).isEqualTo(7);
        assertThat(run().resolve("parity.jsonl"))
                .as("what is audited when a run goes on, though it is asked for")
                .doesNotExist();
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> Resumption.of(new Project(root), Backends.free(), run()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(why);
    }

    private void awaitRecord() throws InterruptedException, IOException {
        while (!Files.exists(run().resolve("run.json"))) {
            assertThat(running.isAlive()).as(running.log()).isTrue();
            Thread.sleep(20);
        }
    }

    private Path run() {
        return root.resolve("runs/r");
    }

    /** A trial that other programs disturbed, as the builds of this machine do, is made again at the end of its block. */
    private List<String> cells() {
        List<String> cells = new ArrayList<>();
        Set<String> disturbed = new HashSet<>();
        for (Trial trial : RunReader.read(run()).trials()) {
            String cell = trial.block() + ":" + trial.subject().adapter() + ":"
                    + trial.subject().concurrency();
            if (!disturbed.remove(cell)) {
                cells.add(cell);
            }
            if (trial.disturbance().isPresent()) {
                disturbed.add(cell);
            }
        }
        return cells;
    }

    private void noTrialIsRepeatedWithoutAResume() throws IOException {
        Path resumes = run().resolve("resumes.jsonl");
        int resumed = Files.exists(resumes) ? Files.readAllLines(resumes).size() : 0;
        Set<String> folders = new HashSet<>();
        for (String line : Files.readAllLines(run().resolve("trials.jsonl"))) {
            JsonNode trial = JSON.readTree(line);
            assertThat(trial.get("attempt").asInt()).isLessThanOrEqualTo(resumed + 1);
            assertThat(folders.add(trial.get("evidence").asText())).isTrue();
        }
    }
}
