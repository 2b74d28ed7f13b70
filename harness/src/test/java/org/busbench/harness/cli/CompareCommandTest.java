package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On a recorded run and a copy of it under another name: measured once, so that nothing can be decided. */
class CompareCommandTest {

    private static final Path RECORDED = ProjectFiles.ROOT.resolve("reports/src/test/resources/run-quick");

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    private Path copy;

    @BeforeEach
    void copy() throws IOException {
        copy = Files.createDirectory(folder.resolve("copy"));
        String info = Files.readString(RECORDED.resolve("run.json"));
        String id = info.replaceAll("(?s).*?\"id\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.writeString(
                        copy.resolve(file.getFileName()), Files.readString(file).replace(id, "later"));
            }
        }
    }

    @Test
    void writesEveryFigureAsMarkdown() throws IOException {
        Path markdown = folder.resolve("changes.md");

        assertThat(compare("--markdown", markdown.toString())).isZero();
        assertThat(Files.readString(markdown)).contains("→ later", "| +0.0 % |");
    }

    @Test
    void saysThatRunsWithoutForksDecideNothing() {
        assertThat(compare()).isZero();
        assertThat(console.out()).contains("-> later").contains("0 of ").contains("measure with forks");
    }

    @Test
    void aThresholdThatCannotBeToldPassesUnlessThatIsAskedFor() throws IOException {
        Path junit = folder.resolve("junit.xml");

        assertThat(compare("--fail-if", "cbr tps -5%", "--junit", junit.toString()))
                .isZero();
        assertThat(console.out()).contains("undecided: cbr tps -5%: busbench cbr 500 c=");
        assertThat(Files.readString(junit)).contains("<skipped message=");
        assertThat(compare("--fail-if", "cbr tps -5%", "--fail-if-undecided")).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void printsEveryFigureAndThresholdAsJsonThatTheSchemaDescribes() throws IOException {
        assertThat(compare("--json", "--fail-if", "cbr tps -5%")).isZero();

        assertThat(new JsonSchema("changes-1.schema.json").complaints(console.out()))
                .isEmpty();
        JsonNode changes = new ObjectMapper().readTree(console.out());
        assertThat(changes.at("/comparisons/0/after").asText()).isEqualTo("later");
        assertThat(changes.at("/comparisons/0/figures"))
                .isNotEmpty()
                .allMatch(figure -> figure.get("verdict").asText().equals("open"));
        assertThat(changes.at("/thresholds/0/state").asText()).isEqualTo("undecided");
    }

    @Test
    void checkPrintsItsOutcomeAsJson() throws IOException {
        assertThat(Busbench.execute("check", "--json", RECORDED.toString())).isEqualTo(ExitCode.FAILED);

        JsonNode outcome = new ObjectMapper().readTree(console.out());
        assertThat(outcome.get("holds").asBoolean()).isFalse();
        assertThat(outcome.get("problems")).isNotEmpty();
        assertThat(console.err()).isEmpty();
    }

    @Test
    void writesAPageOfItsOwn() throws IOException {
        Path page = folder.resolve("compare.html");

        assertThat(compare("--html", page.toString())).isZero();
        assertThat(Files.readString(page))
                .startsWith("<!doctype html>")
                .contains("Every figure is open.")
                .contains("<th scope=\"row\">later</th>");
    }

    @Test
    void whatCannotBeComparedIsOneLineAndExitCode2() {
        for (List<String> more : List.of(
                List.of("--fail-if", "cbr tsp -5%"),
                List.of("--fail-if", "cbx tps -5%"),
                List.of("--junit", "x.xml"),
                List.of("--html", folder.resolve("no/such/folder.html").toString()))) {
            console.clear();
            assertThat(compare(more.toArray(String[]::new))).as("%s", more).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(console.err().lines()).as("%s", more).hasSize(1);
        }
        assertThat(Busbench.execute("compare", copy.toString(), copy.toString()))
                .isEqualTo(ExitCode.BAD_INPUT);
        console.clear();
        assertThat(Busbench.execute("compare", RECORDED.toString(), copy.toString(), copy.toString()))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err()).contains("run 'later' is given more than once");
        assertThat(Busbench.execute("compare", copy.toString(), folder.toString()))
                .isEqualTo(ExitCode.BAD_INPUT);
    }

    private int compare(String... more) {
        return Busbench.execute(
                Stream.concat(Stream.of("compare", RECORDED.toString(), copy.toString()), Stream.of(more))
                        .toArray(String[]::new));
    }
}
