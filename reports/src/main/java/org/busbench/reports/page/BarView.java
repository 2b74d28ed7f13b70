package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.CellOutcome;
import org.busbench.reports.analysis.Standing;

/**
 * A bar of the first screen: an adapter's peak goodput, or why it has none.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param control whether it is a control
 * @param measured whether there is a figure
 * @param width of the bar in percent of the longest
 * @param figure for people
 * @param exact the value itself; empty when there is none
 * @param level concurrency of the peak, for people
 * @param rigLimited whether the rig set the figure
 * @param missing why there is no figure
 * @param reason the same at length
 */
record BarView(
        String adapter,
        String look,
        boolean control,
        boolean measured,
        String width,
        String figure,
        String exact,
        String level,
        boolean rigLimited,
        String missing,
        String reason) {

    static List<BarView> of(Standing standing, Palette palette) {
        List<Cell> measured = new ArrayList<>(standing.mediators());
        measured.addAll(standing.controls());
        double longest =
                measured.stream().mapToDouble(Cell::goodputPerSecond).max().orElse(0);
        List<BarView> bars = new ArrayList<>();
        standing.mediators().forEach(cell -> bars.add(of(cell, longest, palette)));
        standing.without().stream().filter(cell -> !cell.control()).forEach(cell -> bars.add(missing(cell, palette)));
        standing.controls().forEach(cell -> bars.add(of(cell, longest, palette)));
        standing.without().stream().filter(Cell::control).forEach(cell -> bars.add(missing(cell, palette)));
        return bars;
    }

    static String words(CellOutcome outcome) {
        return switch (outcome) {
            case MEASURED -> "measured";
            case NOT_SERVED -> "not served";
            case FAILED -> "failed";
            case NOT_REACHED -> "not reached";
        };
    }

    private static BarView of(Cell cell, double longest, Palette palette) {
        double share = longest > 0 ? cell.goodputPerSecond() / longest : 0;
        return new BarView(
                cell.adapter().name(),
                palette.of(cell.adapter().name()),
                cell.control(),
                true,
                String.format(Locale.ROOT, "%.2f", share * 100),
                Format.number(cell.goodputPerSecond()),
                Double.toString(cell.goodputPerSecond()),
                Format.clients(cell.comparison().concurrency()),
                cell.rigLimited(),
                "",
                "");
    }

    private static BarView missing(Cell cell, Palette palette) {
        return new BarView(
                cell.adapter().name(),
                palette.of(cell.adapter().name()),
                cell.control(),
                false,
                "0",
                "",
                "",
                "",
                false,
                words(cell.outcome()),
                cell.reason());
    }
}
