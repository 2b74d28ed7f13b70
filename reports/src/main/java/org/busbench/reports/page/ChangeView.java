package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.page.ComparisonPage.ChangedFigures;
import org.busbench.reports.page.ComparisonPage.ChangedFigures.Kind;
import org.busbench.reports.results.Fields;

/** The figures of adapters in cells, as the page of a comparison shows them: a row for each, with a field for each later run. */
final class ChangeView {
    private final ChangedFigures figures;
    private final Palette palette;
    private final double span;

    private ChangeView(ChangedFigures figures, Palette palette) {
        this.figures = figures;
        this.palette = palette;
        this.span = ForestPlot.span(figures.rows().stream()
                .flatMap(row -> row.changes().stream())
                .flatMap(Optional::stream)
                .toList());
    }

    /** Rows with the same kind of answer. */
    static List<Map<String, Object>> groups(ChangedFigures figures, Palette palette) {
        ChangeView view = new ChangeView(figures, palette);
        return List.of(
                view.group(
                        Kind.CHANGED,
                        "Changed",
                        "Beyond chance, corrected for all cells of the two runs by the same figure (Holm); the"
                                + " largest change first.",
                        "Nothing changed beyond chance."),
                view.group(
                        Kind.OPEN,
                        "Open",
                        "No change was found, but one of 10 % could have been missed. Each row gives the reason.",
                        "Every figure has a verdict."),
                view.group(
                        Kind.SAME,
                        "Tie",
                        "No change was found, and one of 10 % would have been found nine times out of ten.",
                        "No figure is known to be unchanged."));
    }

    private Map<String, Object> group(Kind kind, String title, String about, String none) {
        List<ChangedFigures.Row> rows = figures.of(kind);
        return Fields.of(
                "id", kind,
                "title", title,
                "about", about,
                "none", none,
                "count", rows.size(),
                "rows", each(rows, this::row));
    }

    private Map<String, Object> row(ChangedFigures.Row row) {
        Change any = row.any();
        List<Optional<Change>> changes = row.changes();
        return Fields.of(
                "adapter", any.adapter(),
                "look", palette.of(any.adapter()),
                "scenario", any.comparison().scenario(),
                "payload", any.comparison().payload(),
                "size", Format.payload(any.comparison().payload()),
                "level", Format.level(any.comparison()),
                "measure", any.measure(),
                "figure", any.title(),
                "before", ChangeText.figure(any, any.before()),
                "exactBefore", Double.toString(any.before()),
                "later",
                        IntStream.range(0, changes.size())
                                .mapToObj(i -> later(figures.runs().get(i), changes.get(i)))
                                .toList(),
                "path", changes.size() > 1 ? Trend.of(changes) : null);
    }

    private Map<String, Object> later(String run, Optional<Change> known) {
        return known.map(change -> Fields.of(
                        "run", run,
                        "known", true,
                        "after", ChangeText.figure(change, change.after()),
                        "exactAfter", Double.toString(change.after()),
                        "exactRatio", Double.toString(change.ratio()),
                        "percent", ChangeText.percent(change.ratio()),
                        "range", change.interval().map(ChangeText::range),
                        "word", change.measure().word(change.verdict()),
                        "mark", ForestPlot.mark(change.verdict()),
                        "why", ChangeText.why(change) + "; " + relative(change),
                        "drawn", ForestPlot.of(change, span)))
                .orElseGet(() -> Fields.of("run", run, "known", false));
    }

    private static String relative(Change change) {
        if (change.rival().isPresent()) {
            return "in duets with " + change.rival().get();
        }
        return change.controls().isEmpty()
                ? "not divided by any control, so a change of the machine counts as the adapter's"
                : "relative to " + String.join(", ", change.controls());
    }

    /**
     * A figure over runs, relative to the first: a point for each run and a bar for its interval. Each is drawn to its own
     * height; the logarithm of the ratio rises upwards, from a tenth on.
     *
     * @param line from the first run over all with a figure, in the syntax of SVG paths
     */
    record Trend(int width, String line, String bars, List<Point> points, String title) {

        /** The drawing is so high. */
        static final int HEIGHT = 26;

        private static final int STEP = 26;
        private static final double MARGIN = 4;
        private static final double FLATTEST = Math.log(1.1);

        record Point(String x, String y, String mark) {}

        static Trend of(List<Optional<Change>> later) {
            double span = Math.max(
                    FLATTEST,
                    ForestPlot.widest(later.stream().flatMap(Optional::stream).toList()));
            List<Point> points = new ArrayList<>();
            points.add(new Point(x(0), y(1, span), "none"));
            StringBuilder line = new StringBuilder("M" + x(0) + ' ' + y(1, span));
            StringBuilder bars = new StringBuilder();
            List<String> words = new ArrayList<>();
            for (int i = 0; i < later.size(); i++) {
                String x = x(i + 1);
                Optional<Change> known = later.get(i);
                if (known.isEmpty()) {
                    words.add("none");
                    continue;
                }
                Change change = known.get();
                String y = y(change.ratio(), span);
                points.add(new Point(x, y, ForestPlot.mark(change.verdict())));
                line.append('L').append(x).append(' ').append(y);
                change.interval()
                        .ifPresent(range -> bars.append('M')
                                .append(x)
                                .append(' ')
                                .append(y(range.low(), span))
                                .append('V')
                                .append(y(range.high(), span)));
                words.add(ChangeText.percent(change.ratio()));
            }
            return new Trend(
                    STEP * later.size() + (int) (2 * MARGIN),
                    line.toString(),
                    bars.toString(),
                    points,
                    "relative to the first run: " + String.join(", ", words));
        }

        private static String x(int run) {
            return Format.pixel(MARGIN + STEP * run);
        }

        private static String y(double ratio, double span) {
            return Format.pixel(HEIGHT / 2.0 - (HEIGHT / 2.0 - MARGIN) * Math.log(ratio) / span);
        }
    }

    /**
     * A ratio as a dot and its interval as a bar, on a logarithmic axis with 1 in the middle, {@value #WIDTH} wide.
     *
     * @param low of the interval's lower end; null without one
     */
    record ForestPlot(String x, String low, String high, String mark) {

        static final int WIDTH = 120;
        private static final double HALF = 56;
        private static final double NARROWEST = Math.log(1.25);
        private static final double WIDEST = Math.log(20);

        static ForestPlot of(Change change, double span) {
            return new ForestPlot(
                    at(change.ratio(), span),
                    change.interval().map(range -> at(range.low(), span)).orElse(null),
                    change.interval().map(range -> at(range.high(), span)).orElse(null),
                    mark(change.verdict()));
        }

        /** One scale for all, as logarithm of the ratio at the edge: at least 1.25, at most 20. */
        static double span(List<Change> changes) {
            return Math.min(WIDEST, Math.max(NARROWEST, widest(changes)));
        }

        /** The logarithm of the ratio, or of the end of an interval, that lies farthest from 1; 0 without any. */
        static double widest(List<Change> changes) {
            return changes.stream()
                    .flatMapToDouble(change -> DoubleStream.concat(
                            DoubleStream.of(change.ratio()),
                            change.interval().stream()
                                    .flatMapToDouble(range -> DoubleStream.of(range.low(), range.high()))))
                    .map(ratio -> Math.abs(Math.log(ratio)))
                    .max()
                    .orElse(0);
        }

        private static String at(double ratio, double span) {
            double share = Math.max(-1, Math.min(1, Math.log(ratio) / span));
            return Format.pixel(WIDTH / 2.0 + HALF * share);
        }

        static String mark(Verdict verdict) {
            return switch (verdict) {
                case FASTER -> "good";
                case SLOWER -> "bad";
                case TIE -> "none";
                case OPEN -> "warn";
            };
        }
    }
}
