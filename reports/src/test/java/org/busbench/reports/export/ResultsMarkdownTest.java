package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.mediator;

import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.export.Markdown.Table;
import org.junit.jupiter.api.Test;

class ResultsMarkdownTest {

    @Test
    void trialsWithoutFiguresAreRemarkedBesideTheFiguresOfTheOthers() {
        Adapter adapter = mediator("m");

        String text = Markdown.results(Analysis.of(SampleRuns.run(
                List.of(adapter),
                List.of(8),
                2,
                List.of(
                        SampleRuns.measured(adapter, 1, 8, 100, 10),
                        SampleRuns.without(adapter, 2, 8, Outcome.FAILED, "the process ended")))));

        assertThat(text.lines().filter(line -> line.startsWith("| m | c=8 | 100 |")))
                .singleElement()
                .asString()
                .endsWith("| 1 of 2 trials have no figures: the process ended |");
    }

    @Test
    void noTextEndsItsCell() {
        assertThat(Table.escaped("a|b")).isEqualTo("a\\|b");
        assertThat(Table.escaped("a\\|b")).isEqualTo("a\\\\\\|b");
        assertThat(Table.escaped("a\nb <i>&amp;")).isEqualTo("a b &lt;i>&amp;amp;");
    }
}
