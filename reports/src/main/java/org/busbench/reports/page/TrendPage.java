package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.busbench.reports.compare.Trend;
import org.busbench.reports.compare.Trend.Point;
import org.busbench.reports.compare.Trend.Step;
import org.busbench.reports.statistics.ChangePoints;

/** The page that draws figures over many runs, with the points at which they changed. Without scripts. */
public final class TrendPage {

    /** A figure, its line from run to run and its changes. */
    record Chart(
            String title,
            String label,
            String path,
            List<Dot> dots,
            List<Mark> marks,
            String highest,
            String lowest,
            List<String> changes) {}

    /** A run. */
    record Dot(String x, String y, String title) {}

    /** A change, drawn before the first run of the new level. */
    record Mark(String x, String label) {}

    private static final int WIDTH = 640;
    private static final int HEIGHT = 120;
    private static final int EDGE = 12;

    private TrendPage() {}

    /**
     * Draws the page.
     *
     * @param folder where the runs are, for people
     * @param runs how many there are
     */
    public static String of(String folder, int runs, List<Trend> trends) {
        Map<String, Object> view = Document.view();
        Document.addStyle(view, "style/trend.css");
        view.put("folder", folder);
        view.put("runs", Integer.toString(runs));
        view.put("width", Integer.toString(WIDTH));
        view.put("height", Integer.toString(HEIGHT));
        view.put("shortest", Integer.toString(ChangePoints.SHORTEST));
        view.put(
                "charts",
                trends.stream()
                        .sorted(Comparator.comparing(
                                (Trend trend) -> trend.changes().isEmpty()))
                        .map(TrendPage::chart)
                        .toList());
        long changed =
                trends.stream().filter(trend -> !trend.changes().isEmpty()).count();
        view.put(
                "changed",
                changed + " of " + trends.size() + (trends.size() == 1 ? " figure" : " figures") + " changed "
                        + (changed == 1 ? "its" : "their") + " level");
        view.put("policy", Document.WITHOUT_SCRIPTS);
        return Document.of("trend", view);
    }

    private static Chart chart(Trend trend) {
        List<Point> points = trend.points();
        double low = points.stream().mapToDouble(Point::value).min().orElseThrow();
        double high = points.stream().mapToDouble(Point::value).max().orElseThrow();
        List<Dot> dots = IntStream.range(0, points.size())
                .mapToObj(i -> new Dot(
                        pixel(x(i, points.size())),
                        pixel(y(points.get(i).value(), low, high)),
                        points.get(i).run() + ", " + Format.time(points.get(i).startedAt()) + ": "
                                + Format.number(points.get(i).value())))
                .toList();
        List<String> changes = new ArrayList<>();
        for (Step step : trend.changes()) {
            changes.add(change(step.ratio()) + " from " + points.get(step.at()).run() + " on");
        }
        String title = trend.adapter() + ", " + trend.comparison().words() + ": "
                + trend.measure().label();
        return new Chart(
                title,
                title + " over " + points.size() + " runs, from "
                        + Format.number(points.get(0).value()) + " to "
                        + Format.number(points.get(points.size() - 1).value())
                        + (changes.isEmpty() ? "; no change" : "; " + String.join(", ", changes)),
                dots.stream().map(dot -> dot.x() + " " + dot.y()).collect(Collectors.joining("L", "M", "")),
                dots,
                trend.changes().stream()
                        .map(step -> new Mark(
                                pixel((x(step.at() - 1, points.size()) + x(step.at(), points.size())) / 2),
                                change(step.ratio())))
                        .toList(),
                Format.number(high),
                Format.number(low),
                changes);
    }

    private static String change(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100).replace('-', '−');
    }

    private static double x(int place, int all) {
        return EDGE + (WIDTH - 2.0 * EDGE) * place / (all - 1);
    }

    private static double y(double value, double low, double high) {
        return high == low ? HEIGHT / 2.0 : HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (value - low) / (high - low);
    }

    private static String pixel(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
