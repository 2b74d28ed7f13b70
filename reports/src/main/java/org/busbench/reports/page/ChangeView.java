package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.page.ComparisonPage.ChangedFigures;

/**
 * A figure of an adapter in a cell, as the page of a comparison shows it.
 *
 * @param measure {@code goodput}, {@code cpu} or {@code instructions}
 * @param path the change over all runs, drawn; null with one later run
 */
record ChangeView(
        String adapter,
        String look,
        String scenario,
        String payload,
        String size,
        String level,
        String measure,
        String figure,
        String before,
        String exactBefore,
        List<Later> later,
        Trend path) {

    /** Rows with the same kind of answer. */
    record Group(String id, String title, String about, String none, List<ChangeView> rows) {

        int count() {
            return rows.size();
        }
    }

    /**
     * What a later run says.
     *
     * @param known whether both runs have the figure
     * @param exactRatio later over first, as compared
     * @param percent how far that is from 1
     * @param range its interval; empty without one
     * @param drawn the ratio and its interval; null where it is not known
     */
    record Later(
            String run,
            boolean known,
            String after,
            String exactAfter,
            String exactRatio,
            String percent,
            String range,
            String word,
            String mark,
            String why,
            ForestPlot drawn) {}

    static List<Group> groups(ChangedFigures figures, Palette palette) {
        double span = ForestPlot.span(figures.rows().stream()
                .flatMap(row -> row.changes().stream())
                .flatMap(Optional::stream)
                .toList());
        return Stream.of(ChangedFigures.Kind.values())
                .map(kind -> new Group(
                        kind.name().toLowerCase(Locale.ROOT),
                        title(kind),
                        about(kind),
                        none(kind),
                        figures.of(kind).stream()
                                .map(row -> of(row, figures.runs(), palette, span))
                                .toList()))
                .toList();
    }

    private static String title(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED -> "Changed";
            case OPEN -> "Open";
            case SAME -> "Tie";
        };
    }

    private static String about(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED ->
                "Beyond chance, corrected for all cells of the two runs by the same figure (Holm); the"
                        + " largest change first.";
            case OPEN -> "No change was found, but one of 10 % could have been missed. Each row gives the reason.";
            case SAME -> "No change was found, and one of 10 % would have been found nine times out of ten.";
        };
    }

    private static String none(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED -> "Nothing changed beyond chance.";
            case OPEN -> "Every figure has a verdict.";
            case SAME -> "No figure is known to be unchanged.";
        };
    }

    private static ChangeView of(ChangedFigures.Row row, List<String> runs, Palette palette, double span) {
        Change any = row.any();
        List<Later> later = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            String run = runs.get(i);
            later.add(row.changes()
                    .get(i)
                    .map(one -> later(run, one, span))
                    .orElseGet(() -> new Later(run, false, "", "", "", "", "", "", "", "", null)));
        }
        return new ChangeView(
                any.adapter(),
                palette.of(any.adapter()),
                any.comparison().scenario(),
                any.comparison().payload(),
                Format.payload(any.comparison().payload()),
                Format.level(any.comparison()),
                any.measure().name().toLowerCase(Locale.ROOT),
                any.title(),
                ChangeText.figure(any, any.before()),
                Double.toString(any.before()),
                later,
                row.changes().size() > 1 ? Trend.of(row.changes()) : null);
    }

    private static String relative(Change change) {
        if (change.rival().isPresent()) {
            return "in duets with " + change.rival().get();
        }
        return change.controls().isEmpty()
                ? "not divided by any control, so a change of the machine counts as the adapter's"
                : "relative to " + String.join(", ", change.controls());
    }

    private static Later later(String run, Change change, double span) {
        return new Later(
                run,
                true,
                ChangeText.figure(change, change.after()),
                Double.toString(change.after()),
                Double.toString(change.ratio()),
                ChangeText.percent(change.ratio()),
                change.interval().map(ChangeText::range).orElse(""),
                change.measure().word(change.verdict()),
                ForestPlot.mark(change.verdict()),
                ChangeText.why(change) + "; " + relative(change),
                ForestPlot.of(change, span));
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

        /** A run. */
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
            return String.format(Locale.ROOT, "%.1f", MARGIN + STEP * run);
        }

        private static String y(double ratio, double span) {
            return String.format(Locale.ROOT, "%.1f", HEIGHT / 2.0 - (HEIGHT / 2.0 - MARGIN) * Math.log(ratio) / span);
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
            return String.format(Locale.ROOT, "%.1f", WIDTH / 2.0 + HALF * share);
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
