package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.relay;
import static org.busbench.reports.SampleRuns.trial;
import static org.busbench.reports.SampleRuns.without;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.Processes;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.export.Csv;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.export.ResultsJson;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;

/** CPU time per message as a multiple of what a relay of bytes needs. */
class RelayCostTest {

    private final Adapter own = mediator("own");
    private final Adapter nginx =
            new Adapter("nginx", "nginx", Role.CONTROL, "1", null, null, null, null, null, null, null);

    /** A machine that is half as fast in the second block, and a third block without a relay. */
    private final List<Trial> trials = List.of(
            measured(own, 1, 8, 100, 12),
            measured(relay(), 1, 8, 100, 4),
            measured(nginx, 1, 8, 100, 6),
            measured(own, 2, 8, 100, 22),
            measured(relay(), 2, 8, 100, 8),
            measured(nginx, 2, 8, 100, 12),
            measured(own, 3, 8, 100, 999));

    @Test
    void itIsTheMedianOfTheRatiosWithinBlocks() {
        assertThat(times(own, trials).orElseThrow()).isCloseTo((12 / 4.0 + 22 / 8.0) / 2, within(1e-12));
    }

    @Test
    void aControlHasItTooAndTheRelayItselfHasNot() {
        assertThat(times(nginx, trials).orElseThrow()).isCloseTo(1.5, within(1e-12));
        assertThat(times(relay(), trials)).isEmpty();
    }

    @Test
    void theRelayIsNoRivalAndSoHasNoVerdict() {
        assertThat(Analysis.of(run(trials)).contrasts())
                .extracting(Contrast::adapter)
                .contains("nginx")
                .doesNotContain("relay");
    }

    @Test
    void anotherNumberOfClientsIsAnotherFloor() {
        assertThat(times(own, List.of(measured(own, 1, 8, 100, 12), measured(relay(), 1, 20, 100, 4))))
                .isEmpty();
    }

    @Test
    void withoutACostOfEitherThereIsNone() {
        Processes unmeasured = new Processes(null, null, null, "it is elsewhere");
        Trial elsewhere = trial(own, 2, 8).processes(unmeasured).build();

        assertThat(times(own, List.of(measured(own, 1, 8, 100, 12))))
                .as("no relay")
                .isEmpty();
        assertThat(times(
                        own, List.of(measured(own, 1, 8, 100, 12), without(relay(), 1, 8, Outcome.FAILED, "it ended"))))
                .as("a relay without figures")
                .isEmpty();
        assertThat(times(
                        own,
                        List.of(
                                measured(own, 1, 8, 100, 12),
                                measured(relay(), 1, 8, 100, 4),
                                elsewhere,
                                measured(relay(), 2, 8, 100, 4))))
                .as("one trial was not measured: the others would speak for it")
                .isEmpty();
        assertThat(times(
                        direct(),
                        List.of(
                                trial(direct(), 1, 8)
                                        .processes(new Processes(null, null, null, null))
                                        .build(),
                                measured(relay(), 1, 8, 100, 4))))
                .as("no process")
                .isEmpty();
    }

    @Test
    void aMediatorOfThatNameIsNoFloor() {
        Adapter namesake = mediator(RelayCost.CONTROL);

        assertThat(times(own, List.of(measured(own, 1, 8, 100, 12), measured(namesake, 1, 8, 100, 4))))
                .isEmpty();
    }

    @Test
    void everyExportHasItAndOnlyTheTableOfARunWithoutARelayLacksTheColumn() throws IOException {
        Analysis analysis = Analysis.of(run(trials));
        JsonNode cells = JsonMapper.builder()
                .build()
                .readTree(ResultsJson.of(analysis, RawData.none()))
                .get("cells");
        assertThat(cells.get(0).get("cpuTimesFloor").asDouble()).isCloseTo(2.875, within(1e-12));
        assertThat(cells.get(1).get("cpuTimesFloor").isNull()).isTrue();

        List<String> rows = Csv.trials(trials).lines().toList();
        int column = Arrays.asList(rows.get(0).split(",")).indexOf("mediator_cpu_times_floor");
        assertThat(rows.subList(1, rows.size()))
                .extracting(row -> row.split(",", -1)[column])
                .containsExactly("3.0", "", "1.5", "2.75", "", "1.5", "");

        assertThat(Markdown.results(analysis))
                .contains("| CPU µs | × floor | errors |")
                .contains(" | 22.0 | 2.88 | 0 | ");
        assertThat(Markdown.results(Analysis.of(run(List.of(measured(own, 1, 8, 100, 12))))))
                .contains("| CPU µs | errors |")
                .doesNotContain("floor");
    }

    private Optional<Double> times(Adapter adapter, List<Trial> all) {
        return Analysis.of(run(all)).cells().stream()
                .filter(cell -> cell.adapter().name().equals(adapter.name())
                        && cell.comparison().concurrency() == 8)
                .findFirst()
                .orElseThrow()
                .cpuTimesFloor();
    }

    private RecordedRun run(List<Trial> all) {
        return SampleRuns.run(List.of(own, relay(), nginx, direct()), List.of(8), 3, all);
    }
}
