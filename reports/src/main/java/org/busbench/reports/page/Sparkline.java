package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * TPS over concurrency as a line of a few pixels: its shape alone, from zero to its own highest value. Levels stand at
 * equal distances.
 *
 * @param paths stretches without a gap, in the syntax of SVG paths; a stretch of one level is a point
 * @param peakX where the highest value stands
 */
record Sparkline(List<String> paths, String peakX, String peakY, String title) {

    /** The drawing is so wide and so high, with a margin for the dot. */
    static final int WIDTH = 56;

    static final int HEIGHT = 18;
    private static final double MARGIN = 2.5;

    /**
     * Draws one.
     *
     * @param levels in rising order, as people read them
     * @param values one for each level; empty where there is none
     * @return null when no level has a value
     */
    static Sparkline of(List<String> levels, List<OptionalDouble> values) {
        double most =
                values.stream().flatMapToDouble(OptionalDouble::stream).max().orElse(0);
        if (!(most > 0)) {
            return null;
        }
        List<String> paths = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder stretch = new StringBuilder();
        double step = values.size() == 1 ? 0 : (WIDTH - 2 * MARGIN) / (values.size() - 1);
        String peakX = "";
        String peakY = "";
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isEmpty()) {
                flush(stretch, paths);
                continue;
            }
            double value = values.get(i).getAsDouble();
            String x = point(values.size() == 1 ? WIDTH / 2.0 : MARGIN + i * step);
            String y = point(HEIGHT - MARGIN - value / most * (HEIGHT - 2 * MARGIN));
            stretch.append(stretch.isEmpty() ? "M" : "L").append(x).append(' ').append(y);
            words.add(Format.number(value) + " at " + levels.get(i));
            if (value == most) {
                peakX = x;
                peakY = y;
            }
        }
        flush(stretch, paths);
        return new Sparkline(paths, peakX, peakY, String.join(", ", words));
    }

    private static void flush(StringBuilder stretch, List<String> paths) {
        if (!stretch.isEmpty()) {
            paths.add(stretch.toString());
            stretch.setLength(0);
        }
    }

    private static String point(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
