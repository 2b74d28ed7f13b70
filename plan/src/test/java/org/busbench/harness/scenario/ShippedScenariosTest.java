package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.Problem;
import org.busbench.record.Suite;
import org.busbench.record.Suite.ScenarioText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedScenariosTest {
    private static final String NONCE = "fedcba9876543210";
    private static final Scenarios SCENARIOS = Scenarios.of(ProjectFiles.ROOT);

    @TempDir
    private Path elsewhere;

    static Stream<Scenario> scenarios() {
        return SCENARIOS.all().stream();
    }

    @Test
    void thereAreThree() {
        assertThat(SCENARIOS.names()).contains("cbr", "virtualization", "xslt");
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void theFileForThePlansSaysTheSame(Scenario scenario) throws IOException {
        if (Boolean.getBoolean("busbench.docs.write")) {
            ScenarioPlan.bringUpToDate(scenario);
        }
        assertThat(scenario.folder().resolve(ScenarioPlan.FILE_NAME)).hasContent(ScenarioPlan.text(scenario));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void theSchemaKnowsThem(Scenario scenario) throws IOException {
        assertThat(new JsonSchema("scenario-1.schema.json").complaints(Files.readString(scenario.file())))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void thePathsForThePlansLeadToFiles(Scenario scenario) throws IOException {
        JsonNode plan = new ObjectMapper()
                .readTree(scenario.folder().resolve(ScenarioPlan.FILE_NAME).toFile());
        assertThat(plan.path("bodies").properties())
                .allSatisfy(body -> assertThat(
                                scenario.folder().resolve(body.getValue().asText()))
                        .isRegularFile());
        if (scenario.data().generated().isPresent()) {
            assertThat(plan.path("data").asText()).isEqualTo(GeneratedRows.FILE_NAME);
        } else if (!plan.path("data").isNull()) {
            assertThat(scenario.folder().resolve(plan.path("data").asText())).isRegularFile();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everySizeOfEveryRowCarriesTheNonce(Scenario scenario) {
        Messages messages = new Messages(scenario);
        for (String size : scenario.sizes()) {
            scenario.data().samples().forEach(row -> {
                Message message = messages.of(size, row, NONCE);
                String path = scenario.request().path().replace("${nonce}", NONCE);
                assertThat(path + message.headerLines() + message.body().orElse(""))
                        .contains(NONCE);
                assertThat(messages.contained(size, row, NONCE)).allMatch(text -> !text.contains("${"));
                messages.expected(size, row, NONCE, "backend-B")
                        .ifPresent(answer -> assertThat(answer).contains(NONCE));
            });
        }
    }

    @Test
    void aSampleAnswerNamesTheBackendThatMustGiveIt() {
        Scenario cbr = SCENARIOS.find("cbr");
        Messages messages = new Messages(cbr);
        assertThat(messages.expected("10K", cbr.data().samples().get(0), NONCE, "backend-B"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains(">backend-B<", ">" + NONCE + "<", ">" + NONCE + "-z<")
                        .doesNotContain("backend-A"));
    }

    @Test
    void onlyTheSamplesOwnRowIsTheSample() {
        Scenario cbr = SCENARIOS.find("cbr");
        Messages messages = new Messages(cbr);
        assertThat(cbr.data().samples())
                .filteredOn(messages::isSample)
                .singleElement()
                .satisfies(row -> assertThat(row.values()).containsEntry("symbol", "IBM"));
    }

    @Test
    void recordsThatSayNothingOfTheirScenariosAreDrawnWithTheTextsOfToday() {
        for (String name : ScenarioText.namesInOlderRecords()) {
            Scenario shipped = SCENARIOS.find(name);
            Suite.Step step = shipped.step()
                    .map(own -> new Suite.Step(own.after().orElse(null), own.adds()))
                    .orElse(null);
            assertThat(ScenarioText.ofOlderRecord(name))
                    .contains(new ScenarioText(name, shipped.title(), shipped.about(), null, null, step));
        }
    }

    @Test
    void anUnknownNameSaysWhichIsMeant() {
        assertThatThrownBy(() -> SCENARIOS.find("virtualisation"))
                .isInstanceOf(Problem.class)
                .hasMessage("unknown scenario 'virtualisation', did you mean 'virtualization'?");
        assertThatThrownBy(() -> SCENARIOS.find("./mine", elsewhere))
                .isInstanceOf(Problem.class)
                .hasMessage("no scenario in " + elsewhere.resolve("mine") + ": there is no scenario.yaml in it");
    }

    @Test
    void aFolderElsewhereIsRead() throws IOException {
        Path folder = Files.createDirectories(elsewhere.resolve("mine"));
        Files.writeString(
                folder.resolve(Scenario.FILE_NAME),
                Files.readString(SCENARIOS.find("cbr").file()).replace("name: cbr", "name: mine"));
        assertThat(SCENARIOS.find("./mine", elsewhere).folder()).isEqualTo(folder.toAbsolutePath());
    }
}
