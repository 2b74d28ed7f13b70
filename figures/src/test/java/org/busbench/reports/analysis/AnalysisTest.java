package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;
import static org.busbench.reports.SampleRuns.trial;
import static org.busbench.reports.SampleRuns.without;

import java.util.ArrayList;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Ranking.Claim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisTest {

    private final Adapter fast = mediator("fast");
    private final Adapter slow = mediator("slow");
    private final Adapter direct = direct();

    @Test
    void aCellIsTheMedianOfItsBlocksEachFigureForItself() {
        Cell cell = only(
                fast, 3, measured(fast, 1, 8, 500, 30), measured(fast, 2, 8, 100, 10), measured(fast, 3, 8, 400, 90));

        assertThat(cell.goodputPerSecond()).isEqualTo(400);
        assertThat(cell.figures().orElseThrow().latencyMicros().p50()).isEqualTo(200);
        assertThat(cell.figures().orElseThrow().cpuMicrosPerMessage().mediator())
                .isEqualTo(30);
    }

    @Test
    void anEvenNumberOfBlocksHasItsMedianInTheMiddle() {
        assertThat(only(fast, 2, measured(fast, 1, 8, 100, 1), measured(fast, 2, 8, 300, 1))
                        .goodputPerSecond())
                .isEqualTo(200);
    }

    @Test
    void aTrialWithoutFiguresIsLeftOutOfTheMedianAndSaid() {
        Cell cell = only(fast, 2, measured(fast, 1, 8, 100, 1), without(fast, 2, 8, Outcome.FAILED, "it died"));

        assertThat(cell.outcome()).isEqualTo(Status.MEASURED);
        assertThat(cell.goodputPerSecond()).isEqualTo(100);
        assertThat(cell.measuredTrials()).isEqualTo(1);
        assertThat(cell.reason()).isEqualTo("1 of 2 trials have no figures: it died");
    }

    @Test
    void aTrialThatOtherProgramsDisturbedGivesNoFigureWhereThereAreOthers() {
        Trial disturbed = trial(fast, 2, 8).measured(100, 90).disturbed(0.6).build();

        Cell cell = only(fast, 3, measured(fast, 1, 8, 500, 30), disturbed, measured(fast, 3, 8, 400, 20));

        assertThat(cell.goodputPerSecond()).isEqualTo(450);
        assertThat(only(fast, 1, disturbed).goodputPerSecond()).isEqualTo(100);
    }

    @Test
    void noVerdictRestsOnATrialThatOtherProgramsDisturbed() {
        List<Trial> trials = new ArrayList<>();
        double[] noise = {1, 1.01, 0.99, 1.02, 0.98};
        for (int block = 1; block <= 5; block++) {
            trials.add(measured(fast, block, 8, 1000, 10));
            trials.add(trial(slow, block, 8)
                    .measured(500 * noise[block - 1], 20 * noise[block - 1])
                    .disturbed(block > 2 ? 0.6 : 0)
                    .build());
        }
        Analysis disturbed = analysis(5, trials);
        List<Trial> third = trials.subList(4, 10);

        assertThat(disturbed.contrasts()).isNotEmpty().allSatisfy(contrast -> {
            assertThat(contrast.blocks()).containsExactly(1, 2);
            assertThat(contrast.verdict()).isEqualTo(Verdict.OPEN);
        });
        assertThat(analysis(5, third).contrasts()).isNotEmpty().allSatisfy(contrast -> {
            assertThat(contrast.blocks()).as("a ratio, and no verdict").containsExactly(3, 4, 5);
            assertThat(contrast.verdict()).isEqualTo(Verdict.OPEN);
        });
        // The trial that is made again at the end of its block has the block's number.
        trials.add(measured(slow, 5, 8, 490, 19.6));
        assertThat(analysis(5, trials).contrasts()).isNotEmpty().allSatisfy(contrast -> {
            assertThat(contrast.blocks()).containsExactly(1, 2, 5);
            assertThat(contrast.verdict()).isEqualTo(Verdict.SLOWER);
        });
        assertThat(standing(analysis(
                                trial(fast, 1, 8)
                                        .measured(900, 1)
                                        .disturbed(0.1)
                                        .build(),
                                measured(slow, 1, 8, 300, 1)))
                        .claim())
                .isEqualTo(Claim.DISTURBED);
    }

    private Analysis analysis(int blocks, List<Trial> trials) {
        return Analysis.of(run(List.of(fast, slow), List.of(8), blocks, trials));
    }

    @Test
    void aCellWithoutFiguresHasAReasonAndNoNumber() {
        Cell notServed = only(fast, 1, without(fast, 1, 8, Outcome.NOT_SERVED, "wrong answer"));
        Cell failed = only(fast, 1, without(fast, 1, 8, Outcome.FAILED, "it died"));
        Cell notReached = only(fast, 1);

        assertThat(List.of(notServed, failed, notReached))
                .extracting(Cell::outcome)
                .containsExactly(Status.NOT_SERVED, Status.FAILED, Status.NOT_REACHED);
        assertThat(List.of(notServed, failed, notReached))
                .allMatch(cell -> cell.figures().isEmpty())
                .extracting(Cell::reason)
                .containsExactly("wrong answer", "it died", "the run ended before this cell was measured");
    }

    @Test
    void aRefusedVerificationIsEnoughToBeNotServed() {
        Verification refused =
                new Verification("fast", "cbr", "cbr", "500", Verification.Outcome.NOT_SERVED, "no routing", null);
        Cell cell = Analysis.of(run(List.of(fast), List.of(8), 1, List.of(), List.of(refused)))
                .cells()
                .get(0);

        assertThat(cell.outcome()).isEqualTo(Status.NOT_SERVED);
        assertThat(cell.reason()).isEqualTo("no routing");
    }

    @ParameterizedTest(name = "{0} of 1000 is rig-limited: {1}")
    @CsvSource({"899.9, false", "900, true", "1000, true", "1100, true"})
    void withinTenPercentOfDirectTheRigIsTheLimit(double goodput, boolean limited) {
        Analysis analysis = analysis(measured(direct, 1, 8, 1000, 1), measured(fast, 1, 8, goodput, 1));

        assertThat(cell(analysis, fast).rigLimited()).isEqualTo(limited);
        assertThat(cell(analysis, direct).rigLimited()).isFalse();
    }

    @Test
    void withoutDirectNothingIsCalledRigLimited() {
        Analysis analysis = analysis(measured(fast, 1, 8, 1000, 1));

        assertThat(analysis.ceilingKnown()).isFalse();
        assertThat(cell(analysis, fast).shareOfDirect()).isEmpty();
        assertThat(cell(analysis, fast).rigLimited()).isFalse();
    }

    @Test
    void aControlIsNeverTheBest() {
        Analysis analysis =
                analysis(measured(direct, 1, 8, 9000, 1), measured(fast, 1, 8, 500, 1), measured(slow, 1, 8, 100, 1));

        assertThat(analysis.cells())
                .filteredOn(Cell::best)
                .extracting(c -> c.adapter().name())
                .containsExactly("fast");
        assertThat(standing(analysis).mediators())
                .extracting(c -> c.adapter().name())
                .containsExactly("fast", "slow");
        assertThat(standing(analysis).controls())
                .extracting(c -> c.adapter().name())
                .containsExactly("direct");
    }

    @ParameterizedTest(name = "{0} against {1}, direct {2}: {3}")
    @CsvSource({
        "500, 100, 9000, AHEAD",
        "110, 100, 9000, AHEAD",
        "109, 100, 9000, CLOSE",
        "950, 920, 1000, RIG_LIMITED",
        "950, 500, 1000, AHEAD"
    })
    void aLeadIsOnlyClaimedWhereThereIsOne(double first, double second, double ceiling, Claim claim) {
        Analysis analysis = analysis(
                measured(direct, 1, 8, ceiling, 1), measured(fast, 1, 8, first, 1), measured(slow, 1, 8, second, 1));

        assertThat(standing(analysis).claim()).isEqualTo(claim);
        assertThat(standing(analysis).ratio()).hasValue(first / second);
    }

    @Test
    void oneMediatorIsAloneAndNoneIsNobody() {
        assertThat(standing(analysis(measured(direct, 1, 8, 9, 1), measured(fast, 1, 8, 5, 1)))
                        .claim())
                .isEqualTo(Claim.ALONE);
        assertThat(standing(analysis(measured(direct, 1, 8, 9, 1))).claim()).isEqualTo(Claim.NOBODY);
    }

    @Test
    void anAdapterStandsAtItsPeakAndTheLevelsItLedAreCounted() {
        Analysis analysis = Analysis.of(run(
                List.of(fast, slow),
                List.of(1, 20),
                1,
                List.of(
                        measured(fast, 1, 1, 90, 1),
                        measured(fast, 1, 20, 500, 1),
                        measured(slow, 1, 1, 100, 1),
                        measured(slow, 1, 20, 200, 1))));

        assertThat(standing(analysis).mediators().get(0).comparison().concurrency())
                .isEqualTo(20);
        assertThat(standing(analysis).ratio()).hasValue(2.5);
        assertThat(standing(analysis).levelsLed()).isEqualTo(1);
        assertThat(standing(analysis).levels()).isEqualTo(2);
    }

    @Test
    void whatIsInNoneOfTheSuitesPartsIsNoCell() {
        RecordedRun run = run(List.of(fast, slow), List.of(8, 16), 1, List.of(measured(fast, 1, 8, 500, 30)));
        Suite.Part part = new Suite.Part(List.of("cbr"), List.of("500"), List.of(8), List.of(), null);

        assertThat(Analysis.of(run).cells()).hasSize(4);
        assertThat(Analysis.of(SampleRuns.withParts(run, List.of(part))).cells())
                .hasSize(2)
                .allMatch(cell -> cell.comparison().concurrency() == 8);
        Suite.Part one = new Suite.Part(List.of("cbr"), List.of("500"), List.of(8, 16), List.of("slow"), null);
        assertThat(Analysis.of(SampleRuns.withParts(run, List.of(one))).cells())
                .as("a cell of one adapter that was measured all the same, and two of the one that was asked for")
                .hasSize(3);
    }

    @Test
    void theCheckedInRunHoldsEveryKindOfCell() {
        Analysis analysis = Analysis.of(RunReader.read(SampleRuns.directory("run-quick")));

        assertThat(analysis.cells())
                .hasSize(72)
                .extracting(Cell::outcome)
                .contains(Status.MEASURED, Status.NOT_SERVED, Status.FAILED);
        assertThat(analysis.cells()).anyMatch(Cell::rigLimited);
        assertThat(analysis.cells()).anyMatch(cell -> cell.errors().total() > 0);
        assertThat(analysis.rankings()).hasSize(6);
    }

    private Analysis analysis(Trial... trials) {
        return Analysis.of(run(List.of(fast, slow, direct), List.of(8), 1, List.of(trials)));
    }

    private static Cell only(Adapter adapter, int blocks, Trial... trials) {
        return Analysis.of(run(List.of(adapter), List.of(8), blocks, List.of(trials)))
                .cells()
                .get(0);
    }

    private static Cell cell(Analysis analysis, Adapter adapter) {
        return analysis.cells().stream()
                .filter(cell -> cell.adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
    }

    private static Ranking standing(Analysis analysis) {
        return analysis.rankings().get(0);
    }
}
