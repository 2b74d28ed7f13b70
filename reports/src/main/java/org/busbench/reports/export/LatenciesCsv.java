package org.busbench.reports.export;

import java.util.Arrays;
import java.util.List;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.raw.RawData;

/** The percentile curves of cells as tidy CSV: one row for each cell and quantile. */
public final class LatenciesCsv {

    private static final List<String> COLUMNS = List.of(
            "adapter",
            "scenario",
            "payload",
            "concurrency",
            "rate_per_second",
            "responses",
            "quantile",
            "latency_micros");
    private static final double LONGEST = 1;

    private LatenciesCsv() {}

    /**
     * Writes the curves of cells.
     *
     * @param cells in their order
     * @return a header line and one line for each quantile of each cell whose latencies were kept; quantile 0 is the
     *     shortest, 1 the longest
     */
    public static String of(List<Cell> cells, RawData raw) {
        Csv csv = new Csv(COLUMNS);
        for (Cell cell : cells) {
            raw.latencies(cell.trials()).map(LatencyCurve::of).ifPresent(curve -> {
                for (int i = 0; i < curve.micros().size(); i++) {
                    csv.row(row(
                            cell,
                            curve,
                            curve.quantiles().get(i),
                            curve.micros().get(i)));
                }
                csv.row(row(cell, curve, LONGEST, curve.maxMicros()));
            });
        }
        return csv.text();
    }

    private static List<Object> row(Cell cell, LatencyCurve curve, double quantile, double micros) {
        return Arrays.asList(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.comparison().ratePerSecond(),
                curve.responses(),
                quantile,
                micros);
    }
}
