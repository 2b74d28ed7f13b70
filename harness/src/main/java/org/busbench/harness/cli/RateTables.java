package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;

/**
 * What a run found behind its blocks, from the reports' own analysis: CPU time at one rate, and the highest rate under
 * each bound of latency, a line for each adapter, scenario and size.
 */
final class RateTables {

    private RateTables() {}

    /** The lines of both tables with a heading each; empty when the suite asked for neither. */
    static List<String> lines(Analysis analysis) {
        List<String> lines = new ArrayList<>();
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
                    number(
                            row.figures()
                                    .map(figures ->
                                            figures.cpuMicrosPerMessage().mediator()),
                            "%.0f"),
                    number(row.cpuAtPeak(), "%.0f"),
                    number(row.figures().map(figures -> figures.latencyMicros().p99() / 1000), "%.1f"),
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
