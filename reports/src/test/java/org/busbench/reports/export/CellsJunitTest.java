package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.mediator;

import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.junit.jupiter.api.Test;

class CellsJunitTest {

    private final Adapter adapter = mediator("m");

    @Test
    void aCellWithFiguresPassesAndOneThatWasNotReachedIsSkipped() {
        assertThat(junit(List.of(SampleRuns.measured(adapter, 1, 8, 100, 10)), List.of()))
                .contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"")
                .contains("<testcase classname=\"busbench.m\" name=\"cbr 500 c=8\"></testcase>");
        assertThat(junit(List.of(), List.of())).contains("failures=\"0\" errors=\"0\" skipped=\"1\"");
    }

    @Test
    void aJobThatAnAdapterDeclaresNotToDoIsSkippedAndOneThatItDoesWrongFails() {
        assertThat(junit(List.of(), List.of(notServed(null))))
                .contains("<skipped message=\"it has none\"/>")
                .contains("failures=\"0\"");
        assertThat(junit(List.of(), List.of(notServed("verify/m"))))
                .contains("<failure message=\"it has none\"/>")
                .contains("skipped=\"0\"");
    }

    @Test
    void errorsUnderLoadAndATrialThatBrokeOffFail() {
        for (Outcome outcome : List.of(Outcome.NOT_SERVED, Outcome.FAILED)) {
            assertThat(junit(List.of(SampleRuns.without(adapter, 1, 8, outcome, "7 of 900 were cut")), List.of()))
                    .contains("<failure message=\"7 of 900 were cut\"/>");
        }
    }

    @Test
    void aTrialThatBrokeOffFailsThoughOthersHaveFigures() {
        List<Trial> trials = List.of(
                SampleRuns.measured(adapter, 1, 8, 100, 10),
                SampleRuns.without(adapter, 2, 8, Outcome.FAILED, "the process ended"));

        assertThat(junit(trials, List.of()))
                .contains("<failure message=\"1 of 2 trials have no figures: the process ended\"/>")
                .contains("failures=\"1\"");
    }

    @Test
    void figuresThatAreNotSteadyFailWithTheReason() {
        Trial stalled = SampleRuns.trial(adapter, 1, 8)
                .series(100, 100, 100, 3, 100, 100)
                .build();

        assertThat(junit(List.of(stalled), List.of())).contains("<failure message=\"unstable: trial 1008 stalled");
    }

    private static Verification notServed(String evidence) {
        return new Verification("m", "cbr", null, "500", Verification.Outcome.NOT_SERVED, "it has none", evidence);
    }

    private String junit(List<Trial> trials, List<Verification> verifications) {
        return JunitXml.cells(Analysis.of(SampleRuns.run(List.of(adapter), List.of(8), 1, trials, verifications)));
    }
}
