package org.busbench.harness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;
import org.busbench.record.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

    private static final Instant START = Instant.parse("2026-11-21T09:40:12.345Z");

    @TempDir
    private Path runs;

    @Test
    void theNameIsMadeOfTimeAndSuiteAndNeverTakenTwice() throws IOException {
        try (RunDirectory first = RunDirectory.create(runs, null, "quick", START);
                RunDirectory second = RunDirectory.create(runs, null, "quick", START)) {
            assertThat(first.id()).isEqualTo("2026-11-21T09-40-12Z-quick");
            assertThat(second.id()).isEqualTo("2026-11-21T09-40-12Z-quick-2");
        }
    }

    @Test
    void aGivenNameIsNeverWrittenOver() throws IOException {
        RunDirectory.create(runs, "ci", "smoke", START).close();

        assertThatThrownBy(() -> RunDirectory.create(runs, "ci", "smoke", START))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ci exists");
    }

    @Test
    void aNameThatLeavesTheFolderIsRefused() {
        assertThatThrownBy(() -> RunDirectory.create(runs, "../ci", "smoke", START))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("'../ci' is no name for a run");
    }

    @Test
    void eachLineIsThereAsSoonAsItIsAppended() throws IOException {
        try (RunDirectory run = RunDirectory.create(runs, "r", "quick", START)) {
            run.append(
                    new Verification("a", "cbr", "cbr", "500", Verification.Outcome.SERVED, null, "verify/a/cbr/500"));
            run.append(new Verification("b", "cbr", "cbr", "500", Verification.Outcome.NOT_SERVED, "no\nanswer", null));

            List<String> lines = Files.readAllLines(run.path().resolve("verifications.jsonl"));
            assertThat(lines).hasSize(2);
            JsonNode second = new ObjectMapper().readTree(lines.get(1));
            assertThat(second.get("reason").asText()).isEqualTo("no\nanswer");
            assertThat(second.get("evidence").isNull()).isTrue();
        }
    }

    @Test
    void theEndIsWrittenOnceWithWhatTheRecordHolds() throws IOException {
        try (RunDirectory run = RunDirectory.create(runs, "r", "quick", START)) {
            run.finish(START, "failed", 1);

            JsonNode finished = new ObjectMapper()
                    .readTree(run.path().resolve("finished.json").toFile());
            assertThat(finished.get("outcome").asText()).isEqualTo("failed");
            assertThat(finished.get("trials").asInt()).isZero();
            assertThat(finished.get("verificationsSha256").asText()).isEqualTo(Sha256.of(new byte[0]));
            assertThatThrownBy(() -> run.finish(START, "complete", 0)).isInstanceOf(FileAlreadyExistsException.class);
        }
    }

    @Test
    void aRecordThatSaysSomethingTwiceIsNotResumed() throws IOException {
        RunDirectory.create(runs, "r", "quick", START).close();
        Files.writeString(runs.resolve("r/run.json"), "{}");
        Files.writeString(runs.resolve("r/verifications.jsonl"), "{\"adapter\":\"a\",\"adapter\":\"b\"}\n");

        try (RunDirectory run = RunDirectory.reopen(runs.resolve("r"))) {
            assertThatThrownBy(run::written)
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("Duplicate field 'adapter'; start the suite anew");
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsAProblemInOneLine() throws IOException {
        Path file = Files.createFile(runs.resolve("file"));

        assertThatThrownBy(() -> RunDirectory.create(file.resolve("runs"), null, "quick", START))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("no run can be recorded in " + file.resolve("runs"));
    }
}
