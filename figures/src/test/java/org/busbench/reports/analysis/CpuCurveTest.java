package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.Test;

class CpuCurveTest {
    private static final Adapter MEDIATOR = SampleRuns.mediator("busbench");

    @Test
    void theLawIsFittedOverTheCpusToWhichTheMediatorWasKept() {
        List<RecordedRun> runs = new ArrayList<>();
        Map<String, Integer> lists = Map.of("0-7", 8, "0", 1, "0-1", 2, "0-1,4-5", 4);
        lists.forEach((cpus, count) ->
                runs.add(run(cpus, 1000.0 * count / (1 + 0.05 * (count - 1) + 0.002 * count * (count - 1)))));

        CpuCurve curve = CpuCurve.of(runs).get(0);

        assertThat(curve.points()).extracting(CpuCurve.Point::cpus).containsExactly(1, 2, 4, 8);
        assertThat(curve.law().orElseThrow().lambda()).isCloseTo(1000, within(1.0));
        assertThat(curve.law().orElseThrow().sigma()).isCloseTo(0.05, within(0.001));
        assertThat(curve.law().orElseThrow().kappa()).isCloseTo(0.002, within(0.0001));
        assertThat(CpuCurve.markdown(List.of(curve)))
                .startsWith("busbench, cbr, 500, 200 clients\n\n| CPUs |")
                .contains("| 1 | 1 | 1000 | 1000 | 1.00 | 10.0 | 0.01 |")
                .contains(
                        "Universal Scalability Law: 1000 TPS of one CPU, contention 0.0500, coherency 0.002000, R² 1.000.");
    }

    @Test
    void twoNumbersOfCpusAreNoLawAndAMediatorOnAllCpusIsNoPoint() {
        List<CpuCurve> curves = CpuCurve.of(List.of(run("0", 1000), run("0-1", 1900), run(null, 5000)));

        assertThat(curves).singleElement().satisfies(curve -> {
            assertThat(curve.points()).hasSize(2);
            assertThat(curve.law()).isEmpty();
        });
        assertThat(CpuCurve.markdown(curves))
                .contains("| 2 | 1 | 1900 | 950 | 0.95 | 10.0 | 0.02 |")
                .contains("No law: it takes 4 numbers of CPUs.");
    }

    private static RecordedRun run(String cpus, double goodput) {
        Trial plain = SampleRuns.trial(MEDIATOR, 1, 200).measured(goodput, 10).build();
        Trial.Conditions was = plain.conditions();
        Trial kept = new Trial(
                plain.schema(),
                plain.run(),
                plain.position(),
                plain.subject(),
                new Trial.Conditions(
                        was.injector(),
                        was.load(),
                        cpus == null ? Map.of() : Map.of("mediator", cpus),
                        was.startedAt(),
                        was.window(),
                        was.measuredSeconds(),
                        List.of()),
                plain.result(),
                plain.proof(),
                plain.use(),
                plain.probe(),
                plain.duet(),
                plain.evidenceFolder(),
                plain.previous());
        return SampleRuns.run(List.of(MEDIATOR), List.of(200), 1, List.of(kept));
    }
}
