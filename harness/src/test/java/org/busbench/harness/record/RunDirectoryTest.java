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
import org.busbench.harness.text.Problem;
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
            run.append(new VerificationRecord("a", "cbr", "cbr", "500", "served", null, "verify/a/cbr/500"));
            run.append(new VerificationRecord("b", "cbr", "cbr", "500", "not-served", "no\nanswer", null));

            List<String> lines = Files.readAllLines(run.path().resolve("verifications.jsonl"));
            assertThat(lines).hasSize(2);
            JsonNode second = new ObjectMapper().readTree(lines.get(1));
            assertThat(second.get("reason").asText()).isEqualTo("no\nanswer");
            assertThat(second.get("evidence").isNull()).isTrue();
        }
    }

    @Test
    void theEndIsWrittenOnce() throws IOException {
        try (RunDirectory run = RunDirectory.create(runs, "r", "quick", START)) {
            run.finish(new Finished("2026-11-21T09:41:00Z", "complete", 0));

            assertThat(new ObjectMapper()
                            .readTree(run.path().resolve("finished.json").toFile()))
                    .isEqualTo(
                            new ObjectMapper()
                                    .readTree(
                                            "{\"finishedAt\":\"2026-11-21T09:41:00Z\",\"outcome\":\"complete\",\"exitCode\":0}"));
            assertThatThrownBy(() -> run.finish(new Finished("later", "complete", 0)))
                    .isInstanceOf(FileAlreadyExistsException.class);
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
