package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Changes.ControlShift;
import org.busbench.reports.compare.Changes.OutcomeChange;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;

class ChangesMarkdownTest {

    @Test
    void everyFigureIsARowAndABarInAReasonBreaksNoTable() {
        Comparison cbr = new Comparison("cbr", "500", 20, null);
        Change change = new Change(
                Measure.GOODPUT,
                cbr,
                "ours",
                Optional.empty(),
                10_000,
                8_500,
                4,
                4,
                List.of("nginx"),
                0.85,
                Optional.of(new Interval(0.83, 0.87, 0.95)),
                0.001,
                1.04,
                Verdict.SLOWER);
        Changes changes = new Changes(
                "a",
                "b",
                List.of(change),
                List.of(new OutcomeChange(cbr, "x|y", Status.MEASURED, Status.FAILED, "broke | off\nhere")),
                List.of(),
                List.of(new ControlShift(Measure.GOODPUT, "nginx", 0.98)),
                List.of("b is incomplete (interrupted)"),
                List.of("kernel: 6 before, 7 after"));

        assertThat(Markdown.changes(List.of(changes)))
                .contains("## a → b")
                .contains("1 of 1 figure changed beyond chance, 0 open, 1 cell without figures since.")
                .contains("- b is incomplete (interrupted)\n")
                .contains("- the change of TPS is relative to nginx in each block\n")
                .contains("| cbr | 500 | c=20 | ours | TPS | 10000 | 8500 | -15 % beside nginx | -17.0 % to"
                        + " -13.0 % | 4.0 % | slower |")
                .contains("x\\|y in cbr 500 c=20 has no figures any more: broke \\| off here")
                .contains("- the rig: TPS of nginx -2.0 %")
                .contains("- kernel: 6 before, 7 after");
    }
}
