package org.busbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.CellOutcome;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.Outcome;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Trial;
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
        assertThat(changes.changes()).allMatch(change -> change.yardstick().equals(List.of("null-proxy")));
        assertThat(changes.rig())
                .filteredOn(shift -> shift.measure() == Measure.GOODPUT)
                .singleElement()
                .satisfies(shift -> assertThat(shift.ratio()).isCloseTo(0.5, within(0.05)));
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
                .allMatch(change -> change.yardstick().isEmpty());
        assertThat(changes.circumstances()).contains("ours's version: 1 before, 2 after");
    }

    @Test
    void oneProcessOfEachBuildDecidesNothingHoweverManyBlocksItMet() {
        RecordedRun before = new BuildRuns(5, 1, BLOCKS).measured("before", BLOCKS, level -> 1);
        RecordedRun after = new BuildRuns(6, 1, BLOCKS).measured("after", BLOCKS, level -> 0.5);

        Changes changes = Changes.between(before, after);

        assertThat(changes.changes()).isNotEmpty().allSatisfy(change -> {
            assertThat(change.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(change.interval()).isEmpty();
            assertThat(change.detectable()).isInfinite();
        });
    }

    @Test
    void whatIsNoLongerServedIsNamedWithItsReason() {
        RecordedRun before = run("before", 1, 1);
        RecordedRun measured = run("x", 2, 1);
        List<Trial> trials = measured.trials().stream()
                .map(trial -> trial.adapter().equals(BuildRuns.MEDIATOR) && trial.concurrency() == 64
                        ? SampleRuns.without(
                                SampleRuns.mediator(BuildRuns.MEDIATOR),
                                trial.block(),
                                64,
                                Outcome.NOT_SERVED,
                                "7 of 900 answers were cut short")
                        : trial)
                .toList();
        RecordedRun after =
                BuildRuns.named("after", SampleRuns.run(measured.info().adapters(), BuildRuns.LEVELS, BLOCKS, trials));

        Changes changes = Changes.between(before, after);

        assertThat(changes.transitions()).singleElement().satisfies(lost -> {
            assertThat(lost.lost()).isTrue();
            assertThat(lost.after()).isEqualTo(CellOutcome.NOT_SERVED);
            assertThat(lost.comparison().concurrency()).isEqualTo(64);
            assertThat(lost.reason()).contains("cut short");
        });
        assertThat(changes.changes()).noneMatch(change -> change.comparison().concurrency() == 64);
        assertThat(Changes.between(after, before).transitions()).singleElement().matches(gained -> !gained.lost());
    }

    @Test
    void aRunIsNotComparedWithItself() {
        assertThatThrownBy(() -> Changes.between(run("a", 1, 1), run("a", 2, 1)))
                .hasMessageContaining("both are run 'a'");
    }

    private static RecordedRun run(String id, long seed, double machine) {
        return new BuildRuns(seed, machine, 2).measured(id, BLOCKS, level -> 1);
    }
}
