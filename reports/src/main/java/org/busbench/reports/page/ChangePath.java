package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;

/**
 * A figure over runs, relative to the first: a point for each run and a bar for its interval. Each is drawn to its own
 * height; the logarithm of the ratio rises upwards, from a tenth on.
 *
 * @param line from the first run over all with a figure, in the syntax of SVG paths
 * @param bars intervals of the later runs, in the syntax of SVG paths
 * @param points one for each run with a figure, the first included
 */
record ChangePath(int width, String line, String bars, List<Point> points, String title) {

    /** The drawing is so high. */
    static final int HEIGHT = 26;

    private static final int STEP = 26;
    private static final double MARGIN = 4;
    private static final double FLATTEST = Math.log(1.1);

    /** A run. */
    record Point(String x, String y, String mark) {}

    static ChangePath of(List<Optional<Change>> later) {
        double span = Math.max(
                FLATTEST, Forest.widest(later.stream().flatMap(Optional::stream).toList()));
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
            points.add(new Point(x, y, Forest.mark(change.verdict())));
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
        return new ChangePath(
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
