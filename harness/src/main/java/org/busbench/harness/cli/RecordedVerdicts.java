package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.run.Verdicts;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.StoppingRule;

/**
 * The verdicts of the reports' own analysis, so that blocks end where the report would call the comparison decided.
 *
 * @param notes are told what is open before more blocks come, and how long that may take
 */
record RecordedVerdicts(Consumer<String> notes) implements Verdicts {

    @Override
    public Set<Comparison> open(Path runDirectory, int before) {
        RecordedRun earlier =
                RunReader.read(runDirectory).only(trial -> trial.purpose().ofBlock() && trial.block() < before);
        List<StoppingRule.Open> open = StoppingRule.open(earlier);
        List<StoppingRule.Open> duets = StoppingRule.openDuets(earlier);
        Stream.concat(open.stream().limit(1), duets.stream())
                .map(StoppingRule.Open::reason)
                .distinct()
                .forEach(reason -> notes.accept("open: " + reason));
        return Stream.concat(open.stream(), duets.stream())
                .map(StoppingRule.Open::comparison)
                .map(RecordedVerdicts::planned)
                .collect(Collectors.toSet());
    }

    private static Comparison planned(org.busbench.reports.analysis.Comparison recorded) {
        Double rate = recorded.ratePerSecond();
        return new Comparison(
                recorded.scenario(),
                recorded.payload(),
                recorded.concurrency(),
                rate == null ? null : (int) Math.round(rate));
    }
}
