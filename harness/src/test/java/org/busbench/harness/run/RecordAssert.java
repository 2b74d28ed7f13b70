package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.JsonSchema;

/** What must hold of every finished record, read from the files alone. */
final class RecordAssert {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RecordAssert() {}

    /** Every line whole, valid, in order, chained; every raw file as its manifest says; the end as the lines are. */
    static void wellFormed(Path run) throws IOException {
        assertThat(new JsonSchema("run-1.schema.json").complaints(Files.readString(run.resolve("run.json"))))
                .isEmpty();
        String text = Files.readString(run.resolve("trials.jsonl"));
        assertThat(text).endsWith("\n");
        JsonSchema schema = new JsonSchema("trial-1.schema.json");
        String previous = Sha256.of(run.resolve("run.json"));
        int number = 0;
        for (String line : text.lines().toList()) {
            assertThat(schema.complaints(line)).isEmpty();
            JsonNode trial = JSON.readTree(line);
            assertThat(trial.get("number").asInt()).isEqualTo(++number);
            assertThat(trial.get("previous").asText()).isEqualTo(previous);
            assertThat(trial.get("outcome").asText()).isEqualTo("measured");
            rawDataIsWhole(
                    run.resolve(trial.get("evidence").asText()),
                    trial.get("evidenceSha256").asText());
            previous = Sha256.of(line.getBytes(StandardCharsets.UTF_8));
        }
        JsonNode finished = JSON.readTree(run.resolve("finished.json").toFile());
        assertThat(finished.get("outcome").asText()).isEqualTo("complete");
        assertThat(finished.get("trials").asInt()).isEqualTo(number);
        assertThat(finished.get("lastTrialSha256").asText()).isEqualTo(previous);
        assertThat(finished.get("verificationsSha256").asText())
                .isEqualTo(Sha256.of(run.resolve("verifications.jsonl")));
        assertThat(Files.readString(run.resolve("verifications.jsonl")).lines()).doesNotHaveDuplicates();
    }

    private static void rawDataIsWhole(Path folder, String manifestHash) throws IOException {
        Path manifest = folder.resolve("SHA256SUMS");
        assertThat(Sha256.of(manifest)).isEqualTo(manifestHash);
        Map<String, String> named = new HashMap<>();
        Files.readAllLines(manifest).forEach(line -> named.put(line.substring(66), line.substring(0, 64)));
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> raw = files.filter(file -> !file.equals(manifest)).toList();
            assertThat(raw).hasSameSizeAs(named.keySet()).isNotEmpty();
            for (Path file : raw) {
                assertThat(named).containsEntry(file.getFileName().toString(), Sha256.of(file));
            }
        }
    }
}
