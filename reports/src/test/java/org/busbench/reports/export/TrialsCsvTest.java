package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.record.Outcome;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.Test;

class TrialsCsvTest {

    @Test
    void aTrialIsARowAndEveryFigureNamesItsUnit() {
        List<Trial> trials = RunReader.read(SampleRuns.directory("run-quick")).trials();
        List<String> lines = Csv.trials(trials).lines().toList();
        List<String> header = Arrays.asList(lines.get(0).split(","));

        assertThat(lines).hasSize(trials.size() + 1);
        assertThat(header).contains("goodput_per_second", "latency_p99_micros", "mediator_cpu_micros_per_message");
        List<String> first = Arrays.asList(lines.get(1).split(",", -1));
        assertThat(first).hasSameSizeAs(header);
        assertThat(Double.valueOf(first.get(header.indexOf("goodput_per_second"))))
                .isEqualTo(trials.get(0).result().goodputPerSecond());
    }

    @Test
    void aMissingFigureIsEmptyAndNeverZero() {
        String csv = Csv.trials(List.of(SampleRuns.without(
                SampleRuns.mediator("m"), 1, 8, Outcome.NOT_SERVED, "said \"no\", twice\nand more")));
        List<String> header = new ArrayList<>(
                Arrays.asList(csv.lines().findFirst().orElseThrow().split(",")));

        assertThat(csv).contains(",not-served,\"said \"\"no\"\", twice\nand more\",0,");
        String after = csv.substring(csv.indexOf("and more\"") + "and more\"".length() + 1);
        List<String> rest = Arrays.asList(after.split(",", -1));
        int goodput = header.indexOf("goodput_per_second") - header.indexOf("verified_responses");
        assertThat(rest.get(goodput)).isEmpty();
        assertThat(rest.get(goodput + 1)).isEmpty();
    }
}
