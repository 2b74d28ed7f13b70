package org.busbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.busbench.record.Adapter;
import org.busbench.record.Finished;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.DuetRig;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Changes.UnmatchedCell;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;

class ChangesTest {

    private static final int PAIRS = 200;
    private static final int BLOCKS = 8;

    @Test
    void twoRunsOfOneBuildDifferNoMoreOftenThanChanceMay() {
        long accused = LongStream.range(0, PAIRS)
                .mapToObj(seed -> Changes.between(run("a", 2 * seed, 1), run("b", 2 * seed + 1, 1)))
                .filter(changes -> changes.real().stream().anyMatch(change -> change.measure() == Measure.GOODPUT))
                .count();

        assertThat(accused).isLessThan(PAIRS * 7 / 100);
    }

    @Test
    void aRatioHasAsManyDigitsAsItsIntervalAllowsAndTheEndsOneMore() {
        Interval wide = new Interval(6.901, 15.623, 0.95);
        Interval narrow = new Interval(0.9952, 1.0048, 0.95);

        assertThat(ChangeText.percent(10.381, Optional.of(wide)) + ", " + ChangeText.range(wide))
                .isEqualTo("+900 %, +590 % to +1,460 %");
        assertThat(ChangeText.percent(0.9996, Optional.of(narrow)) + ", " + ChangeText.range(narrow))
                .isEqualTo("-0.0 %, -0.5 % to +0.5 %");
        assertThat(ChangeText.percent(1.0123, Optional.empty())).isEqualTo("+1.2 %");
    }

    @Test
    void exactlyTheCellsThatBecameSlowerAreNamed() {
        RecordedRun before = run("before", 1, 1);
        RecordedRun after = new BuildRuns(2, 1, 2).measured("after", BLOCKS, level -> level >= 16 ? 0.85 : 1);

        Changes changes = Changes.between(before, after);

        assertThat(changes.real())
                .extracting(
                        change -> change.measure() + " c=" + change.comparison().concurrency())
                .containsExactlyInAnyOrder("GOODPUT c=16", "GOODPUT c=64", "CPU c=16", "CPU c=64");
        assertThat(changes.real()).allMatch(change -> change.verdict() == Verdict.SLOWER);
        assertThat(changes.changes())
                .filteredOn(change -> !change.real())
                .allMatch(change -> change.verdict() == Verdict.TIE);
        assertThat(changes.real().get(0).ratio()).isCloseTo(0.85, within(0.04));
        assertThat(changes.real().get(0).interval())
                .hasValueSatisfying(range -> assertThat(range.contains(1)).isFalse());
    }

    @Test
    void aSlowerMachineIsNoSlowerMediatorWhereAControlSawIt() {
        Changes changes = Changes.between(run("before", 3, 1), run("after", 4, 0.5));

        assertThat(changes.real()).isEmpty();
        assertThat(changes.changes()).allMatch(change -> change.controls().equals(List.of("null-proxy")));
        assertThat(changes.rig())
                .filteredOn(shift -> shift.measure() == Measure.GOODPUT)
                .singleElement()
                .satisfies(shift -> assertThat(shift.ratio()).isCloseTo(0.5, within(0.05)));
    }

    @Test
    void trialsThatOtherProgramsDisturbedAreLeftOutAndSaid() {
        RecordedRun after = new BuildRuns(2, 1, 2).measured("after", BLOCKS, level -> 1);
        RecordedRun disturbed = with(
                after,
                after.trials().stream()
                        .map(trial -> trial.block() > 2 ? trial : disturbed(trial))
                        .toList());

        Changes changes = Changes.between(run("before", 1, 1), disturbed);

        assertThat(changes.changes()).isNotEmpty().allSatisfy(change -> {
            assertThat(change.controls()).containsExactly("null-proxy");
            assertThat(change.unitsAfter()).isLessThan(change.unitsBefore());
        });
        assertThat(changes.caveats())
                .anyMatch(caveat -> caveat.startsWith("in after other programs or machines took up to 50 % of"));

        RecordedRun all =
                with(after, after.trials().stream().map(ChangesTest::disturbed).toList());
        assertThat(Changes.between(run("before", 1, 1), all).changes())
                .isNotEmpty()
                .allSatisfy(change -> {
                    assertThat(change.verdict()).isEqualTo(Verdict.OPEN);
                    assertThat(ChangeText.why(change)).isEqualTo("other programs or machines disturbed each block");
                });
    }

    private static Trial disturbed(Trial trial) {
        Machine machine = new Machine(1, 0, 0.0, null, null, List.of(0.5, 0.5, 0.5), null);
        return new Trial(
                trial.schema(),
                trial.run(),
                trial.position(),
                trial.subject(),
                trial.conditions(),
                trial.result(),
                trial.proof(),
                new Trial.Use(trial.use().processes(), machine),
                trial.probe(),
                trial.duet(),
                trial.evidenceFolder(),
                trial.previous());
    }

    @Test
    void aBuildThatBecameDearerIsFoundByDuetsOnAMachineThatChangesItsSpeed() {
        Changes changes = Changes.between(duets("before", 11, 1), duets("after", 12, 1.1));

        assertThat(changes.real())
                .filteredOn(change -> change.measure() == Measure.CPU)
                .as("two cells, and their mean")
                .hasSize(3)
                .allSatisfy(change -> {
                    assertThat(change.adapter()).isEqualTo("reference-b");
                    assertThat(change.rival()).contains("reference");
                    assertThat(change.title()).isEqualTo("CPU-µs / reference");
                    assertThat(change.verdict()).isEqualTo(Verdict.SLOWER);
                    assertThat(change.ratio()).isCloseTo(1.1, within(0.04));
                });
        assertThat(ChangeText.relativeTo(changes))
                .contains("the change of CPU-µs in 2 cells is that of the ratio to the rival beside it, in duets");
    }

    @Test
    void twoRunsOfDuetsOfOneBuildDifferNoMoreOftenThanChanceMay() {
        long accused = LongStream.range(0, PAIRS)
                .mapToObj(seed -> Changes.between(duets("a", 2 * seed, 1), duets("b", 2 * seed + 1, 1)))
                .filter(changes -> changes.real().stream().anyMatch(change -> change.measure() == Measure.CPU))
                .count();

        assertThat(accused).isLessThan(PAIRS * 7 / 100);
    }

    @Test
    void aSideOfADuetThatHasNoFiguresAnyMoreIsNamed() {
        RecordedRun before = duets("before", 11, 1);
        RecordedRun after = duets("after", 12, 1);
        List<Trial> failed = after.trials().stream()
                .map(trial -> trial.adapter().equals("reference-b") ? failed(trial) : trial)
                .toList();

        Changes changes = Changes.between(before, with(after, failed));

        assertThat(changes.changes()).isEmpty();
        assertThat(changes.transitions()).hasSize(2).allSatisfy(lost -> {
            assertThat(lost.adapter()).isEqualTo("reference-b");
            assertThat(lost.lost()).isTrue();
            assertThat(lost.reason()).isEqualTo("in a duet with reference: too many errors");
        });
    }

    private static RecordedRun with(RecordedRun run, List<Trial> trials) {
        return new RecordedRun(
                run.info(),
                run.finished(),
                run.verifications(),
                trials,
                run.resumes(),
                run.calibrations(),
                run.parities(),
                run.remarks(),
                Optional.empty());
    }

    private static Trial failed(Trial trial) {
        return SampleRuns.trial(SampleRuns.mediator(trial.adapter()), trial.block(), trial.concurrency())
                .number(trial.number())
                .fork(trial.position().fork())
                .duet(trial.duet())
                .without(Outcome.NOT_SERVED, "too many errors")
                .build();
    }

    private static RecordedRun duets(String id, long seed, double cost) {
        return BuildRuns.named(id, new DuetRig(seed, Map.of("reference-b", cost), 2, 8, 8).measured(8));
    }

    @Test
    void aControlOfAnotherVersionIsNoYardstick() {
        RecordedRun before = run("before", 3, 1);
        List<Adapter> others = before.info().adapters().stream()
                .map(adapter -> new Adapter(
                        adapter.name(), adapter.title(), adapter.role(), "2", null, null, null, null, null, null, null))
                .toList();
        RecordedRun after = BuildRuns.named(
                "after",
                SampleRuns.run(others, BuildRuns.LEVELS, BLOCKS, run("x", 4, 1).trials()));

        Changes changes = Changes.between(before, after);

        assertThat(changes.changes())
                .isNotEmpty()
                .allMatch(change -> change.controls().isEmpty());
        assertThat(changes.circumstances()).contains("ours's version: 1 before, 2 after");
    }

    @Test
    void oneProcessOfEachBuildDecidesNothingHoweverManyBlocksItMet() {
        RecordedRun before = new BuildRuns(5, 1, BLOCKS).measured("before", BLOCKS, level -> 1);
        RecordedRun after = new BuildRuns(6, 1, BLOCKS).measured("after", BLOCKS, level -> 0.5);

        Changes changes = Changes.between(before, after);

        assertThat(changes.changes()).isNotEmpty().allSatisfy(change -> {
            assertThat(change.verdict()).isEqualTo(Verdict.OPEN);
            assertThat(change.interval()).isEmpty();
            assertThat(change.detectable()).isInfinite();
        });
    }

    @Test
    void whatIsNoLongerServedIsNamedWithItsReason() {
        RecordedRun before = run("before", 1, 1);
        RecordedRun after = losing(trial -> true, "7 of 900 answers were cut short");

        Changes changes = Changes.between(before, after);

        assertThat(changes.transitions()).singleElement().satisfies(lost -> {
            assertThat(lost.lost()).isTrue();
            assertThat(lost.after()).isEqualTo(Status.NOT_SERVED);
            assertThat(lost.comparison().concurrency()).isEqualTo(64);
            assertThat(lost.reason()).contains("cut short");
        });
        assertThat(changes.changes()).noneMatch(change -> change.comparison().concurrency() == 64);
        assertThat(ChangeText.summary(changes)).endsWith("changed beyond chance, 0 open, 1 cell without figures since");
        assertThat(Changes.between(after, before).transitions()).singleElement().matches(gained -> !gained.lost());
    }

    @Test
    void aRecordThatDoesNotTellProcessesApartDecidesNothingHoweverManyBlocksThereWere() {
        Changes changes = Changes.between(withoutForks("before", 1, 1), withoutForks("after", 2, 0.5));

        assertThat(changes.changes()).isNotEmpty().allSatisfy(change -> {
            assertThat(change.verdict()).isEqualTo(Verdict.OPEN);
            assertThat(change.unitsBefore()).isEqualTo(1);
            assertThat(ChangeText.why(change)).isEqualTo("1 and 1 process, and a verdict needs 3 of each run");
        });
    }

    private static RecordedRun withoutForks(String id, long seed, double speed) {
        RecordedRun run = new BuildRuns(seed, 1, 2).measured(id, BLOCKS, level -> speed);
        List<Trial> trials = run.trials().stream()
                .map(trial -> SampleRuns.measured(
                        trial.adapter().equals(BuildRuns.MEDIATOR)
                                ? SampleRuns.mediator(BuildRuns.MEDIATOR)
                                : run.info().adapters().get(1),
                        trial.block(),
                        trial.concurrency(),
                        trial.result().goodputPerSecond(),
                        trial.use().processes().mediator().cpuMicrosPerMessage()))
                .toList();
        return BuildRuns.named(id, SampleRuns.run(run.info().adapters(), BuildRuns.LEVELS, BLOCKS, trials));
    }

    @Test
    void aCellOfOneRunAloneIsNamedAndNotCompared() {
        RecordedRun all = run("before", 1, 1);
        RecordedRun measured = run("x", 2, 1);
        RecordedRun fewer = BuildRuns.named(
                "after",
                SampleRuns.run(
                        measured.info().adapters(),
                        List.of(1, 4, 16),
                        BLOCKS,
                        measured.trials().stream()
                                .filter(trial -> trial.concurrency() < 64)
                                .toList()));

        Changes changes = Changes.between(all, fewer);

        assertThat(changes.alone())
                .containsExactly(
                        new UnmatchedCell(new Comparison("cbr", "500", 64, null), BuildRuns.MEDIATOR, "before"));
        assertThat(changes.changes()).noneMatch(change -> change.comparison().concurrency() == 64);
        assertThat(ChangeText.caveats(changes))
                .contains("1 cell of mediators in both runs is in before alone, and not compared: ours cbr 500 c=64");
        assertThat(changes.circumstances()).contains("numbers of clients: 1, 4, 16, 64 before, 1, 4, 16 after");
    }

    @Test
    void trialsThatLostTheirFiguresAreSaidThoughTheCellHasFigures() {
        RecordedRun after = losing(trial -> trial.block() == 1, "9 answers were cut");

        assertThat(ChangeText.caveats(Changes.between(run("before", 1, 1), after)))
                .contains(
                        "ours in cbr 500 c=64 has figures of 8 of 8 trials before and of 7 of 8 after: 1 of 8 trials have"
                                + " no figures: 9 answers were cut");
    }

    @Test
    void runsOfTwoMachinesAndOfTwoOrdersSayWhatThatMeans() {
        RecordedRun before = run("before", 1, 1);
        RecordedRun after = BuildRuns.elsewhere(
                new RunInfo.Environment("Linux", "6", "big iron", 64, 1L << 40, "17", "5.6.3", null, null),
                "2026-11-20T09:40:12Z",
                new Finished("2026-11-20T10:40:12Z", "complete", 0, null, null, null, null, null),
                run("after", 2, 1));

        assertThat(ChangeText.caveats(Changes.between(before, after)))
                .anyMatch(caveat -> caveat.startsWith("the runs are of two machines (2 × cpu; 64 × big iron): "))
                .anyMatch(caveat -> caveat.equals("after began earlier than before: a loss here was a gain in time"))
                .anyMatch(caveat -> caveat.startsWith("before is incomplete (killed, or still goes on)"))
                .noneMatch(caveat -> caveat.startsWith("after is incomplete"));
        assertThat(ChangeText.caveats(Changes.between(before, run("after", 2, 1))))
                .noneMatch(caveat -> caveat.contains("machine") || caveat.contains("earlier"));
    }

    @Test
    void eachFigureSaysWhatItWasDividedBy() {
        assertThat(ChangeText.relativeTo(Changes.between(run("a", 1, 1), run("b", 2, 1))))
                .containsExactly(
                        "the change of TPS is relative to null-proxy in each block",
                        "the change of CPU-µs is relative to null-proxy in each block");
    }

    @Test
    void aRunIsNotComparedWithItself() {
        assertThatThrownBy(() -> Changes.between(run("a", 1, 1), run("a", 2, 1)))
                .hasMessageContaining("both are run 'a'");
    }

    /** A run named after, in which the mediator is not served at 64 clients, in some trials. */
    private static RecordedRun losing(Predicate<Trial> lost, String reason) {
        RecordedRun measured = run("x", 2, 1);
        List<Trial> trials = measured.trials().stream()
                .map(trial -> trial.adapter().equals(BuildRuns.MEDIATOR)
                                && trial.concurrency() == 64
                                && lost.test(trial)
                        ? SampleRuns.without(
                                SampleRuns.mediator(BuildRuns.MEDIATOR), trial.block(), 64, Outcome.NOT_SERVED, reason)
                        : trial)
                .toList();
        return BuildRuns.named("after", SampleRuns.run(measured.info().adapters(), BuildRuns.LEVELS, BLOCKS, trials));
    }

    private static RecordedRun run(String id, long seed, double machine) {
        return new BuildRuns(seed, machine, 2).measured(id, BLOCKS, level -> 1);
    }
}
