package org.busbench.reports.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.record.RecordedRun;
import org.busbench.reports.compare.Trend;

/**
 * The figures of many runs as Apache Otava reads them, which looks for change points: a row a run, with its instant, its id,
 * the revision of busbench, and a column a figure. See the section on CSV importers of Otava's documentation.
 */
public final class OtavaCsv {

    private OtavaCsv() {}

    /**
     * The text of {@code otava.csv}.
     *
     * @param runs in any order; figures that only one of them has are left out
     */
    public static String of(List<RecordedRun> runs) {
        List<Trend> trends = Trend.of(runs);
        Map<String, Map<String, String>> rows = new TreeMap<>();
        for (RecordedRun run : runs) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("time", run.info().startedAt());
            row.put("run", run.info().id());
            row.put(
                    "commit",
                    run.info().busbench().commit() == null
                            ? ""
                            : run.info().busbench().commit());
            rows.put(run.info().startedAt() + " " + run.info().id(), row);
        }
        List<String> header = new ArrayList<>(List.of("time", "run", "commit"));
        for (Trend trend : trends) {
            String column = column(trend);
            header.add(column);
            trend.points()
                    .forEach(point -> rows.get(point.startedAt() + " " + point.run())
                            .put(column, Double.toString(point.value())));
        }
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(header);
            rows.values()
                    .forEach(row -> csv.writeRecord(header.stream()
                            .map(column -> row.getOrDefault(column, ""))
                            .toList()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("text in memory cannot be written", impossible);
        }
        return text.toString();
    }

    /** Of letters, digits and underscores, as metric names of Otava's configuration are. */
    private static String column(Trend trend) {
        String words = trend.adapter() + "_" + trend.comparison().scenario() + "_"
                + trend.comparison().payload() + "_" + trend.comparison().level() + "_"
                + trend.measure().name().toLowerCase(Locale.ROOT);
        return words.replaceAll("[^A-Za-z0-9]+", "_");
    }
}
