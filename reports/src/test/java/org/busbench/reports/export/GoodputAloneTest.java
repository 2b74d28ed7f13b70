package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite.ScenarioText;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.page.Page;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;

/** Where the backend is not of busbench, its messages are not counted, and all that is drawn or exported says so. */
class GoodputAloneTest {
    private static final String WORDS = "goodput, not reconciled";

    private final Adapter adapter = SampleRuns.mediator("m");

    @Test
    void pageAndExportsSayIt() {
        Analysis analysis = Analysis.of(run("theirs", true));

        assertThat(analysis.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.findings().flagged(Flag.Kind.GOODPUT_ALONE)).isTrue();
            assertThat(cell.findings().flagged(Flag.Kind.NOT_RECONCILED)).isFalse();
        });
        assertThat(Page.of(analysis))
                .contains("Shop: " + WORDS + ", since the backend is not of busbench, and nobody counts its messages.");
        assertThat(Markdown.results(analysis)).contains("| " + WORDS + " |");
        assertThat(ResultsJson.of(analysis, RawData.none()))
                .contains("\"goodput-alone\"")
                .contains(WORDS);
        assertThat(Csv.trials(analysis.run().trials())).contains(",\"" + WORDS + "\",");
        assertThat(JunitXml.cells(analysis))
                .contains("failures=\"0\"")
                .contains("<system-out>" + WORDS + ": the backend is not of busbench");
    }

    @Test
    void aComparisonOfTwoRunsSaysIt() {
        assertThat(Changes.between(run("first", true), run("second", true)).caveats())
                .contains("cbr: " + WORDS + ", since the backend is not of busbench, and nobody counts its messages");
    }

    @Test
    void whereTheBackendCountsNothingSaysIt() {
        Analysis analysis = Analysis.of(run("ours", false));

        assertThat(Markdown.results(analysis)).doesNotContain(WORDS);
        assertThat(JunitXml.cells(analysis)).doesNotContain("system-out");
        assertThat(Csv.trials(analysis.run().trials())).doesNotContain(WORDS);
        assertThat(Changes.between(run("first", false), run("second", false)).caveats())
                .noneMatch(caveat -> caveat.contains(WORDS));
    }

    private RecordedRun run(String id, boolean theirs) {
        Trial trial = theirs
                ? SampleRuns.trial(adapter, 1, 8).notReconciled().build()
                : SampleRuns.trial(adapter, 1, 8).build();
        RecordedRun run = SampleRuns.run(List.of(adapter), List.of(8), 1, List.of(trial));
        return SampleRuns.with(run, id, new ScenarioText("cbr", "Shop", "one line", theirs ? false : null, null, null));
    }
}
