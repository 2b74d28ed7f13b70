package org.busbench.reports.export;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.statistics.Interval;

/** The cells of a run as Markdown, a table for each scenario and size: for a README, or where a result is discussed. */
public final class ResultsMarkdown {

    private static final List<String> HEADER = List.of(
            "adapter",
            "load",
            "TPS",
            "interval",
            "of direct",
            "p50 ms",
            "p99 ms",
            "CPU µs",
            "errors",
            "against",
            "remark");
    private static final double MICROS_PER_MILLI = 1000;

    private ResultsMarkdown() {}

    /** Writes all cells of an analysis. */
    public static String of(Analysis analysis) {
        RunInfo info = analysis.run().info();
        StringBuilder text = new StringBuilder();
        text.append("# busbench: suite ")
                .append(MarkdownTable.escaped(info.suite().name()))
                .append(", run ")
                .append(MarkdownTable.escaped(info.id()))
                .append("\n\n")
                .append("Began ")
                .append(info.startedAt())
                .append(" on ")
                .append(info.environment().logicalCpus())
                .append(" × ")
                .append(MarkdownTable.escaped(info.environment().cpu()))
                .append(". TPS is verified responses per second; each figure is the median over the blocks, errors are")
                .append(" those of all of them")
                .append(analysis.baseline()
                        .map(name -> "; *against* is TPS over that of " + MarkdownTable.escaped(name)
                                + ", paired within blocks, with its 95 % interval")
                        .orElse(""))
                .append(".\n");
        analysis.rankings().forEach(ranking -> {
            text.append("\n## ")
                    .append(MarkdownTable.escaped(ranking.scenario()))
                    .append(", ")
                    .append(MarkdownTable.escaped(ranking.payload()))
                    .append("\n\n");
            MarkdownTable table = new MarkdownTable(HEADER, 2, 3, 4, 5, 6, 7, 8);
            analysis.cells().stream()
                    .filter(cell -> cell.comparison().scenario().equals(ranking.scenario())
                            && cell.comparison().payload().equals(ranking.payload()))
                    .forEach(cell -> table.row(row(analysis, cell)));
            text.append(table.text());
        });
        return text.toString();
    }

    private static List<String> row(Analysis analysis, Cell cell) {
        Optional<Figures> figures = cell.figures();
        int step = cell.trials().stream()
                .mapToInt(trial -> trial.result().latencyResolutionMicros())
                .max()
                .orElse(1);
        return List.of(
                cell.adapter().name(),
                cell.comparison().level(),
                figures.map(found -> whole(found.goodputPerSecond())).orElse(""),
                cell.findings().goodput().map(ResultsMarkdown::range).orElse(""),
                cell.shareOfDirect().map(share -> whole(share * 100) + " %").orElse(""),
                figures.map(found -> millis(found.latencyMicros().p50(), step)).orElse(""),
                figures.map(found -> millis(found.latencyMicros().p99(), step)).orElse(""),
                figures.map(found -> found.cpuMicrosPerMessage().mediator())
                        .map(cpu -> String.format(Locale.ROOT, "%.1f", cpu))
                        .orElse(""),
                Long.toString(cell.errors().total()),
                against(analysis, cell),
                remark(cell));
    }

    private static String against(Analysis analysis, Cell cell) {
        return analysis.contrasts().stream()
                .filter(contrast -> contrast.measure() == Measure.GOODPUT
                        && contrast.adapter().equals(cell.adapter().name())
                        && contrast.comparison().equals(cell.comparison()))
                .findFirst()
                .map(ResultsMarkdown::against)
                .orElse("");
    }

    private static String against(Contrast contrast) {
        String range = contrast.interval()
                .map(found -> String.format(Locale.ROOT, " (%.2f–%.2f)", found.low(), found.high()))
                .orElse("");
        String verdict = Double.isFinite(contrast.detectable())
                ? " " + contrast.measure().word(contrast.verdict())
                : "";
        return String.format(Locale.ROOT, "%.2f ×%s%s", contrast.ratio(), range, verdict);
    }

    private static String remark(Cell cell) {
        String flags = cell.findings().flags().stream()
                .map(flag -> flag.kind().word())
                .distinct()
                .collect(Collectors.joining(", "));
        String outcome = cell.figures().isPresent()
                ? cell.reason()
                : cell.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + cell.reason();
        return outcome + (outcome.isEmpty() || flags.isEmpty() ? "" : "; ") + flags;
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String range(Interval interval) {
        return whole(interval.low()) + "–" + whole(interval.high());
    }

    /** What is below the step of the clock is only known to be below it. */
    private static String millis(double micros, int step) {
        double shown = Math.max(micros, step) / MICROS_PER_MILLI;
        return (micros < step ? "<" : "")
                + String.format(Locale.ROOT, step < MICROS_PER_MILLI ? "%.3f" : "%.0f", shown);
    }
}
