package org.busbench.reports.jtl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.busbench.record.Outcome;
import org.busbench.record.Trial;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;

/** What was added up while logs were read, by the number of the trial. */
record SampleRaw(Map<Integer, Tally> tallies) implements RawData {

    SampleRaw {
        tallies = Map.copyOf(tallies);
    }

    @Override
    public Optional<Distribution> latencies(List<Trial> trials) {
        Histogram all = new Histogram(Tally.DIGITS);
        trials.stream()
                .filter(trial -> trial.outcome() == Outcome.MEASURED)
                .forEach(trial -> all.add(tallies.get(trial.number()).latencies()));
        return all.getTotalCount() == 0 ? Optional.empty() : Optional.of(Distribution.ofMillis(all));
    }

    @Override
    public Map<String, long[]> errors(Trial trial) {
        return tallies.get(trial.number()).errorsBySecond();
    }
}
