package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.record.ProgramFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CLASS_PATH = "${project}/lib/a.jar:/elsewhere/b.jar:${project}/lib/c.jar";

    @TempDir
    private Path folder;

    @Test
    void aRunIsDrawnAgainAndAgain() {
        Path run = SampleRuns.copy("run-smoke", folder);

        assertThat(Report.write(run)).containsExactly(run.resolve("index.html"), run.resolve("trials.csv"));
        assertThat(Report.write(run)).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        assertThat(run.toFile().list()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void aPageIsGreyWhereTheProgramIsAnotherOneToday() throws IOException {
        Path run = SampleRuns.copy("run-smoke", folder);
        Path jar = Files.createDirectories(folder.resolve("project/lib")).resolve("a.jar");
        Files.writeString(jar, "then");
        Files.writeString(jar.resolveSibling("c.jar"), "always");
        ranWith(
                run,
                ProgramFiles.sha256(List.of(CLASS_PATH), folder.resolve("project"))
                        .orElseThrow());

        assertThat(page(run)).doesNotContain("Of an older version").contains("busbench 0.1.0-SNAPSHOT");
        Files.writeString(jar, "today");
        assertThat(page(run))
                .contains(
                        "Of an older version: the program of busbench is another one today",
                        "<main class=\"wide older\">");
        Files.delete(jar);
        assertThat(page(run)).doesNotContain("Of an older version");
    }

    @Test
    void aPageOfARecordThatIsTooOldToTellIsGrey() throws IOException {
        Path run = SampleRuns.copy("run-smoke", folder);
        ranWith(run, null);

        assertThat(page(run)).contains("Of an older version: the program of busbench is another one today");
    }

    private String page(Path run) throws IOException {
        return Files.readString(
                Report.write(run, null, folder.resolve("project")).get(0));
    }

    private static void ranWith(Path run, String sha256) throws IOException {
        Path file = run.resolve("run.json");
        ObjectNode info = (ObjectNode) JSON.readTree(file.toFile());
        info.withArray("adapters").forEach(adapter -> {
            boolean ours = adapter.get("name").asText().equals("busbench");
            ((ObjectNode) adapter)
                    .putArray("commandLine")
                    .add("java")
                    .add("-cp")
                    .add(ours ? CLASS_PATH : "/elsewhere/b.jar");
            ((ObjectNode) adapter).putObject("program").put("path", "/java").put("jarsSha256", ours ? sha256 : null);
        });
        JSON.writeValue(file.toFile(), info);
    }
}
