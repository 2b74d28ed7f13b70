package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetFloor;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.SetupDifferences;
import org.busbench.reports.results.Fields;

/** Two mediators under load at the same time. The pairs are drawn without a script: each stretch is a dot, each fork a row. */
final class DuetView {
    private static final int WIDTH = 640;
    private static final int LEFT = 64;
    private static final int RIGHT = 28;
    private static final int ROW = 20;
    private static final int TOP = 8;
    private static final int AXIS = 24;
    /** Labels of the axis stand at least so far apart. */
    private static final int TICK = 46;
    /** The axis ends there at the latest; what lies beyond stands at its end. */
    private static final double WIDEST = Math.log(2);

    private static final double NARROWEST = Math.log(1.2);
    private static final int[] PERCENT = {-40, -30, -20, -10, 0, 10, 20, 30, 50, 70, 100};

    private DuetView() {}

    static Map<String, Object> of(Analysis analysis, Palette palette) {
        RunInfo info = analysis.run().info();
        Map<Suite.Pair, Map<Comparison, List<DuetContrast>>> grouped = analysis.duets().stream()
                .collect(Collectors.groupingBy(
                        DuetContrast::pair,
                        LinkedHashMap::new,
                        Collectors.groupingBy(DuetContrast::comparison, LinkedHashMap::new, Collectors.toList())));
        List<Map<String, Object>> pairs = new ArrayList<>();
        grouped.forEach((pair, places) -> pairs.add(Fields.of(
                "first", pair.first(),
                "second", pair.second(),
                "look", palette.of(pair.second()),
                "places",
                        each(
                                places.values().stream()
                                        .sorted(Comparator.comparing(figures ->
                                                !figures.get(0).comparison().isMean()))
                                        .toList(),
                                figures -> place(info.suite(), figures)),
                "differs", differs(adapter(info, pair.first()), adapter(info, pair.second())))));
        return Fields.of("sentence", sentence(analysis.duets()), "floors", floors(analysis.floors()), "pairs", pairs);
    }

    private static String sentence(List<DuetContrast> all) {
        List<DuetContrast> asked = all.stream().filter(one -> !one.ofCopies()).toList();
        Map<Suite.Pair, List<DuetContrast>> pairs = (asked.isEmpty() ? all : asked)
                .stream().collect(Collectors.groupingBy(DuetContrast::pair, LinkedHashMap::new, Collectors.toList()));
        pairs.replaceAll((pair, figures) -> cpuFirst(figures));
        pairs.values().removeIf(List::isEmpty);
        return pairs.isEmpty()
                ? "No duet has a ratio yet."
                : pairs.values().stream().map(DuetView::ofPair).collect(Collectors.joining("; ", "", "."));
    }

    /** The verdict on a pair over all of its cells, then how often each was given on a cell. */
    private static String ofPair(List<DuetContrast> figures) {
        DuetContrast whole = figures.get(figures.size() - 1);
        List<DuetContrast> cells =
                figures.stream().filter(one -> !one.comparison().isMean()).toList();
        String counted = Stream.of(Verdict.FASTER, Verdict.SLOWER, Verdict.TIE, Verdict.OPEN)
                .map(verdict -> counted(cells, verdict))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        String said = change(whole) + " " + whole.measure().label() + ", "
                + whole.measure().word(whole.verdict());
        return whole.pair().second() + " beside " + whole.pair().first() + ": "
                + (whole.comparison().isMean()
                        ? said + " over all " + cells.size() + " cells together (" + counted + ")"
                        : figures.size() == 1 ? said : counted);
    }

    private static String change(DuetContrast one) {
        return ChangeText.percent(one.ratio(), one.interval()).replace('-', '−');
    }

    /** Those of a pair by CPU time, or by goodput where its CPU time is not known. */
    private static List<DuetContrast> cpuFirst(List<DuetContrast> all) {
        List<DuetContrast> cpu =
                all.stream().filter(one -> one.measure() == Measure.CPU).toList();
        return cpu.isEmpty()
                ? all.stream().filter(one -> one.measure() == Measure.GOODPUT).toList()
                : cpu;
    }

    private static String counted(List<DuetContrast> of, Verdict verdict) {
        long count = of.stream().filter(one -> one.verdict() == verdict).count();
        return count == 0 ? "" : of.get(0).measure().word(verdict) + " in " + count + " of " + of.size();
    }

    /** The smallest difference that the sitting can tell, by each figure, in a cell and in the mean; a warning where that is not enough. */
    private static List<Map<String, Object>> floors(List<DuetFloor> floors) {
        return Stream.of(Measure.CPU, Measure.GOODPUT)
                .flatMap(measure -> Stream.of(true, false)
                        .flatMap(mean -> floors.stream()
                                .filter(floor -> floor.contrast().measure() == measure
                                        && floor.contrast().comparison().isMean() == mean)
                                .max(Comparator.comparingDouble(DuetFloor::smallest))
                                .stream()))
                .map(floor -> Fields.of("sentence", floor.sentence(), "small", floor.smallEnough()))
                .toList();
    }

    private static Map<String, Object> place(Suite suite, List<DuetContrast> figures) {
        DuetContrast any = figures.get(0);
        Comparison comparison = any.comparison();
        String basis = any.basis().words() + (any.lost() == 0 ? "" : "; duets without a ratio: " + any.lost());
        return Fields.of(
                "title",
                comparison.isMean()
                        ? "All " + comparison.cells().size() + " cells together"
                        : Format.scenario(suite, comparison.scenario()) + ", "
                                + Format.payload(comparison.payload()) + ", "
                                + Format.clients(comparison.concurrency()) + " on each side",
                "comparison",
                comparison,
                "basis",
                Stream.concat(Stream.of(basis), figures.stream().flatMap(one -> one.explanation().stream()))
                        .collect(Collectors.joining(". ")),
                "interferes",
                any.basis() == DuetContrast.Basis.INTERFERES,
                "rows",
                each(figures, DuetView::row),
                "plot",
                plot(any));
    }

    private static Map<String, Object> row(DuetContrast one) {
        return Fields.of(
                "figure", one.measure().label(),
                "key", one.measure(),
                "exact", Double.toString(one.ratio()),
                "change", change(one),
                "range",
                        one.interval()
                                .map(range -> ChangeText.range(range).replace('-', '−'))
                                .orElse("one fork has none"),
                "verdict", one.measure().word(one.verdict()),
                "mark",
                        switch (one.verdict()) {
                            case FASTER -> "good";
                            case SLOWER -> "bad";
                            case TIE, OPEN -> "";
                        },
                "smallest", one.tooFew() ? "too few forks" : Format.change(one.detectable()),
                "solo", one.solo().map(solo -> Format.change(solo.ratio())).orElse("–"),
                "forks", one.forks().size());
    }

    /** The dots of one comparison, by CPU time where it is known; else by goodput. */
    private static Map<String, Object> plot(DuetContrast one) {
        double end = Math.min(
                WIDEST,
                Math.max(
                        NARROWEST,
                        one.forks().stream()
                                .flatMap(fork -> fork.stretches().stream())
                                .mapToDouble(stretch -> Math.abs(Math.log(stretch.ratio())))
                                .max()
                                .orElse(0)));
        int rows = one.forks().size();
        double low = x(1 / Verdict.RELEVANT_RATIO, end);
        double high = x(Verdict.RELEVANT_RATIO, end);
        return Fields.of(
                "label",
                        one.measure().label() + " of " + one.pair().second() + " over "
                                + one.pair().first() + ", " + rows + (rows == 1 ? " fork" : " forks")
                                + (one.comparison().isMean() ? ", each cell a dot: " : ", each stretch a dot: ")
                                + change(one)
                                + ". The figures are in the table.",
                "figure", one.measure().label(),
                "height", TOP + rows * ROW + AXIS,
                "bottom", TOP + rows * ROW,
                "bandX", Format.pixel(low),
                "bandWidth", Format.pixel(high - low),
                "zeroX", Format.pixel(x(1, end)),
                "ticks", ticks(end),
                "lines",
                        IntStream.range(0, rows)
                                .mapToObj(i -> line(one.forks().get(i), TOP + i * ROW, end))
                                .toList());
    }

    private static List<Map<String, Object>> ticks(double end) {
        List<Map<String, Object>> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (int percent : PERCENT) {
            double at = x(1 + percent / 100.0, end);
            if (Math.abs(Math.log1p(percent / 100.0)) <= end + 1e-9 && (at - last >= TICK || percent == 0)) {
                last = at;
                String label = percent == 0
                        ? "0"
                        : String.format(Locale.ROOT, "%+d %%", percent).replace('-', '−');
                ticks.add(Fields.of("x", Format.pixel(at), "label", label));
            }
        }
        return ticks;
    }

    /** A fork, with a line where its mean lies. */
    private static Map<String, Object> line(DuetContrast.Fork fork, int top, double end) {
        double middle = top + ROW / 2.0;
        return Fields.of(
                "y", Format.pixel(middle + 4),
                "label", fork.unit(),
                "title", fork.unit() + ": " + Format.change(fork.ratio()),
                "middle", Format.pixel(x(fork.ratio(), end)),
                "top", top + 2,
                "foot", top + ROW - 2,
                "dots", each(fork.stretches(), stretch -> Dot.of(stretch, x(stretch.ratio(), end), middle)));
    }

    /** A stretch: a circle where the first of the pair was dealt the first client, else a diamond. */
    private record Dot(boolean circle, String x, String y, String diamond) {
        static Dot of(DuetContrast.Stretch stretch, double x, double y) {
            String diamond = "M" + Format.pixel(x) + " " + Format.pixel(y - 4) + "l4 4l-4 4l-4-4z";
            return new Dot(!stretch.secondFirst(), Format.pixel(x), Format.pixel(y), diamond);
        }
    }

    private static double x(double ratio, double end) {
        double log = Math.max(-end, Math.min(end, Math.log(ratio)));
        return LEFT + (log / end + 1) / 2 * (WIDTH - LEFT - RIGHT);
    }

    private static List<String> differs(Adapter first, Adapter second) {
        List<String> found = SetupDifferences.between(first, second);
        return found.isEmpty() ? List.of("nothing that the record knows of") : found;
    }

    private static Adapter adapter(RunInfo info, String name) {
        return info.adapters().stream()
                .filter(adapter -> adapter.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
