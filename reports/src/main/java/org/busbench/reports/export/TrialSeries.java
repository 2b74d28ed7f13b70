package org.busbench.reports.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.busbench.record.Trial;
import org.busbench.reports.raw.RawData;

/**
 * A trial second by second, as {@link Results} writes it: each list has one entry for each second of the window.
 *
 * @param errorsByClass counts of each class that occurred; null when the raw data do not tell
 * @param p50Micros median latency; null in a second that has none
 * @param p99Micros 99th percentile
 */
record TrialSeries(
        int trial,
        int block,
        String outcome,
        List<Long> verified,
        List<Long> errors,
        Map<String, long[]> errorsByClass,
        List<Double> p50Micros,
        List<Double> p99Micros) {

    static TrialSeries of(Trial trial, RawData raw) {
        return new TrialSeries(
                trial.number(),
                trial.block(),
                trial.outcome().key(),
                each(trial, Trial.Second::verified),
                each(trial, Trial.Second::errors),
                byClass(trial, raw),
                each(trial, Trial.Second::p50Micros),
                each(trial, Trial.Second::p99Micros));
    }

    /** Counts of each class by second; null where there were errors and the raw data do not tell of which class. */
    static Map<String, long[]> byClass(Trial trial, RawData raw) {
        Map<String, long[]> known = raw.errors(trial);
        return known.isEmpty() && trial.result().errors().total() > 0 ? null : known;
    }

    /** A second without a response has no percentile: the list may hold nulls. */
    private static <T> List<T> each(Trial trial, Function<Trial.Second, T> figure) {
        return trial.result().series().stream().map(figure).collect(Collectors.toCollection(ArrayList::new));
    }
}
