package org.busbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Changes.OutcomeChange;
import org.busbench.reports.compare.Changes.UnmatchedCell;
import org.busbench.reports.compare.Threshold.State;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {

    private static final Comparison CBR = new Comparison("cbr", "10K", 20, null);

    @ParameterizedTest(name = "tps x {0} ({1} to {2}, {3}) under -5%: {4}")
    @CsvSource({
        "0.90, 0.88, 0.92, SLOWER, BREACHED",
        "0.94, 0.90, 0.98, SLOWER, BREACHED",
        "0.97, 0.96, 0.98, SLOWER, HELD",
        "0.96, 0.94, 0.98, SLOWER, UNDECIDED",
        "0.90, 0.70, 1.15, OPEN, UNDECIDED",
        "1.00, 0.98, 1.02, TIE, HELD",
        "1.20, 1.10, 1.30, FASTER, HELD"
    })
    void aLossOfGoodputCountsBeyondChanceAndBeyondTheBound(
            double ratio, double low, double high, Verdict verdict, State state) {
        assertThat(state("cbr tps -5%", change(Measure.GOODPUT, ratio, low, high, verdict)))
                .isEqualTo(state);
    }

    @ParameterizedTest(name = "cpu x {0} ({1} to {2}, {3}) under +5%: {4}")
    @CsvSource({
        "1.10, 1.08, 1.12, SLOWER, BREACHED",
        "1.03, 1.02, 1.04, SLOWER, HELD",
        "1.03, 0.90, 1.20, OPEN, UNDECIDED",
        "0.50, 0.40, 0.60, FASTER, HELD"
    })
    void aRiseOfCostCountsTheOtherWayRound(double ratio, double low, double high, Verdict verdict, State state) {
        assertThat(state("cpu +5%", change(Measure.CPU, ratio, low, high, verdict)))
                .isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"cbr tps -5%, 1", "10K tps -5%, 1", "ours cbr c=20 tps -5%, 1", "tps -5%, 1"})
    void wordsNarrowTheCells(String text, int cells) {
        assertThat(Threshold.parse(text)
                        .judge(changes(List.of(change(Measure.GOODPUT, 1, 0.99, 1.01, Verdict.TIE)), List.of())))
                .hasSize(cells);
    }

    @ParameterizedTest
    @CsvSource({"xslt tps -5%", "c=200 tps -5%", "cbr cpu +5%", "crb tps -5%"})
    void aThresholdThatSpeaksOfNoCellIsRefusedBecauseItCouldNotFail(String text) {
        Changes changes = changes(List.of(change(Measure.GOODPUT, 1, 0.99, 1.01, Verdict.TIE)), List.of());

        assertThatThrownBy(() -> Threshold.parse(text).judge(changes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("speaks of no cell");
    }

    @ParameterizedTest
    @CsvSource({
        "tps, name a figure",
        "cbr tps 5%, is no signed percentage",
        "cbr tps -5, is no signed percentage",
        "cbr speed -5%, is no figure: choose one of",
        "cbr tps +5%, would not be a loss",
        "cbr cpu -5%, would not be a loss",
        "cbr tps -100%, would not be a loss",
        "cbr tps -0%, would not be a loss"
    })
    void whatIsNoThresholdIsRefusedWithTheWayToWriteIt(String text, String why) {
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("as in 'cbr tps -5%'");
    }

    @Test
    void aFigureNearItsThresholdHasTheDigitsThatTellThemApart() {
        assertThat(Threshold.parse("cpu +5%")
                        .judge(changes(List.of(change(Measure.CPU, 1.0502, 1.04996, 1.2, Verdict.SLOWER)), List.of()))
                        .get(0)
                        .sentence())
                .isEqualTo("+5.02 %, 95 % interval +4.996 % to +20.0 % (dearer)");
        assertThat(Threshold.parse("cpu +5%")
                        .judge(changes(List.of(change(Measure.CPU, 1.05, 1, 1.2, Verdict.SLOWER)), List.of()))
                        .get(0)
                        .sentence())
                .startsWith("+5.0 %, ");
    }

    @Test
    void aThresholdOnInstructionsOfAMachineWithoutCountersSaysSo() {
        Changes changes = changes(List.of(change(Measure.CPU, 1, 0.99, 1.01, Verdict.TIE)), List.of());

        assertThatThrownBy(() -> Threshold.parse("ours instructions +5%").judge(changes))
                .hasMessageContaining("no cell has instructions in both")
                .hasMessageContaining("'busbench doctor'");
    }

    @Test
    void aCellThatIsNoLongerServedBreachesEveryThresholdOnIt() {
        OutcomeChange lost =
                new OutcomeChange(CBR, "ours", Status.MEASURED, Status.NOT_SERVED, "3 answers of somebody else");

        assertThat(Threshold.parse("cbr tps -50%").judge(changes(List.of(), List.of(lost))))
                .singleElement()
                .satisfies(judgement -> {
                    assertThat(judgement.state()).isEqualTo(State.BREACHED);
                    assertThat(judgement.sentence()).contains("3 answers of somebody else");
                });
    }

    @Test
    void aRunThatEndedBeforeTheCellLostNothingThatIsKnown() {
        OutcomeChange unreached =
                new OutcomeChange(CBR, "ours", Status.MEASURED, Status.NOT_REACHED, "the run ended before");

        assertThat(Threshold.parse("cbr tps -5%").judge(changes(List.of(), List.of(unreached))))
                .singleElement()
                .matches(judgement -> judgement.state() == State.UNDECIDED);
    }

    @Test
    void aCellThatTheSecondRunWasNotToMeasureIsUndecidedAndNotPassedOver() {
        Comparison other = new Comparison("cbr", "500", 20, null);
        Changes changes = new Changes(
                "a",
                "b",
                List.of(change(Measure.GOODPUT, 1, 0.99, 1.01, Verdict.TIE)),
                List.of(),
                List.of(
                        new UnmatchedCell(other, "ours", "a"),
                        new UnmatchedCell(new Comparison("cbr", "1K", 20, null), "ours", "b")),
                List.of(),
                List.of(),
                List.of());

        assertThat(Threshold.parse("cbr tps -5%").judge(changes))
                .extracting(judgement -> judgement.comparison() + " " + judgement.state())
                .containsExactly(CBR + " HELD", other + " UNDECIDED");
        assertThatThrownBy(() -> Threshold.parse("500 tps -5%").judge(changes))
                .hasMessageContaining("speaks of no cell that both");
    }

    private static State state(String threshold, Change change) {
        return Threshold.parse(threshold)
                .judge(changes(List.of(change), List.of()))
                .get(0)
                .state();
    }

    static Changes changes(List<Change> changes, List<OutcomeChange> transitions) {
        return new Changes("a", "b", changes, transitions, List.of(), List.of(), List.of(), List.of());
    }

    static Change change(Measure measure, double ratio, double low, double high, Verdict verdict) {
        return new Change(
                measure,
                CBR,
                "ours",
                Optional.empty(),
                100,
                100 * ratio,
                4,
                4,
                List.of(),
                ratio,
                Optional.of(new Interval(low, high, 0.95)),
                0.5,
                1.05,
                verdict);
    }
}
