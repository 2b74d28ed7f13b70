package org.busbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Figure;
import org.busbench.record.Publication.Place;
import org.busbench.record.Publication.Relation;
import org.busbench.record.Publication.TestedSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublicationFileTest {

    private static final String CORRECT = """
            schema: busbench/publication/1
            name: sample
            title: A test
            source: somebody
            published: "2007"
            about: They measured.
            cell: {scenario: cbr, size: "500", clients: 20}
            systems:
              quick: {title: the quick one, adapter: busbench}
              gone: {title: the lost one, note: nobody sells it}
            tables:
              - {id: chart, title: A chart, unreadable: it is a picture}
              - id: figures
                title: Figures
                rows:
                  - {system: quick, figure: goodput, value: 26, failed: 142, requests: 2075}
                  - {system: gone, label: mood, unit: points, value: 7.5, clients: 40}
            claims:
              - id: ahead
                text: It is ahead.
                holds:
                  - {figure: p99, of: quick, against: gone, is: at-most, value: 0.5, size: 10K, clients: [20, 40]}
              - {id: crash, text: It crashes., cannot: nobody tries}
            """;

    @TempDir
    Path folder;

    private static Example change(String old, String changed) {
        return Example.changed(CORRECT, old, changed);
    }

    static List<Example> examples() {
        return List.of(
                Example.accepted("as it is", CORRECT),
                change("busbench/publication/1", "busbench/publication/2")
                        .refused("1: schema 'busbench/publication/2' is not known: this busbench reads"
                                + " busbench/publication/1"),
                change("name: sample", "name: other")
                        .refusedByReader("2: name 'other' is not the file's name: write sample"),
                change("title: A test", "titel: A test").refused("3: unknown key 'titel', did you mean 'title'?"),
                change("scenario: cbr", "scenario: cbrr")
                        .refusedByReader("7: unknown scenario 'cbrr', did you mean 'cbr'?"),
                change("size: \"500\", clients", "clients")
                        .refusedByReader("16: key 'size' is missing: add it here, or to 'cell' for all"),
                change("size: 10K", "size: 11K")
                        .refusedByReader("22: scenario 'cbr' has no size '11K', did you mean '10K'?"),
                change("{title: the lost one, note: nobody sells it}", "{title: the lost one}")
                        .refused("10: 'publication.systems.note' is missing"),
                change(
                                "unreadable: it is a picture",
                                "unreadable: it is a picture, rows: [{system: gone, figure: p50, value: 1}]")
                        .refused(
                                "12: 'publication.tables' needs either entries or a reason why they are unreadable: chart"),
                change("{system: quick, figure: goodput", "{system: quik, figure: goodput")
                        .refusedByReader("16: unknown system 'quik', did you mean 'quick'?"),
                change("figure: goodput", "figure: goodputt")
                        .refused("16: unknown figure 'goodputt', did you mean 'goodput'?"),
                change("figure: goodput", "figure: goodput, unit: TPS")
                        .refused("16: 'goodput' is in requests/s: remove 'unit'"),
                change("label: mood, unit: points", "unit: points")
                        .refused("17: a row needs a 'figure' of ours, or a 'label' and a 'unit'"),
                change("value: 26", "value: many").refused("16: value must be a number, not the text 'many'"),
                change("failed: 142, requests: 2075", "failed: 142, requests: 100")
                        .refusedByReader("16: 'publication.tables' has 142 failed of 100 requests"),
                change("is: at-most", "is: at-mots").refused("22: unknown relation 'at-mots', did you mean 'at-most'?"),
                change("is: at-most, value: 0.5", "is: at-most").refusedByReader("22: 'at-most' needs a 'value'"),
                change("is: at-most", "is: below")
                        .refusedByReader("22: 'below' has no 'value': remove it, or write at-least or at-most"),
                change("against: gone, is: at-most, value: 0.5", "is: below")
                        .refusedByReader("22: 'below' needs 'against', the system to compare with"),
                change("against: gone", "against: quick").refusedByReader("22: 'quick' is compared with itself"),
                change("figure: p99", "figure: error-share")
                        .refusedByReader("22: shares of errors have bounds of their own: remove 'against'"),
                change("clients: [20, 40]", "clients: [0]")
                        .refused("22: an item of clients is 0: choose a number from 1 to 20000"),
                change(", cannot: nobody tries", "")
                        .refused(
                                "23: 'publication.claims' needs either conditions or a reason why it cannot be told: crash"),
                change("{id: crash", "{id: ahead").refusedByReader("19: 'publication' has the claim 'ahead' twice"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFileIsReadOrRefusedWithItsLineAndTheSchemaAgrees(Example example) throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), example.text());
        if (example.error() == null) {
            assertThat(PublicationFile.read(file, ProjectFiles.SCENARIOS).name())
                    .isEqualTo("sample");
        } else {
            assertThatThrownBy(() -> PublicationFile.read(file, ProjectFiles.SCENARIOS))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(file + ":" + example.error());
        }
        if (example.error() == null || example.schemaSees()) {
            assertThat(new JsonSchema("publication-1.schema.json")
                            .complaints(example.text())
                            .isEmpty())
                    .isEqualTo(!example.schemaSees());
        }
    }

    @Test
    void whatTheCellSaysHoldsWhereNothingElseIsSaid() throws IOException {
        Publication read =
                PublicationFile.read(Files.writeString(folder.resolve("sample.yaml"), CORRECT), ProjectFiles.SCENARIOS);

        assertThat(read.systems().get(1)).isEqualTo(new TestedSystem("gone", "the lost one", null, "nobody sells it"));
        assertThat(read.tables().get(1).entries().get(0).place()).isEqualTo(new Place("cbr", "500", 20));
        assertThat(read.tables().get(1).entries().get(0).unit()).isEqualTo("requests/s");
        assertThat(read.tables().get(1).entries().get(1).place()).isEqualTo(new Place("cbr", "500", 40));
        assertThat(read.claims().get(0).holds())
                .containsExactly(new Condition(
                        Figure.P99, "quick", "gone", Relation.AT_MOST, 0.5, "cbr", "10K", List.of(20, 40)));
    }

    @Test
    void aRecordKeepsIt() throws IOException {
        Publication read =
                PublicationFile.read(Files.writeString(folder.resolve("sample.yaml"), CORRECT), ProjectFiles.SCENARIOS);
        ObjectMapper json = new ObjectMapper();

        assertThat(json.readValue(json.writeValueAsString(read), Publication.class))
                .isEqualTo(read);
    }

    @Test
    void theProjectsOwnPublicationsAreReadAndNameAdaptersThatAreThereAndStandOnThePage() throws IOException {
        JsonSchema schema = new JsonSchema("publication-1.schema.json");
        String page = Files.readString(ProjectFiles.ROOT.resolve("docs/seeds.md"));
        try (Stream<Path> files = Files.list(ProjectFiles.ROOT.resolve("configs/publications"))) {
            assertThat(files.toList()).isNotEmpty().allSatisfy(file -> {
                Publication read = PublicationFile.read(file, ProjectFiles.SCENARIOS);
                assertThat(read.claims()).allSatisfy(claim -> assertThat(page).contains("| " + claim.text() + " |"));
                assertThat(read.systems().stream().map(TestedSystem::adapter).filter(Objects::nonNull))
                        .isNotEmpty()
                        .allSatisfy(adapter -> assertThat(ProjectFiles.ROOT.resolve("configs/adapters/" + adapter))
                                .isDirectory());
                assertThat(schema.complaints(Files.readString(file))).isEmpty();
            });
        }
    }
}
