package org.busbench.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.ErrorClass;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.load.LatencyMicros;
import org.junit.jupiter.api.Test;

class TrialRecordTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final LatencyMicros LATENCY = new LatencyMicros(41.5, 60, 55.25, 90, 99, 120, 300, 400.125);

    @Test
    void everyPartStandsInOneFlatLineThatTheSchemaKnows() throws IOException {
        String line = JSON.writeValueAsString(full());

        assertThat(new JsonSchema("trial-1.schema.json").complaints(line)).isEmpty();
        JsonNode read = JSON.readTree(line);
        assertThat(read.get("adapter").asText()).isEqualTo("a");
        assertThat(read.get("attempt").asInt()).isEqualTo(2);
        assertThat(read.at("/load/model").asText()).isEqualTo("open");
        assertThat(read.at("/window/endMillis").asLong()).isEqualTo(4_000);
        assertThat(read.at("/series/0/p99Micros").asDouble()).isEqualTo(120.5);
        assertThat(read.at("/totals/errors/foreign").asLong()).isZero();
        assertThat(read.at("/reconciliation/backendAnswered/B").asLong()).isEqualTo(3);
        assertThat(read.at("/processes/mediator/gc/pauseMillis").asDouble()).isEqualTo(1.5);
        assertThat(read.at("/probe/latencyMicros/max").asDouble()).isEqualTo(400.125);
    }

    @Test
    void whatIsReadBackIsWhatWasWritten() throws IOException {
        assertThat(JSON.readValue(JSON.writeValueAsString(full()), TrialRecord.class))
                .isEqualTo(full());
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws IOException {
        TrialRecord full = full();
        TrialRecord bare = new TrialRecord(
                full.schema(),
                null,
                full.subject(),
                new Conditions("jmeter-http", null, null, null, null, null),
                new Result("failed", "it died", 0, errors(), null, null, 1000, List.of(), null),
                Proof.NONE,
                new Use(new LinkedHashMap<>(), null),
                null,
                null,
                null);

        String line = JSON.writeValueAsString(bare);

        assertThat(new JsonSchema("trial-1.schema.json").complaints(line)).isEmpty();
        assertThat(JSON.readTree(line).has("reconciliation")).isFalse();
        assertThat(JSON.readTree(line).has("probe")).isFalse();
    }

    private static TrialRecord full() {
        Use.OfProcess process = new Use.OfProcess(
                17.5,
                100,
                200,
                new Use.Instructions(30.0, 1_000, 2_000, 100, new Conditions.Window(4_000, 5_000)),
                300,
                4,
                new Use.Gc(2, 1.5, 900L, 4_000_000L),
                List.of(new Use.Sample(0, 300, 4, 20, 10, 0L), new Use.Sample(1, 300, 4, null, null, 900_000L)));
        return new TrialRecord(
                TrialRecord.SCHEMA,
                "r",
                new Subject(7, 2, null, 3, 2, "a", "mediator", "cbr", "cbr", "500", 20),
                new Conditions(
                        "nio",
                        new Conditions.Load("open", 500.0, null),
                        Map.of("mediator", "0-1", "backend", "2"),
                        "2026-11-21T09:40:12Z",
                        new Conditions.Window(1_000, 4_000),
                        3.0),
                new Result(
                        "measured",
                        null,
                        9,
                        errors(),
                        3.0,
                        LATENCY,
                        1,
                        List.of(new Result.Second(0, 9, 0, 55.5, 120.5)),
                        "latency.hlog"),
                new Proof(
                        new Proof.Totals(10, 9, errors(), 1, 0L),
                        new Proof.Reconciliation(
                                10,
                                11,
                                0,
                                Map.of("A", 5L, "B", 3L, "C", 3L),
                                1,
                                "exact",
                                0,
                                null,
                                new Proof.Held(9, 10),
                                null),
                        new Proof.Sampled(3, 0, null)),
                new Use(
                        Map.of("mediator", process),
                        new Use.Machine(0.5, 0.1, 0.4, 0.3, 0.2, List.of(0.0, 0.02), List.of(0.0, 0.3))),
                new ProbeRecord(200, 600, 599, 1, LATENCY, "probe.hlog"),
                "trials/0007-2",
                "0123456789abcdef".repeat(4));
    }

    private static Map<String, Long> errors() {
        Map<String, Long> errors = new LinkedHashMap<>();
        for (ErrorClass kind : ErrorClass.values()) {
            errors.put(kind.key(), 0L);
        }
        return errors;
    }
}
