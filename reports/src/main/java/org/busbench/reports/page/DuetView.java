package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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
import org.busbench.reports.analysis.DuetMeasure;
import org.busbench.reports.analysis.Verdict;

/**
 * Two mediators under load at the same time. The pairs are drawn without a script: each stretch is a dot, each fork a row.
 *
 * @param sentence the answer of a run that has duets alone
 * @param floors what the sitting can tell, a sentence each
 */
record DuetView(String sentence, List<Floor> floors, List<Pair> pairs) {

    /** The smallest difference that the sitting can tell, by one figure; a warning where that is not enough. */
    record Floor(String sentence, boolean small) {}

    /**
     * Two adapters.
     *
     * @param differs what is not the same of both, a line each
     * @param same what is, in one line
     */
    record Pair(String first, String second, String look, List<Place> places, List<String> differs, String same) {}

    /** One comparison of a pair. */
    record Place(
            String title,
            String scenario,
            String payload,
            String basis,
            boolean interferes,
            List<Row> rows,
            Plot plot) {}

    /**
     * One figure.
     *
     * @param mark class of the verdict
     */
    record Row(
            String figure,
            String key,
            String exact,
            String change,
            String range,
            String verdict,
            String mark,
            String smallest,
            String solo,
            String forks) {}

    /**
     * The dots of one comparison, by CPU time where it is known; else by goodput.
     *
     * @param label for who does not see it
     */
    record Plot(
            String label,
            String figure,
            int height,
            int bottom,
            String bandX,
            String bandWidth,
            String zeroX,
            List<Tick> ticks,
            List<Line> lines) {}

    record Tick(String x, String label) {}

    /**
     * One fork.
     *
     * @param middle where its mean lies
     */
    record Line(String y, String label, String title, String middle, String top, String foot, List<Dot> dots) {}

    /**
     * One stretch.
     *
     * @param circle dealt first was the first of the pair; else a diamond is drawn
     */
    record Dot(boolean circle, String x, String y, String diamond) {}

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

    static DuetView of(Analysis analysis, Palette palette) {
        RunInfo info = analysis.run().info();
        Map<Suite.Pair, Map<Comparison, List<DuetContrast>>> grouped = analysis.duets().stream()
                .collect(Collectors.groupingBy(
                        DuetContrast::pair,
                        LinkedHashMap::new,
                        Collectors.groupingBy(DuetContrast::comparison, LinkedHashMap::new, Collectors.toList())));
        List<Pair> pairs = new ArrayList<>();
        grouped.forEach((pair, places) -> pairs.add(new Pair(
                pair.first(),
                pair.second(),
                palette.of(pair.second()),
                places.entrySet().stream()
                        .map(place -> place(info.suite(), place.getKey(), place.getValue()))
                        .toList(),
                differs(info, pair),
                same(info, pair))));
        return new DuetView(sentence(analysis.duets()), floors(analysis.floors()), pairs);
    }

    private static String sentence(List<DuetContrast> all) {
        List<DuetContrast> asked = all.stream().filter(one -> !one.ofCopies()).toList();
        Map<Suite.Pair, List<DuetContrast>> pairs = (asked.isEmpty() ? all : asked)
                .stream().collect(Collectors.groupingBy(DuetContrast::pair, LinkedHashMap::new, Collectors.toList()));
        pairs.replaceAll((pair, figures) -> cpuFirst(figures));
        pairs.values().removeIf(List::isEmpty);
        List<DuetContrast> judged =
                pairs.values().stream().flatMap(List::stream).toList();
        if (judged.isEmpty()) {
            return "No duet has a ratio yet.";
        }
        if (judged.size() == 1) {
            DuetContrast one = judged.get(0);
            return one.pair().second() + " beside " + one.pair().first() + ": " + change(one.ratio()) + " "
                    + one.measure().label() + ", " + one.measure().word(one.verdict()) + ".";
        }
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey().second() + " beside " + pair.getKey().first() + ": "
                        + Stream.of(Verdict.FASTER, Verdict.SLOWER, Verdict.TIE, Verdict.OPEN)
                                .map(verdict -> counted(pair.getValue(), verdict))
                                .filter(text -> !text.isEmpty())
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", "", "."));
    }

    /** Those of a pair by CPU time, or by goodput where its CPU time is not known. */
    private static List<DuetContrast> cpuFirst(List<DuetContrast> all) {
        List<DuetContrast> cpu =
                all.stream().filter(one -> one.measure() == DuetMeasure.CPU).toList();
        return cpu.isEmpty()
                ? all.stream()
                        .filter(one -> one.measure() == DuetMeasure.GOODPUT)
                        .toList()
                : cpu;
    }

    private static String counted(List<DuetContrast> of, Verdict verdict) {
        long count = of.stream().filter(one -> one.verdict() == verdict).count();
        return count == 0 ? "" : of.get(0).measure().word(verdict) + " in " + count + " of " + of.size();
    }

    private static List<Floor> floors(List<DuetFloor> floors) {
        return Stream.of(DuetMeasure.CPU, DuetMeasure.GOODPUT)
                .flatMap(measure -> floors.stream()
                        .filter(floor -> floor.contrast().measure() == measure)
                        .max(Comparator.comparingDouble(DuetFloor::smallest))
                        .stream())
                .map(floor -> new Floor(floor.sentence(), floor.smallEnough()))
                .toList();
    }

    private static Place place(Suite suite, Comparison comparison, List<DuetContrast> figures) {
        DuetContrast any = figures.get(0);
        return new Place(
                Format.scenario(suite, comparison.scenario()) + ", " + Format.payload(comparison.payload()) + ", "
                        + Format.clients(comparison.concurrency()) + " on each side",
                comparison.scenario(),
                comparison.payload(),
                Stream.concat(
                                Stream.of(any.basis().words()
                                        + (any.lost() == 0 ? "" : "; duets without a ratio: " + any.lost())),
                                figures.stream().flatMap(one -> one.explanation().stream()))
                        .collect(Collectors.joining(". ")),
                any.basis() == DuetContrast.Basis.INTERFERES,
                figures.stream().map(DuetView::row).toList(),
                plot(any));
    }

    private static Row row(DuetContrast one) {
        return new Row(
                one.measure().label(),
                one.measure().name().toLowerCase(Locale.ROOT),
                Double.toString(one.ratio()),
                change(one.ratio()),
                one.interval()
                        .map(range -> change(range.low()) + " to " + change(range.high()))
                        .orElse("one fork has none"),
                one.measure().word(one.verdict()),
                switch (one.verdict()) {
                    case FASTER -> "good";
                    case SLOWER -> "bad";
                    case TIE, OPEN -> "";
                },
                one.tooFew() ? "too few forks" : change(one.detectable()),
                one.solo().map(solo -> change(solo.ratio())).orElse("–"),
                Integer.toString(one.forks().size()));
    }

    private static String change(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100).replace('-', '−');
    }

    private static Plot plot(DuetContrast one) {
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
        List<Tick> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (int percent : PERCENT) {
            double at = x(1 + percent / 100.0, end);
            if (Math.abs(Math.log1p(percent / 100.0)) <= end + 1e-9 && (at - last >= TICK || percent == 0)) {
                last = at;
                ticks.add(new Tick(
                        pixel(at),
                        percent == 0
                                ? "0"
                                : String.format(Locale.ROOT, "%+d %%", percent).replace('-', '−')));
            }
        }
        return new Plot(
                one.measure().label() + " of " + one.pair().second() + " over "
                        + one.pair().first() + ", " + rows + (rows == 1 ? " fork" : " forks") + ", each stretch a dot: "
                        + change(one.ratio())
                        + ". The figures are in the table.",
                one.measure().title(),
                TOP + rows * ROW + AXIS,
                TOP + rows * ROW,
                pixel(low),
                pixel(high - low),
                pixel(x(1, end)),
                ticks,
                IntStream.range(0, rows)
                        .mapToObj(i -> line(one.forks().get(i), TOP + i * ROW, end))
                        .toList());
    }

    private static Line line(DuetContrast.Fork fork, int top, double end) {
        double middle = top + ROW / 2.0;
        return new Line(
                pixel(middle + 4),
                fork.unit(),
                fork.unit() + ": " + change(fork.ratio()) + " over "
                        + fork.stretches().size() + (fork.stretches().size() == 1 ? " stretch" : " stretches"),
                pixel(x(fork.ratio(), end)),
                Integer.toString(top + 2),
                Integer.toString(top + ROW - 2),
                fork.stretches().stream()
                        .map(stretch -> dot(stretch, x(stretch.ratio(), end), middle))
                        .toList());
    }

    private static Dot dot(DuetContrast.Stretch stretch, double x, double y) {
        return new Dot(
                !stretch.secondFirst(), pixel(x), pixel(y), "M" + pixel(x) + " " + pixel(y - 4) + "l4 4l-4 4l-4-4z");
    }

    private static double x(double ratio, double end) {
        double log = Math.max(-end, Math.min(end, Math.log(ratio)));
        return LEFT + (log / end + 1) / 2 * (WIDTH - LEFT - RIGHT);
    }

    private static String pixel(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** The differences of both sides by run.json: their versions, command lines, flags, files and artifacts. */
    private static List<String> differs(RunInfo info, Suite.Pair pair) {
        Adapter first = adapter(info, pair.first());
        Adapter second = adapter(info, pair.second());
        List<String> lines = new ArrayList<>();
        differ(lines, "version", first, second, adapter -> listed(adapter.version()));
        differ(
                lines,
                "program",
                first,
                second,
                adapter -> adapter.process().program() == null
                        ? List.of()
                        : listed(adapter.process().program().path() + " "
                                + adapter.process().program().sha256()));
        differ(lines, "Java", first, second, adapter -> listed(adapter.process().javaVersion()));
        differ(
                lines,
                "command line",
                first,
                second,
                adapter -> adapter.process().commandLine());
        differ(lines, "JVM flags", first, second, adapter -> adapter.process().jvmFlags());
        differ(
                lines,
                "artifacts",
                first,
                second,
                adapter -> adapter.artifacts().stream()
                        .map(artifact -> artifact.coordinates() + " " + brief(artifact.sha256()))
                        .toList());
        differ(
                lines,
                "files",
                first,
                second,
                adapter -> adapter.files().stream()
                        .map(file -> name(file.path(), adapter.name()) + " " + brief(file.sha256()))
                        .toList());
        differ(lines, "declared deviations", first, second, Adapter::deviations);
        return lines.isEmpty() ? List.of("nothing that the record knows of") : lines;
    }

    private static void differ(
            List<String> lines, String what, Adapter first, Adapter second, Function<Adapter, List<String>> parts) {
        Set<String> own = new LinkedHashSet<>(parts.apply(first));
        Set<String> others = new LinkedHashSet<>(parts.apply(second));
        Set<String> common = new TreeSet<>(own);
        common.retainAll(others);
        own.removeAll(common);
        others.removeAll(common);
        if (!own.isEmpty() || !others.isEmpty()) {
            lines.add(what + ": " + shown(own) + " → " + shown(others));
        }
    }

    /** What both share, in one line. */
    private static String same(RunInfo info, Suite.Pair pair) {
        Adapter first = adapter(info, pair.first());
        Adapter second = adapter(info, pair.second());
        List<String> parts = new ArrayList<>();
        if (info.environment() != null) {
            parts.add("kernel " + info.environment().kernel());
            parts.add(info.environment().logicalCpus() + " × "
                    + info.environment().cpu());
        }
        String java = first.process().javaVersion();
        if (java != null && java.equals(second.process().javaVersion())) {
            parts.add("Java " + java);
        }
        parts.add("backend and injector");
        return String.join(", ", parts);
    }

    private static Adapter adapter(RunInfo info, String name) {
        return info.adapters().stream()
                .filter(adapter -> adapter.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A file of an adapter by its place in the adapter's folder, so that two adapters' files can be set side by side. */
    private static String name(String path, String adapter) {
        int at = path.indexOf("/" + adapter + "/");
        return at < 0 ? path : path.substring(at + adapter.length() + 2);
    }

    private static String brief(String sha256) {
        return sha256 == null ? "" : sha256.substring(0, Math.min(8, sha256.length()));
    }

    private static List<String> listed(String value) {
        return value == null ? List.of() : List.of(value);
    }

    private static String shown(Set<String> parts) {
        int most = 6;
        String text = parts.stream().limit(most).collect(Collectors.joining(", "));
        return parts.isEmpty() ? "–" : parts.size() > most ? text + " and " + (parts.size() - most) + " more" : text;
    }
}
