package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Calibration;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.RecordedRun;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnoughInjectorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1000 1010 1005 990            | 1 injector is enough; one more changes TPS by +1.3 %",
                "1000 1800 1820 1830 1810 1010 | 2 injectors are enough; one more changes TPS by +1.1 %",
                "1000 900 910 1010             | 1 injector is enough; one more changes TPS by -10.0 %",
                "1000 1800 1810 1010           | 2 injectors are not shown to be enough; the last one changed TPS by +79.6 %: add a host",
                "1000 1400 1800 1010           | it cannot be told how many injectors are enough; two loads by 2 injectors differ by 25.0 %:"
                        + " measure longer, on machines that do nothing else",
            })
    void itIsToldHowManyInjectorsAreEnough(String goodputs, String sentence) {
        assertThat(EnoughInjectors.of(run(goodputs.split(" "))))
                .extracting(EnoughInjectors::sentence)
                .containsExactly("busbench, 500, 200 clients: " + sentence);
    }

    /** Upwards and downwards again. */
    private static RecordedRun run(String... goodputs) {
        List<Calibration> lines = new ArrayList<>();
        lines.add(line("direct", null, 5));
        for (int i = 0; i < goodputs.length; i++) {
            lines.add(line("busbench", Math.min(i + 1, goodputs.length - i), Double.parseDouble(goodputs[i])));
        }
        RecordedRun plain = SampleRuns.run(List.of(SampleRuns.mediator("busbench")), List.of(200), 1, List.of());
        return new RecordedRun(
                plain.info(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                lines,
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static Calibration line(String adapter, Integer injectors, double goodput) {
        return new Calibration(
                new Calibration.Subject("nio", adapter, "500", 200, null, injectors),
                new Calibration.Result(null, 1, Math.round(goodput), 0, goodput, 3.0),
                EvidenceFolder.NONE);
    }
}
