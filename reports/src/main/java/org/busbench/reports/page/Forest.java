package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;

/**
 * A ratio as a dot and its interval as a bar, on a logarithmic axis with 1 in the middle, {@value #WIDTH} wide.
 *
 * @param low of the interval's lower end; null without one
 */
record Forest(String x, String low, String high, String mark) {

    static final int WIDTH = 120;
    private static final double HALF = 56;
    private static final double NARROWEST = Math.log(1.25);
    private static final double WIDEST = Math.log(20);

    static Forest of(Change change, double span) {
        return new Forest(
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
