package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
                "any", any,
                "look", palette.of(any.adapter()),
                "place",
                        Stream.of(
                                        any.comparison().scenario(),
                                        Format.payload(any.comparison().payload()),
                                        Format.level(any.comparison()))
                                .filter(part -> !part.isEmpty())
                                .collect(Collectors.joining(", ")),
                "measure", any.measure(),
                "before", ChangeText.figure(any, any.before()),
                "exactBefore", Double.toString(any.before()),
                "later",
                        IntStream.range(0, changes.size())
                                .mapToObj(i -> later(figures.runs().get(i), changes.get(i)))
                                .toList());
    }

    private Map<String, Object> later(String run, Optional<Change> known) {
        return known.map(change -> Fields.of(
                        "run", run,
                        "known", true,
                        "after", ChangeText.figure(change, change.after()),
                        "exactAfter", Double.toString(change.after()),
                        "exactRatio", Double.toString(change.ratio()),
                        "percent", ChangeText.percent(change.ratio(), change.interval()),
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
