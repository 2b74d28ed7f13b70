package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.cli.KnownTruth.Tally;
import org.busbench.harness.suite.Suite.Truth;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.junit.jupiter.api.Test;

class KnownTruthTest {

    private static final Comparison CELL = new Comparison("cbr", "500", 8, null);
    private static final Comparison MEAN = new Comparison("mean of 2 cells", "", 0, null, List.of(CELL, CELL));
    private static final Truth TRUTH = new Truth(1, List.of("copy"), List.of("x-slow-10"));

    @Test
    void nineteenTiesOfTwentyAndNineSlowOnesOfTenAreEnough() {
        List<Contrast> found = new ArrayList<>(calls("copy", 19, Verdict.TIE, 1.0));
        found.addAll(calls("copy", 1, Verdict.FASTER, 0.97));
        found.addAll(calls("x-slow-10", 9, Verdict.SLOWER, 1.11));
        found.addAll(calls("x-slow-10", 1, Verdict.OPEN, 1.08));
        Tally tally = new Tally(TRUTH, found);

        assertThat(tally.faults()).isEmpty();
        assertThat(tally.lines())
                .anyMatch(line -> line.matches(
                        "copy +single cells +CPU time +20 +19 +0 +1 +0 +19 of 20 +75.1 to 99.9 % +\\+0.0 % +\\+8.0 %"))
                .anyMatch(
                        line -> line.matches(
                                "x-slow-10 +single cells +CPU time +10 +0 +9 +0 +1 +9 of 10 +55.5 to 99.7 % +\\+11.0 % +\\+8.0 %"));
    }

    @Test
    void twoFalseAlarmsInTwentyAreTooMany() {
        List<Contrast> found = new ArrayList<>(calls("copy", 18, Verdict.TIE, 1.0));
        found.addAll(calls("copy", 2, Verdict.SLOWER, 1.05));

        assertThat(new Tally(new Truth(1, List.of("copy"), List.of()), found).faults())
                .containsExactly("by CPU time copy was called a tie in 18 of 20 pairs; due are 95 %");
    }

    @Test
    void aTenPercentThatIsMissedTwiceInTenIsTooLittle() {
        List<Contrast> found = new ArrayList<>(calls("copy", 20, Verdict.TIE, 1.0));
        found.addAll(calls("x-slow-10", 8, Verdict.SLOWER, 1.1));
        found.addAll(calls("x-slow-10", 2, Verdict.TIE, 1.05));

        assertThat(new Tally(TRUTH, found).faults())
                .containsExactly("by CPU time x-slow-10 was called worse in 8 of 10 pairs; due are 90 %");
    }

    /** CPU time and goodput may leave everything open: that is said of them, and is no failure. */
    @Test
    void whereInstructionsWereCountedTheyDecide() {
        List<Contrast> found = new ArrayList<>(calls(Measure.CPU, "copy", 20, Verdict.OPEN, 1.0));
        found.addAll(calls(Measure.INSTRUCTIONS, "copy", 20, Verdict.TIE, 1.0));
        found.addAll(calls(Measure.CPU, "x-slow-10", 10, Verdict.OPEN, 1.1));
        found.addAll(calls(Measure.INSTRUCTIONS, "x-slow-10", 10, Verdict.SLOWER, 1.1));
        Tally tally = new Tally(TRUTH, found);

        assertThat(tally.faults()).isEmpty();
        assertThat(tally.lines())
                .anyMatch(line -> line.matches("copy +single cells +CPU time +20 +0 +0 +0 +20 +0 of 20.*"))
                .anyMatch(line -> line.matches("copy +single cells +instructions +20 +20 +0 +0 +0 +20 of 20.*"))
                .contains("judged by instructions");
    }

    /** On a machine on which no single cell can tell them apart, all cells of a pair together may. */
    @Test
    void whereAllCellsOfAPairWereJudgedTogetherThatDecides() {
        List<Contrast> found = new ArrayList<>(calls("copy", 20, Verdict.OPEN, 1.0));
        found.addAll(calls("x-slow-10", 10, Verdict.OPEN, 1.1));
        found.add(call(Measure.CPU, MEAN, "copy", Verdict.TIE, 1.0));
        found.add(call(Measure.CPU, MEAN, "x-slow-10", Verdict.SLOWER, 1.1));
        Tally tally = new Tally(TRUTH, found);

        assertThat(tally.faults()).isEmpty();
        assertThat(tally.lines())
                .anyMatch(line -> line.matches("copy +all cells together +CPU time +1 +1 +0 +0 +0 +1 of 1.*"));
    }

    @Test
    void aSelftestThatComparedNothingHasNotPassed() {
        assertThat(new Tally(TRUTH, List.of()).faults()).hasSize(2);
    }

    private static List<Contrast> calls(String adapter, int count, Verdict verdict, double ratio) {
        return calls(Measure.CPU, adapter, count, verdict, ratio);
    }

    private static List<Contrast> calls(Measure measure, String adapter, int count, Verdict verdict, double ratio) {
        return Collections.nCopies(count, call(measure, CELL, adapter, verdict, ratio));
    }

    private static Contrast call(Measure measure, Comparison cell, String adapter, Verdict verdict, double ratio) {
        return new Contrast(
                measure,
                cell,
                adapter,
                "x",
                List.of(1, 2, 3),
                1,
                ratio,
                Optional.empty(),
                0.5,
                1.08,
                verdict,
                List.of());
    }
}
