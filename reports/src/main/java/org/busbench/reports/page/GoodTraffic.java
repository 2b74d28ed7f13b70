package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.busbench.record.TrafficFigures;
import org.busbench.record.TrafficFigures.Reading;

/**
 * A row of the table of what became of good traffic beside an attack. What was not measured is a dash, never a zero.
 *
 * @param values in the order of {@link #HEADS}
 */
record GoodTraffic(String adapter, List<Value> values) {
    private static final String UNKNOWN = "–";

    private static final List<Column> COLUMNS = List.of(
            new Column("Good requests", counted(TrafficFigures.GOOD_SENT)),
            new Column("Right", counted(TrafficFigures.GOOD_RIGHT)),
            new Column("Refused (503)", counted(TrafficFigures.GOOD_REFUSED)),
            new Column("Lost", damage(TrafficFigures.GOOD_LOST)),
            new Column("Wrong", damage(TrafficFigures.GOOD_WRONG)),
            new Column("Swapped", damage(TrafficFigures.GOOD_SWAPPED)),
            new Column("p99 quiet, ms", millis(TrafficFigures.QUIET_P99_MILLIS)),
            new Column("p99 meanwhile, ms", millis(TrafficFigures.P99_MILLIS)),
            new Column("p99, attack elsewhere, ms", millis(TrafficFigures.CONTROL_P99_MILLIS)),
            new Column("Rate kept", figures -> plain(exact(figures.get(TrafficFigures.GOODPUT_PERCENT), " %"))),
            new Column("Normal after, ms", GoodTraffic::normalAfter),
            new Column("Memory, MiB", beforeAndAfter(TrafficFigures::memory)),
            new Column("Live heap, MiB", beforeAndAfter(TrafficFigures::heap)),
            new Column("Threads", beforeAndAfter(TrafficFigures::threads)),
            new Column("Descriptors", beforeAndAfter(TrafficFigures::descriptors)));

    static final List<String> HEADS = COLUMNS.stream().map(Column::head).toList();

    private record Column(String head, Function<Map<String, Double>, Value> value) {}

    /** @param mark a class of the style; empty for a figure that needs no notice */
    record Value(String text, String mark) {}

    static GoodTraffic of(String adapter, Map<String, Double> figures) {
        return new GoodTraffic(
                adapter,
                COLUMNS.stream().map(column -> column.value.apply(figures)).toList());
    }

    private static Value plain(String text) {
        return new Value(text, "");
    }

    private static Function<Map<String, Double>, Value> counted(String name) {
        return figures -> plain(rounded(figures.get(name)));
    }

    /** Every single one is a fault. */
    private static Function<Map<String, Double>, Value> damage(String name) {
        return figures -> new Value(rounded(figures.get(name)), figures.getOrDefault(name, 0.0) > 0 ? "bad" : "");
    }

    private static Function<Map<String, Double>, Value> millis(String name) {
        return figures -> plain(figures.containsKey(name) ? Format.number(figures.get(name)) : UNKNOWN);
    }

    private static Function<Map<String, Double>, Value> beforeAndAfter(Function<Reading, String> name) {
        return figures -> {
            Double before = figures.get(name.apply(Reading.BEFORE));
            Double after = figures.get(name.apply(Reading.AFTER));
            return plain(before == null && after == null ? UNKNOWN : rounded(before) + " → " + rounded(after));
        };
    }

    /** Where good traffic was measured, a missing time says that it was not normal again in time. */
    private static Value normalAfter(Map<String, Double> figures) {
        boolean isMeasured = figures.containsKey(TrafficFigures.GOOD_SENT);
        return figures.containsKey(TrafficFigures.NORMAL_AFTER_MILLIS) || !isMeasured
                ? plain(rounded(figures.get(TrafficFigures.NORMAL_AFTER_MILLIS)))
                : new Value("not in time", "bad");
    }

    private static String rounded(Double value) {
        return value == null ? UNKNOWN : Format.count(Math.round(value));
    }

    /** A figure as recorded: 99.97 % must not become 100 %. */
    private static String exact(Double value, String unit) {
        return value == null
                ? UNKNOWN
                : String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.2f", value) + unit;
    }
}
