package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;
import org.busbench.reports.raw.RawData;

/**
 * A trial, as the page embeds it, with six significant digits. All times are in microseconds; lists have one entry for each second of the window.
 *
 * @param evidence folder relative to the run directory; null when there is none
 * @param reason why it has no figures; null when it has
 * @param goodput verified responses per second; null when not measured
 * @param p50 median latency; null when not measured
 * @param p99 99th percentile; null when not measured
 * @param cpu of the mediator per message; null when not known
 * @param instructions of the mediator per message; null when they were not counted
 * @param rss resident memory of the mediator in bytes; null when not known
 * @param verified by second; null when not recorded
 * @param p50s by second; null when not recorded
 * @param p99s by second; null when not recorded
 * @param errorsBySecond by class, as far as the raw data tell the class; null when there was no error
 */
record TrialData(
        int number,
        int block,
        String evidence,
        String outcome,
        String reason,
        Double goodput,
        Double p50,
        Double p99,
        Double cpu,
        Double instructions,
        long errors,
        Long rss,
        List<Long> verified,
        List<Double> p50s,
        List<Double> p99s,
        Map<String, long[]> errorsBySecond) {

    /** What stands for the class of an error that the raw data do not tell. */
    static final String SOME_CLASS = "class not recorded";

    static TrialData of(Trial trial, RawData raw) {
        ProcessUse use = trial.use().processes().mediator();
        List<Trial.Second> series = trial.result().series();
        boolean percentiles = !series.isEmpty()
                && series.stream().anyMatch(second -> second.p50Micros() != null && second.p99Micros() != null);
        return new TrialData(
                trial.number(),
                trial.block(),
                trial.evidenceFolder().path(),
                trial.outcome().key(),
                trial.result().reason(),
                Format.rounded(trial.result().goodputPerSecond()),
                trial.result().latencyMicros() == null
                        ? null
                        : Format.rounded(trial.result().latencyMicros().p50()),
                trial.result().latencyMicros() == null
                        ? null
                        : Format.rounded(trial.result().latencyMicros().p99()),
                use == null ? null : Format.rounded(use.cpuMicrosPerMessage()),
                use == null ? null : Format.rounded(use.instructionsPerMessage()),
                trial.result().errors().total(),
                use == null ? null : (Long) use.rssBytes(),
                series.isEmpty()
                        ? null
                        : series.stream().map(Trial.Second::verified).toList(),
                percentiles ? each(series, Trial.Second::p50Micros) : null,
                percentiles ? each(series, Trial.Second::p99Micros) : null,
                errors(trial, raw));
    }

    /** A second without a response has no percentile: the list may hold nulls. */
    private static List<Double> each(List<Trial.Second> series, Function<Trial.Second, Double> figure) {
        return series.stream().map(figure).map(Format::rounded).collect(Collectors.toCollection(ArrayList::new));
    }

    private static Map<String, long[]> errors(Trial trial, RawData raw) {
        if (trial.result().errors().total() == 0) {
            return null;
        }
        Map<String, long[]> known = raw.errors(trial);
        if (!known.isEmpty() || trial.result().series().isEmpty()) {
            return known.isEmpty() ? null : known;
        }
        Map<String, long[]> all = new TreeMap<>();
        all.put(
                SOME_CLASS,
                trial.result().series().stream().mapToLong(Trial.Second::errors).toArray());
        return all;
    }
}
