package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Ranking.Lead;

/**
 * A row of the first screen: an adapter's peak goodput and how far it is from the first, or why it has none.
 *
 * @param control whether it is a control
 * @param measured whether there is a figure
 * @param width of the bar in percent of the longest
 * @param exact the value itself; empty when there is none
 * @param spark goodput over concurrency; null when there is none
 * @param distance from the first mediator: a factor, {@code tie}, or nothing
 * @param tie whether it cannot be told from the first
 * @param range the same at length, with the interval
 */
record RankView(
        String adapter,
        String title,
        String look,
        boolean control,
        boolean measured,
        String width,
        String figure,
        String exact,
        String level,
        Sparkline spark,
        String distance,
        boolean tie,
        String range,
        List<CellData.FlagData> flags,
        String missing,
        String reason) {

    private static final Map<String, String> SHORT = Map.of(
            "rig-limited", "rig",
            "noisy machine", "noisy",
            "outlier block", "outlier",
            "block effect", "blocks",
            "not reconciled", "count off");

    /** Mediators by goodput, those without a figure, then controls. */
    static List<RankView> of(Ranking ranking, Analysis analysis, Palette palette) {
        List<Cell> measured = new ArrayList<>(ranking.mediators());
        measured.addAll(ranking.controls());
        double longest =
                measured.stream().mapToDouble(Cell::goodputPerSecond).max().orElse(0);
        List<RankView> rows = new ArrayList<>();
        for (int i = 0; i < ranking.mediators().size(); i++) {
            Cell cell = ranking.mediators().get(i);
            Lead lead = i == 0 ? null : Lead.of(ranking.mediators().get(0), cell);
            rows.add(row(cell, longest, lead, analysis, palette));
        }
        ranking.without().stream().filter(cell -> !cell.control()).forEach(cell -> rows.add(missing(cell, palette)));
        ranking.controls().forEach(cell -> rows.add(row(cell, longest, null, analysis, palette)));
        ranking.without().stream().filter(Cell::control).forEach(cell -> rows.add(missing(cell, palette)));
        return rows;
    }

    private static String words(Status outcome) {
        return switch (outcome) {
            case MEASURED -> "measured";
            case NOT_SERVED -> "not served";
            case FAILED -> "failed";
            case NOT_REACHED -> "not reached";
        };
    }

    private static RankView row(Cell cell, double longest, Lead lead, Analysis analysis, Palette palette) {
        double share = longest > 0 ? cell.goodputPerSecond() / longest : 0;
        boolean tie = lead != null && !lead.ahead();
        return new RankView(
                cell.adapter().name(),
                cell.adapter().title(),
                palette.of(cell.adapter().name()),
                cell.control(),
                true,
                String.format(Locale.ROOT, "%.2f", share * 100),
                Format.number(cell.goodputPerSecond()),
                Double.toString(cell.goodputPerSecond()),
                Format.clients(cell.comparison().concurrency()),
                spark(cell, analysis),
                lead == null ? "" : tie ? "tie" : "÷ " + Format.factor(lead.ratio()),
                tie,
                lead == null ? "" : range(lead),
                cell.findings().flags().stream()
                        .map(flag -> new CellData.FlagData(
                                SHORT.getOrDefault(
                                        flag.kind().word(), flag.kind().word()),
                                CellData.FlagData.of(flag).mark(),
                                flag.explanation()))
                        .toList(),
                "",
                "");
    }

    private static String range(Lead lead) {
        String ratio = "the first has " + Format.ratio(lead.ratio()) + " its goodput";
        return lead.interval()
                .map(found -> ratio + " (95 %: " + Format.ratios(found) + ")")
                .orElse(ratio + ", no interval");
    }

    private static Sparkline spark(Cell peak, Analysis analysis) {
        List<Cell> levels = analysis.cells().stream()
                .filter(cell -> !cell.comparison().open())
                .filter(cell -> cell.adapter().name().equals(peak.adapter().name()))
                .filter(cell ->
                        cell.comparison().scenario().equals(peak.comparison().scenario()))
                .filter(cell ->
                        cell.comparison().payload().equals(peak.comparison().payload()))
                .toList();
        return levels.size() < 2
                ? null
                : Sparkline.of(
                        levels.stream()
                                .map(cell -> Format.clients(cell.comparison().concurrency()))
                                .toList(),
                        levels.stream()
                                .map(cell -> cell.figures().isPresent()
                                        ? OptionalDouble.of(cell.goodputPerSecond())
                                        : OptionalDouble.empty())
                                .toList());
    }

    private static RankView missing(Cell cell, Palette palette) {
        return new RankView(
                cell.adapter().name(),
                cell.adapter().title(),
                palette.of(cell.adapter().name()),
                cell.control(),
                false,
                "0",
                "",
                "",
                "",
                null,
                "",
                false,
                "",
                List.of(),
                words(cell.outcome()),
                cell.reason());
    }
}
