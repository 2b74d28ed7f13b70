package org.busbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunReaderTest {

    private static final Path RUNS = Path.of("../reports/src/test/resources");

    @TempDir
    private Path folder;

    private Path run;

    @BeforeEach
    void copyRun() throws IOException {
        run = Files.createDirectory(folder.resolve("run-quick"));
        try (Stream<Path> files = Files.list(RUNS.resolve("run-quick"))) {
            for (Path file : files.toList()) {
                Files.copy(file, run.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void readsEveryLineOfARun() {
        RecordedRun read = RunReader.read(run);

        assertThat(read.info().adapters())
                .extracting(Adapter::name)
                .containsExactly("busbench", "synapse", "camel", "direct");
        assertThat(read.info().unavailable())
                .extracting(RunInfo.Unavailable::install)
                .containsExactly("apt-get install nginx-light");
        assertThat(read.trials()).hasSize(72);
        assertThat(read.verifications()).hasSize(24);
        assertThat(read.finished())
                .contains(new Finished("2026-11-21T09:46:01Z", "complete", 1, null, null, null, null, null));
        assertThat(read.remarks()).isEmpty();
    }

    @Test
    void readsWhatSpeaksForATrialsFigures() {
        Trial trial = RunReader.read(RUNS.resolve("run-smoke")).trials().get(0);

        assertThat(trial.load()).isEqualTo(new Load(Load.Model.CLOSED, null, 0.0));
        assertThat(trial.window().seconds()).isEqualTo(trial.conditions().measuredSeconds());
        assertThat(trial.proof().totals().unfinished()).isEqualTo(8);
        assertThat(trial.proof().reconciliation().verdict()).isEqualTo(Reconciliation.Verdict.EXACT);
        assertThat(trial.proof().sampled()).isEqualTo(new Trial.Sampled(94, 0, null));
        assertThat(trial.probe().latencyMicros().p999()).isEqualTo(5201.9);
        assertThat(trial.use().processes().mediator().samples())
                .hasSize(4)
                .allMatch(sample -> sample.connections() == 16);
        assertThat(trial.use().machine().idleShare()).isEqualTo(0.015);
        assertThat(trial.conditions().pinning()).containsEntry("mediator", "0");
    }

    @Test
    void readsWhatAProgramSaysOfItselfAndThatItDoesNotSayIt() throws IOException {
        Path file = run.resolve("run.json");
        String text = Files.readString(file);
        String name = "\"name\": \"busbench\"";
        assertThat(text).contains(name);
        Files.writeString(file, text.replace(name, name + ", \"tells\": {\"transport\": \"nio\", \"way\": null}"));

        List<Adapter> adapters = RunReader.read(run).info().adapters();
        assertThat(adapters.get(0).tells()).containsEntry("transport", "nio").containsEntry("way", null);
        assertThat(adapters.get(1).tells()).isNull();
    }

    @Test
    void readsWhenAKilledRunWentOn() throws IOException {
        Files.writeString(run.resolve("resumes.jsonl"), "{\"resumedAt\":\"2026-11-21T10:00:00Z\"}\n");

        assertThat(RunReader.read(run).resumes()).containsExactly(new Resume("2026-11-21T10:00:00Z", null, null));
    }

    @Test
    void skipsALastLineThatWasCutOffAndSaysSo() throws IOException {
        Path trials = run.resolve("trials.jsonl");
        String text = Files.readString(trials);
        Files.writeString(trials, text.substring(0, text.length() - 40));

        RecordedRun read = RunReader.read(run);

        assertThat(read.trials()).hasSize(71);
        assertThat(read.remarks()).singleElement().asString().startsWith("trials.jsonl:72: the last line is cut off");
    }

    @Test
    void skipsALastLineThatWasCutOffWithinACharacter() throws IOException {
        byte[] line = "{\"schema\":\"ü".getBytes(StandardCharsets.UTF_8);
        Files.write(run.resolve("trials.jsonl"), Arrays.copyOf(line, line.length - 1), StandardOpenOption.APPEND);

        assertThat(RunReader.read(run).remarks())
                .singleElement()
                .asString()
                .startsWith("trials.jsonl:73: the last line is cut off");
    }

    @Test
    void refusesABrokenLineThatIsNotTheLastOne() throws IOException {
        rewriteTrialLine(3, "\"number\":3,", "\"number\":3,,");

        assertProblem("trials.jsonl:3: ");
    }

    @Test
    void refusesABrokenLastLineThatHasItsLineEnd() throws IOException {
        rewriteTrialLine(72, "\"number\":72,", "\"number\":");

        assertProblem("trials.jsonl:72: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"number\":72,\"number\":72,", "\"numbers\":72,"})
    void refusesAWholeLastLineThatIsWrongThoughItHasNoLineEnd(String wrong) throws IOException {
        rewriteTrialLine(72, "\"number\":72,", wrong);
        Path trials = run.resolve("trials.jsonl");
        Files.writeString(trials, Files.readString(trials).stripTrailing());

        assertProblem("trials.jsonl:72: ");
    }

    @Test
    void readsARunThatWasKilledBeforeItsFirstTrial() throws IOException {
        for (String name : List.of("trials.jsonl", "verifications.jsonl", "finished.json")) {
            Files.delete(run.resolve(name));
        }

        RecordedRun read = RunReader.read(run);

        assertThat(read.finished()).isEmpty();
        assertThat(read.trials()).isEmpty();
        assertThat(read.remarks()).hasSize(2);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    "schema":"busbench/trial/1" | "schema":"busbench/trial/2" | schema 'busbench/trial/2' is unknown; this version reads 'busbench/trial/1'
                    "block":1 | "block":1,"blok":1 | unknown key 'blok' (known here:
                    "block":1 | "block":0 | 'block' must be at least 1, not 0
                    "block":1 | "block":"1" | at block:
                    "block":1 | "block":1,"block":1 | Duplicate
                    "p50":2000 | "p50":2000,"p50":2000 | Duplicate
                    "verified":118094, | "verified":null, | at verified
                    "verified":118094, | `` | at verified
                    "adapter":"direct" | "adapter":"other" | adapter 'other' is not among the adapters of run.json
                    "role":"control" | "role":"mediator" | role differs from run.json
                    "scenario":"xslt" | "scenario":"soap" | unplanned scenario soap
                    "block":1 | "block":1,"run":"other" | the trial belongs to run 'other', not to '
                    "block":1 | "block":1,"attempt":0 | 'attempt' must be at least 1, not 0
                    "block":1 | "block":1,"load":{"model":"open"} | 'load.ratePerSecond' is missing
                    "block":1 | "block":1,"load":{"model":"open","ratePerSecond":500} | unplanned rate 500
                    "block":1 | "block":1,"window":{"startMillis":5,"endMillis":5} | 'window' must have a length
                    "block":1 | "block":1,"sampled":{"compared":1,"different":2} | 'sampled.different' is 2, more than the 1
                    "concurrency":100 | "concurrency":99 | unplanned concurrency 99
                    "outcome":"measured" | "outcome":"failed" | outcome 'failed' must not come with figures
                    "outcome":"measured" | "outcome":"good" | at outcome
                    "evidence":"trials/0001" | "evidence":"../x" | 'evidence' must be a path inside the run directory, not ../x
                    "evidence":"trials/0001" | "evidence":"javascript:1" | 'evidence' must be a path inside the run directory
                    "p50":2000 | "p50":900000 | 'latencyMicros' does not rise from min to max
                    """)
    void refusesWhatItDoesNotUnderstandInOneLine(String was, String is, String problem) throws IOException {
        rewriteTrialLine(1, was, is);

        assertProblem("trials.jsonl:1: " + problem);
    }

    @Test
    void refusesATrialThatBelongsToNoneOfTheSuitesParts() throws IOException {
        Path file = run.resolve("run.json");
        String recorded = Files.readString(file);
        Files.writeString(
                file,
                recorded.replaceFirst(
                        "\"scenarios\"",
                        "\"parts\":[{\"scenarios\":[\"xslt\"],\"payloads\":[\"500\"],\"concurrency\":[7]}],\"scenarios\""));

        assertProblem("trials.jsonl:1: unplanned concurrency 100");
    }

    @Test
    void refusesATrialOfAnAdapterThatIsInNoneOfTheSuitesParts() throws IOException {
        String first = Files.readAllLines(run.resolve("trials.jsonl")).get(0);
        Path file = run.resolve("run.json");
        String recorded = Files.readString(file);
        String parts = "\"parts\":[{\"scenarios\":[\"virtualization\",\"cbr\",\"xslt\"],\"payloads\":[\"500\"],"
                + "\"concurrency\":[100],\"adapters\":[\"ADAPTER\"]}],\"scenarios\"";
        Files.writeString(file, recorded.replaceFirst("\"scenarios\"", parts.replace("ADAPTER", "another")));

        assertThat(first).contains("\"concurrency\":100", "\"payload\":\"500\"");
        assertProblem("trials.jsonl:1: unplanned concurrency 100");
    }

    @Test
    void saysWhichVersionWroteARunThatItDoesNotUnderstand() throws IOException {
        Path file = run.resolve("run.json");
        String recorded = Files.readString(file);
        String version =
                new ObjectMapper().readTree(recorded).at("/busbench/version").asText();
        Files.writeString(file, recorded.replace("busbench/run/1", "busbench/run/9"));

        assertThat(version).isNotEmpty();
        assertThatThrownBy(() -> RunReader.read(run))
                .hasMessageContaining("schema 'busbench/run/9' is unknown; this version reads 'busbench/run/1'")
                .hasMessageContaining("; the run was recorded by busbench " + version)
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesATrialThatIsThereTwice() throws IOException {
        rewriteTrialLine(5, "\"number\":5,", "\"number\":4,");

        assertProblem("trials.jsonl:5: trial 4 is there twice");
    }

    @Test
    void namesTheLineOfAnUnknownKeyInRunJson() throws IOException {
        Path file = run.resolve("run.json");
        Files.writeString(file, Files.readString(file).replace("\"startedAt\"", "\"startedOn\": 1,\n  \"startedAt\""));

        assertProblem("run.json:4: unknown key 'startedOn'");
    }

    @Test
    void namesTheLineOfAKeyThatStandsTwiceInRunJson() throws IOException {
        Path file = run.resolve("run.json");
        Files.writeString(file, Files.readString(file).replace("\"startedAt\"", "\"id\": \"x\",\n  \"startedAt\""));

        assertProblem("run.json:4: Duplicate field 'id'");
    }

    @Test
    void refusesADirectoryThatIsNoRun() {
        assertThatThrownBy(() -> RunReader.read(folder.resolve("none")))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("is no directory");
        assertThatThrownBy(() -> RunReader.read(folder))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("run.json: is missing");
    }

    private void rewriteTrialLine(int number, String was, String is) throws IOException {
        Path file = run.resolve("trials.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        assertThat(lines.get(number - 1)).contains(was);
        lines.set(number - 1, lines.get(number - 1).replace(was, is));
        Files.write(file, lines);
    }

    private void assertProblem(String problem) {
        assertThatThrownBy(() -> RunReader.read(run))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(run.toString())
                .hasMessageContaining(problem)
                .message()
                .doesNotContain("\n");
    }
}
