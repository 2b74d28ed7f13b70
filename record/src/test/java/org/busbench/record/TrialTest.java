package org.busbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Latency LATENCY = new Latency(41.5, 60, 55.25, 90, 99, 120, 300, 400.125);
    private static final Schema SCHEMA = Schema.of("trial-1");

    @Test
    void everyPartStandsInOneFlatLineThatTheSchemaKnows() throws IOException {
        String line = JSON.writeValueAsString(full());

        assertThat(SCHEMA.complaints(line)).isEmpty();
        JsonNode read = JSON.readTree(line);
        assertThat(read.get("adapter").asText()).isEqualTo("a");
        assertThat(read.get("attempt").asInt()).isEqualTo(2);
        assertThat(read.get("purpose").asText()).isEqualTo("duet");
        assertThat(read.at("/duet/windows/0/cpuMicros").asLong()).isEqualTo(90);
        assertThat(read.at("/load/model").asText()).isEqualTo("open");
        assertThat(read.at("/window/endMillis").asLong()).isEqualTo(4_000);
        assertThat(read.at("/series/0/p99Micros").asDouble()).isEqualTo(120.5);
        assertThat(read.at("/totals/errors/foreign").asLong()).isZero();
        assertThat(read.at("/reconciliation/backendAnswered/B").asLong()).isEqualTo(3);
        assertThat(read.at("/processes/mediator/gc/pauseMillis").asDouble()).isEqualTo(1.5);
        assertThat(read.at("/probe/latencyMicros/max").asDouble()).isEqualTo(400.125);
        assertThat(read.get("evidence").asText()).isEqualTo("trials/0007-2");
    }

    /** Fingerprints of published lines are of their bytes: their order is part of the format. */
    @Test
    void theKeysOfALineStandInTheirOldOrder() throws IOException {
        assertThat(JSON.readTree(JSON.writeValueAsString(full().after("0".repeat(64))))
                        .fieldNames())
                .toIterable()
                .containsExactly(
                        ("schema run number block purpose fork attempt adapter role scenario sends payload concurrency"
                                        + " injector load pinning startedAt window measuredSeconds outcome reason verified errors"
                                        + " goodputPerSecond latencyMicros latencyResolutionMicros series histogram totals"
                                        + " reconciliation sampled notReconciled limited processes machine probe duet evidence"
                                        + " evidenceSha256 previous")
                                .split(" "));
    }

    @Test
    void whatIsReadBackIsWhatWasWritten() throws IOException {
        assertThat(JSON.readValue(JSON.writeValueAsString(full()), Trial.class)).isEqualTo(full());
    }

    @Test
    void aSideOfADuetIsOneByItsPurposeAndByItsOtherSide() {
        Trial.Position solo = new Trial.Position(7, 2, Purpose.COMPARISON, 3, 2);

        assertThatThrownBy(() -> with(solo, full().duet())).hasMessageContaining("a side of a duet has both");
        assertThatThrownBy(() -> with(full().position(), null)).hasMessageContaining("a side of a duet has both");
    }

    private static Trial with(Trial.Position position, Duet duet) {
        Trial full = full();
        return new Trial(
                full.schema(),
                full.run(),
                position,
                full.subject(),
                full.conditions(),
                full.result(),
                full.proof(),
                full.use(),
                full.probe(),
                duet,
                full.evidenceFolder(),
                full.previous());
    }

    @Test
    void aMediatorThatWasNotMeasuredHasAReasonAndNoFigures() throws IOException {
        ProcessUse use = new ProcessUse(1.5, 3, 4, null, 5, 6, null, null, List.of(), null);
        Trial trial = withUse(new Processes(null, use, use, "port 80 is served by process 7 (nginx)"));

        String line = JSON.writeValueAsString(trial);

        assertThat(SCHEMA.complaints(line)).isEmpty();
        assertThat(JSON.readValue(line, Trial.class)).isEqualTo(trial);
        assertThat(JSON.readTree(line).at("/processes/mediator").isNull()).isTrue();
        assertThat(SCHEMA.complaints(line.replace("\"mediator\":null", "\"mediator\":" + JSON.writeValueAsString(use))))
                .isNotEmpty();
        assertThatThrownBy(() -> new Processes(use, use, use, "why")).hasMessageContaining("processes.notMeasured");
    }

    private static Trial withUse(Processes processes) {
        Trial full = full();
        return new Trial(
                full.schema(),
                full.run(),
                full.position(),
                full.subject(),
                full.conditions(),
                full.result(),
                full.proof(),
                new Trial.Use(processes, full.use().machine()),
                full.probe(),
                full.duet(),
                full.evidenceFolder(),
                full.previous());
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws IOException {
        Trial full = full();
        Trial bare = new Trial(
                full.schema(),
                null,
                new Trial.Position(7, 2, Purpose.COMPARISON, 3, 2),
                full.subject(),
                new Trial.Conditions("jmeter-http", null, null, null, null, null, List.of()),
                new Trial.Result(Outcome.FAILED, "it died", 0, ErrorCounts.NONE, null, null, 1000, List.of(), null),
                Trial.Proof.NONE,
                Trial.Use.NONE,
                null,
                null,
                null,
                null);

        String line = JSON.writeValueAsString(bare);

        assertThat(SCHEMA.complaints(line)).isEmpty();
        assertThat(JSON.readTree(line).has("reconciliation")).isFalse();
        assertThat(JSON.readTree(line).has("purpose")).isFalse();
        assertThat(JSON.readTree(line).has("probe")).isFalse();
        assertThat(JSON.readTree(line).has("previous")).isFalse();
    }

    private static Trial full() {
        ProcessUse process = new ProcessUse(
                17.5,
                100,
                200,
                new ProcessUse.Instructions(30.0, 1_000, 2_000, 100, new Window(4_000, 5_000)),
                300,
                4,
                new ProcessUse.Gc(2, 1.5, 900L, 4_000_000L),
                null,
                List.of(
                        new ProcessUse.Sample(0, 300, 4, 20, 10, 0L),
                        new ProcessUse.Sample(1, 300, 4, null, null, 900_000L)),
                null);
        return new Trial(
                Trial.SCHEMA,
                "r",
                new Trial.Position(7, 2, Purpose.DUET, 3, 2),
                new Trial.Subject("a", Role.MEDIATOR, "cbr", "cbr", "500", 20),
                new Trial.Conditions(
                        "nio",
                        new Load(Load.Model.OPEN, 500.0, null),
                        Map.of("mediator", "0-1", "backend", "2"),
                        "2026-11-21T09:40:12Z",
                        new Window(1_000, 4_000),
                        3.0,
                        List.of()),
                new Trial.Result(
                        Outcome.MEASURED,
                        null,
                        9,
                        ErrorCounts.NONE,
                        3.0,
                        LATENCY,
                        1,
                        List.of(new Trial.Second(0, 9, 0, 55.5, 120.5)),
                        "latency.hlog"),
                new Trial.Proof(
                        new Trial.Totals(10, 9, ErrorCounts.NONE, 1, 0L, 0L),
                        new Reconciliation(
                                10,
                                11,
                                0,
                                Map.of("A", 5L, "B", 3L, "C", 3L),
                                1,
                                Reconciliation.Verdict.EXACT,
                                0,
                                null,
                                new Reconciliation.Held(9, 10),
                                null,
                                8L,
                                10),
                        new Trial.Sampled(3, 0, null),
                        Trial.Proof.NOT_COUNTED,
                        new Trial.Limited(101, 95, 110)),
                new Trial.Use(
                        new Processes(process, null, null, null),
                        new Machine(0.5, 0.1, 0.4, 0.3, 0.2, List.of(0.0, 0.02), List.of(0.0, 0.3))),
                new Probe(200, 600, 599, 1, LATENCY, "probe.hlog"),
                new Duet(8, "b", true, List.of(new Duet.Stretch(1_000, 1_500, 4, 90L, 55.5))),
                new EvidenceFolder("trials/0007-2", "0123456789abcdef".repeat(4)),
                null);
    }

    @Test
    void aLimiterThatIsOffByATenthIsFoundAndARightOneIsNotAlsoWhereItsClientsStoodStill() {
        // In five seconds a right limiter of 100 a second lets 500 through, and 440 where the clients stood still in
        // them.
        for (long allowed : new long[] {500, 440}) {
            for (long off = -10; off <= 20; off++) {
                assertThat(Trial.Limited.of(allowed + off, allowed, 10).kept()).isTrue();
            }
            assertThat(Trial.Limited.of(allowed * 9 / 10, allowed, 10).kept()).isFalse();
            assertThat(Trial.Limited.of(allowed * 11 / 10, allowed, 10).kept()).isFalse();
        }
    }
}
