package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.busbench.reports.compare.Trend;
import org.busbench.reports.compare.Trend.Point;
import org.busbench.reports.compare.Trend.Step;
import org.busbench.reports.results.Fields;
import org.busbench.reports.statistics.ChangePoints;

/** The page that draws figures over many runs, with the points at which they changed. Without scripts. */
public final class TrendPage {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 120;
    private static final int EDGE = 12;

    private TrendPage() {}

    public static String of(String folder, int runs, List<Trend> trends) {
        Map<String, Object> view = Document.view("style/trend.css");
        List<Trend> changed =
                trends.stream().filter(trend -> !trend.changes().isEmpty()).toList();
        List<Trend> ordered = new ArrayList<>(changed);
        trends.stream().filter(trend -> trend.changes().isEmpty()).forEach(ordered::add);
        String sentence = changed.size() + " of " + trends.size() + (trends.size() == 1 ? " figure" : " figures")
                + " changed " + (changed.size() == 1 ? "its" : "their") + " level";
        view.putAll(Fields.of(
                "folder", folder,
                "runs", runs,
                "width", WIDTH,
                "height", HEIGHT,
                "shortest", ChangePoints.SHORTEST,
                "charts", each(ordered, TrendPage::chart),
                "changed", sentence,
                "policy", Document.WITHOUT_SCRIPTS));
        return Document.of("trend", view);
    }

    /** A figure with a dot for each run, and its changes, each drawn before the first run of the new level. */
    private static Map<String, Object> chart(Trend trend) {
        List<Point> points = trend.points();
        double low = points.stream().mapToDouble(Point::value).min().orElseThrow();
        double high = points.stream().mapToDouble(Point::value).max().orElseThrow();
        List<Map<String, Object>> dots = IntStream.range(0, points.size())
                .mapToObj(i -> dot(points, i, low, high))
                .toList();
        List<String> changes = trend.changes().stream()
                .map(step -> Format.change(step.ratio()) + " from "
                        + points.get(step.at()).run() + " on")
                .toList();
        String title = trend.adapter() + ", " + trend.comparison().words() + ": "
                + trend.measure().label();
        String label = title + " over " + points.size() + " runs, from "
                + Format.number(points.get(0).value()) + " to "
                + Format.number(points.get(points.size() - 1).value())
                + (changes.isEmpty() ? "; no change" : "; " + String.join(", ", changes));
        String path =
                dots.stream().map(dot -> dot.get("x") + " " + dot.get("y")).collect(Collectors.joining("L", "M", ""));
        return Fields.of(
                "title", title,
                "label", label,
                "path", path,
                "dots", dots,
                "marks", each(trend.changes(), step -> mark(step, points.size())),
                "highest", Format.number(high),
                "lowest", Format.number(low),
                "changes", changes);
    }

    private static Map<String, Object> dot(List<Point> points, int i, double low, double high) {
        Point point = points.get(i);
        return Fields.of(
                "x", Format.pixel(x(i, points.size())),
                "y", Format.pixel(y(point.value(), low, high)),
                "title", point.run() + ", " + Format.time(point.startedAt()) + ": " + Format.number(point.value()));
    }

    private static Map<String, Object> mark(Step step, int runs) {
        double x = (x(step.at() - 1, runs) + x(step.at(), runs)) / 2;
        return Fields.of("x", Format.pixel(x), "label", Format.change(step.ratio()));
    }

    private static double x(int place, int all) {
        return EDGE + (WIDTH - 2.0 * EDGE) * place / (all - 1);
    }

    private static double y(double value, double low, double high) {
        return high == low ? HEIGHT / 2.0 : HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (value - low) / (high - low);
    }
}
