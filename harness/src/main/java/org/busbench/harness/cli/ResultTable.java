package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.export.Markdown;

/** What a run found, for a terminal, from the reports' own analysis. */
final class ResultTable {

    private static final List<String> HEADER =
            List.of("scenario", "payload", "load", "adapter", "TPS", "p50 ms", "p99 ms", "CPU µs", "errors", "remark");

    private ResultTable() {}

    /** The cells, CPU time at one rate, the highest rates under bounds of latency, and the duets: what of these the run has. */
    static List<String> lines(Analysis analysis) {
        List<String> lines = new ArrayList<>(analysis.duetsAlone() ? List.of() : cells(analysis));
        Disturbances.of(analysis.run().trials()).ifPresent(told -> lines.add("note: " + told));
        if (!analysis.fixedRate().isEmpty()) {
            lines.add("");
            lines.add("CPU-µs per message at one rate (- where nothing was measured):");
            lines.addAll(fixedRate(analysis.fixedRate()));
        }
        if (!analysis.frontiers().isEmpty()) {
            lines.add("");
            lines.add("highest rate per second with p99 within a bound (- where no rate was held, or none could be"
                    + " sought; ? where the search ended unsure):");
            lines.addAll(frontiers(analysis.frontiers()));
        }
        if (!analysis.duets().isEmpty()) {
            lines.add("");
            lines.addAll(duets(analysis));
        }
        return lines;
    }

    /** The cells that were tried, in the order of the suite. A remark that an adapter has already is not said again. */
    private static List<String> cells(Analysis analysis) {
        TextTable table = new TextTable(HEADER);
        Set<String> told = new HashSet<>();
        for (Cell cell : analysis.cells()) {
            if (!cell.trials().isEmpty()) {
                Map<String, String> row = Markdown.cell(analysis, cell);
                List<String> shown = new ArrayList<>(
                        List.of(cell.comparison().scenario(), cell.comparison().payload()));
                HEADER.subList(2, HEADER.size() - 1).forEach(column -> shown.add(row.get(column)));
                String remark = row.get("remark");
                shown.add(remark.isEmpty() || told.add(cell.adapter().name() + remark) ? remark : "as above");
                table.row(shown);
            }
        }
        return table.lines();
    }

    /** The ratios of pairs under load at the same time, what they are about, and what the sitting can tell. */
    static List<String> duets(Analysis analysis) {
        TextTable table = new TextTable(ChangeText.DUET_HEADER);
        analysis.duets().forEach(duet -> table.row(ChangeText.row(duet)));
        List<String> lines = new ArrayList<>(table.lines());
        analysis.duets().stream()
                .map(DuetContrast::explanation)
                .flatMap(Optional::stream)
                .forEach(why -> lines.add("note: " + why));
        analysis.floors().forEach(floor -> lines.add(floor.sentence()));
        return lines;
    }

    private static List<String> fixedRate(List<FixedRateCost> rows) {
        TextTable table =
                new TextTable(List.of("scenario", "payload", "rate", "adapter", "CPU-µs", "at its peak", "p99 ms", ""));
        for (FixedRateCost row : rows) {
            table.row(List.of(
                    row.scenario(),
                    row.payload(),
                    number(Optional.of(row.ratePerSecond()), "%.0f/s"),
                    row.adapter().name(),
                    row.notMeasured().isPresent()
                            ? "not measured"
                            : number(
                                    row.figures()
                                            .map(figures -> figures.cpuMicrosPerMessage()
                                                    .mediator()),
                                    "%.0f"),
                    number(row.cpuAtPeak(), "%.0f"),
                    number(
                            row.figures()
                                    .map(figures -> figures.latencyMicros().p99())
                                    .map(micros -> micros / 1000),
                            "%.1f"),
                    row.behind() == 0 ? "" : "fell behind in " + row.behind() + " of " + row.trials() + " trials"));
        }
        return table.lines();
    }

    private static List<String> frontiers(List<Frontier> frontiers) {
        List<String> header = new ArrayList<>(List.of("scenario", "payload", "adapter"));
        frontiers.stream()
                .map(frontier -> String.format(Locale.ROOT, "%.0f ms", frontier.boundMillis()))
                .distinct()
                .forEach(header::add);
        Map<List<String>, List<String>> rows = new LinkedHashMap<>();
        for (Frontier frontier : frontiers) {
            List<String> key = List.of(
                    frontier.scenario(), frontier.payload(), frontier.adapter().name());
            rows.computeIfAbsent(key, row -> new ArrayList<>(row))
                    .add(number(frontier.ratePerSecond(), "%.0f") + (frontier.confirmed() ? "" : "?"));
        }
        TextTable table = new TextTable(header);
        rows.values().forEach(table::row);
        return table.lines();
    }

    private static String number(Optional<Double> value, String format) {
        return value.map(number -> String.format(Locale.ROOT, format, number)).orElse("-");
    }
}
