package org.busbench.reports.export;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Trial;
import org.busbench.reports.raw.RawData;

/** Trials second by second as tidy CSV: one row for each second of each window. */
public final class SecondsCsv {

    private static final List<String> COLUMNS =
            List.of("trial", "second", "verified_responses", "errors", "latency_p50_micros", "latency_p99_micros");
    private static final List<String> CLASSES = Stream.of(ErrorCounts.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();

    private SecondsCsv() {}

    /**
     * Writes the seconds of trials.
     *
     * @param trials in their order; {@code trials.csv} says by their numbers what they are
     * @return a header line and one line for each second; classes are empty where they are not known
     */
    public static String of(List<Trial> trials, RawData raw) {
        Csv csv = new Csv(Stream.concat(COLUMNS.stream(), CLASSES.stream().map(name -> "errors_" + name))
                .toList());
        for (Trial trial : trials) {
            Map<String, long[]> byClass = TrialSeries.byClass(trial, raw);
            long[] none = new long[trial.result().series().size()];
            for (Trial.Second second : trial.result().series()) {
                List<Object> row = new ArrayList<>(Arrays.asList(
                        trial.number(),
                        second.second(),
                        second.verified(),
                        second.errors(),
                        second.p50Micros(),
                        second.p99Micros()));
                CLASSES.forEach(name ->
                        row.add(byClass == null ? null : (Object) byClass.getOrDefault(name, none)[second.second()]));
                csv.row(row);
            }
        }
        return csv.text();
    }
}
