package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.record.RunReader;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.SyntheticRun;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schemas and the reader must agree on what a run directory is. */
class SchemaTest {

    private static final Path SCHEMAS = Path.of("../docs/schema");

    @ParameterizedTest
    @ValueSource(strings = {"run-quick", "run-smoke"})
    void theCheckedInRunsAreValid(String name) throws IOException {
        Path run = SampleRuns.directory(name);

        assertThat(problems("run-1", "", Files.readString(run.resolve("run.json"))))
                .isEmpty();
        assertThat(problems("run-1", "finished", Files.readString(run.resolve("finished.json"))))
                .isEmpty();
        for (String line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            assertThat(problems("trial-1", "", line)).isEmpty();
        }
        for (String line : Files.readAllLines(run.resolve("verifications.jsonl"))) {
            assertThat(problems("run-1", "verification", line)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run-quick", "run-smoke", "run-rates"})
    void exportedResultsAreValid(String name) throws IOException {
        assertThat(problems("results-2", "", json(SampleRuns.directory(name)))).isEmpty();
    }

    @Test
    void exportedDistributionsAndErrorsByClassAreValid(@TempDir Path folder) throws IOException {
        assertThat(problems("results-2", "", json(SyntheticRun.write(folder, 9, 1, 4, 1))))
                .isEmpty();
    }

    private static String json(Path run) {
        return ResultsJson.of(Analysis.of(RunReader.read(run)), RawData.of(run));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "schema":"busbench/trial/1" | "schema":"busbench/trial/2"
                    "block":1 | "block":1,"blok":1
                    "block":1 | "block":0
                    "outcome":"measured" | "outcome":"failed"
                    "evidence":"trials/0001" | "evidence":"../x"
                    "verified":118094 | "verified":-1
                    """)
    void whatTheReaderRefusesTheSchemaRefuses(String was, String is) throws IOException {
        String line = Files.readAllLines(SampleRuns.directory("run-quick").resolve("trials.jsonl"))
                .get(0);

        assertThat(line).contains(was);
        assertThat(problems("trial-1", "", line.replace(was, is))).isNotEmpty();
    }

    @Test
    void aNotServedVerificationNeedsAReason() throws IOException {
        String line = "{\"adapter\":\"a\",\"scenario\":\"cbr\",\"payload\":\"500\",\"outcome\":\"not-served\"}";

        assertThat(problems("run-1", "verification", line)).isNotEmpty();
    }

    private static List<String> problems(String name, String definition, String json) throws IOException {
        ObjectMapper mapper = JsonMapper.builder().build();
        ObjectNode schema = (ObjectNode) mapper.readTree(Files.readString(SCHEMAS.resolve(name + ".schema.json")));
        if (!definition.isEmpty()) {
            ObjectNode part = mapper.createObjectNode();
            part.set("$defs", schema.get("$defs"));
            schema = part.put("$ref", "#/$defs/" + definition);
        }
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.toString(), InputFormat.JSON)
                .validate(json, InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }
}
