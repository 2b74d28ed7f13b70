package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.export.Csv;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.export.ResultsJson;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run with an adapter whose use of the machine is unknown. */
class CostNotMeasuredTest {
    private static final String WHY = "port 80 is served by process 7 (nginx), not by a process of those started";
    private static final ProcessUse USE = new ProcessUse(10.0, 1, 1, null, 1, 1, null, null, List.of(), null);

    private final Adapter known = SampleRuns.mediator("known");
    private final Adapter unknown = SampleRuns.mediator("unknown");

    @TempDir
    private java.nio.file.Path folder;

    /** Of the second adapter the last block alone was not measured. */
    private RecordedRun run() {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 4; block++) {
            trials.add(SampleRuns.measured(known, block, 8, 100 + block, 10));
            trials.add(
                    block < 4
                            ? SampleRuns.measured(unknown, block, 8, 50 + block, 5)
                            : SampleRuns.trial(unknown, block, 8)
                                    .processes(new Processes(null, USE, USE, WHY))
                                    .build());
        }
        return SampleRuns.run(List.of(known, unknown), List.of(8), 4, trials);
    }

    @Test
    void oneTrialWithoutCostTakesTheVerdictOnCpuTimeAndLeavesThatOnGoodput() {
        assertThat(Contrasts.of(run()))
                .extracting(Contrast::measure)
                .contains(Measure.GOODPUT)
                .doesNotContain(Measure.CPU, Measure.INSTRUCTIONS);
    }

    @Test
    void theCellSaysWhyInTheResultsAndNothingIsZero() throws IOException {
        JsonNode results = new ObjectMapper().readTree(ResultsJson.of(Analysis.of(run()), RawData.of(folder)));
        JsonNode cell = results.get("cells").get(1);

        assertThat(cell.get("adapter").asText()).isEqualTo("unknown");
        assertThat(cell.get("costNotMeasured").asText()).isEqualTo(WHY);
        assertThat(cell.at("/cpuMicrosPerMessage/mediator").isNull()).isTrue();
        assertThat(cell.at("/mediatorUse").isNull()).isTrue();
        assertThat(cell.at("/series/3/figures/cpuMicrosPerMessage").isNull()).isTrue();
        assertThat(results.get("cells").get(0).get("costNotMeasured").isNull()).isTrue();
    }

    @Test
    void tablesSayNotMeasuredAndWhy() {
        assertThat(Csv.trials(run().trials()).lines().toList().get(8)).contains("\"" + WHY + "\",,,");
        assertThat(Markdown.results(Analysis.of(run())).lines().filter(line -> line.startsWith("| unknown |")))
                .singleElement()
                .asString()
                .contains("| not measured |")
                .contains("CPU not measured: " + WHY);
    }
}
