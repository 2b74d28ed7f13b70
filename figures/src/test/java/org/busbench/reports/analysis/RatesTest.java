package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.Calibration;
import org.busbench.record.ErrorCounts;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Latency;
import org.busbench.record.Load;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite;
import org.busbench.record.Suite.FixedRate;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.TrialDraft;
import org.junit.jupiter.api.Test;

class RatesTest {

    private static final Adapter FAST = SampleRuns.mediator("fast");

    private final List<Trial> trials = new ArrayList<>();

    @Test
    void theFrontierIsTheHighestRateThatWasHeldBelowTheLowestThatWasNot() {
        tried(1000, 1000, 4);
        tried(2000, 2000, 30);
        tried(1500, 1500, 4.5);
        tried(1600, 1600, 9);
        tried(1500, 1500, 4.9);
        tried(1600, 1600, 8);

        Frontier frontier = frontier(5);

        assertThat(frontier.ratePerSecond()).contains(1500.0);
        assertThat(frontier.missedPerSecond()).contains(1600.0);
        assertThat(frontier.p99Micros()).contains(4700.0);
        assertThat(frontier.trials()).isEqualTo(6);
        assertThat(frontier.confirmed()).isTrue();
        assertThat(frontier(20).ratePerSecond()).contains(1600.0);
        assertThat(frontier(20).confirmed()).isFalse();
    }

    @Test
    void aRateIsHeldByTheMajorityOfItsTrials() {
        tried(1000, 1000, 4);
        tried(1000, 1000, 40);
        assertThat(frontier(5).ratePerSecond()).isEmpty();
        tried(1000, 1000, 3);
        assertThat(frontier(5).ratePerSecond()).contains(1000.0);
        assertThat(frontier(5).confirmed()).isFalse();
    }

    @Test
    void aHigherRateThatWasHeldByLuckDoesNotCount() {
        tried(1000, 1000, 4);
        tried(1200, 1200, 40);
        tried(1400, 1400, 4);

        assertThat(frontier(5).ratePerSecond()).contains(1000.0);
    }

    @Test
    void whoDoesNotDeliverTheRateOrFailsDoesNotHoldIt() {
        tried(1000, 989, 1);
        assertThat(frontier(5).ratePerSecond()).isEmpty();
        tried(500, 496, 1);
        assertThat(frontier(5).ratePerSecond()).contains(500.0);
        trials.add(draft(400, 400, 1)
                .errors(new ErrorCounts(0, 0, 1, 0, 0, 0, 0, 0))
                .build());
        assertThat(frontier(5).ratePerSecond()).isEmpty();
    }

    @Test
    void trialsOfASearchAreNoCellsOfTheComparison() {
        tried(1000, 1000, 4);
        trials.add(SampleRuns.measured(FAST, 1, 8, 2000, 10));

        Analysis analysis = Analysis.of(run(List.of()));

        assertThat(analysis.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.comparison().open()).isFalse();
            assertThat(cell.trials()).hasSize(1);
        });
        assertThat(analysis.frontiers()).hasSize(2);
    }

    @Test
    void cpuTimeAtOneRateStandsBesideThatAtThePeak() {
        trials.add(SampleRuns.measured(FAST, 1, 8, 2000, 10));
        fixed(1, 1000, 14);
        fixed(2, 1000, 18);
        fixed(3, 900, 16);

        FixedRateCost row = Analysis.of(run(List.of())).fixedRate().get(0);

        assertThat(row.ratePerSecond()).isEqualTo(1000);
        assertThat(row.figures().orElseThrow().cpuMicrosPerMessage().mediator()).isEqualTo(16);
        assertThat(row.cpuAtPeak()).contains(10.0);
        assertThat(row.trials()).isEqualTo(3);
        assertThat(row.behind()).isEqualTo(1);
    }

    @Test
    void injectorsAgreeWhereTheBackendSetsThePace() {
        List<InjectorTrial> found = InjectorTrial.of(run(List.of(
                calibration("nio", null, 30_000),
                calibration("jmeter-http", null, 15_000),
                calibration("nio", 20.0, 1000),
                calibration("jmeter-http", 20.0, 960),
                calibration("gatling", 20.0, 900))));

        assertThat(found)
                .extracting(
                        trial -> trial.calibration().subject().injector() + " " + trial.paced() + " " + trial.agrees())
                .containsExactly(
                        "nio true true",
                        "jmeter-http true true",
                        "gatling true false",
                        "nio false true",
                        "jmeter-http false false");
    }

    private void tried(double rate, double goodput, double p99Millis) {
        trials.add(draft(rate, goodput, p99Millis).build());
    }

    private TrialDraft draft(double rate, double goodput, double p99Millis) {
        double p99 = p99Millis * 1000;
        return SampleRuns.trial(FAST, 1, 200)
                .number(trials.size() + 1)
                .sought(rate)
                .latency(new Latency(1, 1, 1, 1, 1, p99, p99, p99))
                .measured(goodput, 10);
    }

    private void fixed(int block, double goodput, double cpuMicros) {
        trials.add(SampleRuns.trial(FAST, block, 200)
                .purpose(Purpose.FIXED_RATE)
                .load(new Load(Load.Model.OPEN, 1000.0, null))
                .measured(goodput, cpuMicros)
                .build());
    }

    private static Calibration calibration(String injector, Double delayMillis, double goodput) {
        return new Calibration(
                new Calibration.Subject(injector, "direct", "500", 20, delayMillis, null),
                new Calibration.Result(null, 1, (long) goodput, 0, goodput, 5.0),
                EvidenceFolder.NONE);
    }

    private Frontier frontier(double boundMillis) {
        return Frontier.of(run(List.of())).stream()
                .filter(frontier -> frontier.boundMillis() == boundMillis)
                .findFirst()
                .orElseThrow();
    }

    private RecordedRun run(List<Calibration> calibrations) {
        RecordedRun plain = SampleRuns.run(List.of(FAST), List.of(8), 1, trials);
        Suite suite = plain.info().suite();
        Suite asked = new Suite(
                suite.source(),
                suite.cells(),
                suite.repeats(),
                suite.phases(),
                7,
                0,
                "nio",
                new Suite.ExtraLoads(null, List.of(5.0, 20.0), new FixedRate(null, 0.5)),
                null,
                null);
        RunInfo info = plain.info();
        RunInfo again = new RunInfo(
                info.schema(),
                info.id(),
                info.startedAt(),
                info.busbench(),
                asked,
                info.adapters(),
                info.unavailable(),
                info.environment(),
                info.rig(),
                null,
                null);
        return new RecordedRun(
                again,
                Optional.empty(),
                List.of(),
                trials,
                List.of(),
                calibrations,
                List.of(),
                List.of(),
                Optional.empty());
    }
}
