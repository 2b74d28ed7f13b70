package org.busbench.reports.export;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.record.Publication;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Repetition;
import org.busbench.reports.analysis.WindowLimits;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.statistics.Interval;

/** Results and comparisons as Markdown, to be pasted. */
public final class Markdown {

    private static final List<String> HEADER = columns(
            "adapter, load, TPS, interval, of direct, p50 ms, p99 ms, CPU µs, × floor, errors, against, remark");

    /** Only where the control is there that has the floor. */
    private static final int FLOOR_COLUMN = HEADER.indexOf("× floor");

    private static final double MICROS_PER_MILLI = 1000;

    private static final List<String> CLAIM_HEADER = columns("claim, answer, found, reason");
    private static final List<String> TABLE_HEADER =
            List.of("system", "figure", "published", "here", "failed, published", "failed, here", "remark");

    private static List<String> columns(String names) {
        return List.of(names.split(", "));
    }

    private Markdown() {}

    /** The machine named before is the mediator's. */
    private static String hosts(RunInfo info) {
        return info.hosts().isEmpty()
                ? ""
                : " (the mediator's host; over "
                        + info.hosts().stream()
                                .map(host -> host.role().key() + " " + Table.escaped(host.name()))
                                .collect(Collectors.joining(", "))
                        + ")";
    }

    /** The cells of a run, a table for each scenario and size: for a README, or where a result is discussed. */
    public static String results(Analysis analysis) {
        RunInfo info = analysis.run().info();
        StringBuilder text = new StringBuilder();
        String against = analysis.baseline()
                .map(name -> "; *against* is TPS over that of " + Table.escaped(name)
                        + ", paired within blocks, with its 95 % interval")
                .orElse("");
        text.append("# busbench: suite " + Table.escaped(info.suite().name()) + ", run " + Table.escaped(info.id())
                + "\n\nBegan " + info.startedAt() + " on " + info.environment().logicalCpus() + " × "
                + Table.escaped(info.environment().cpu()) + hosts(info)
                + ". TPS is verified responses per second; each figure is the median over the blocks, errors are"
                + " those of all of them" + against + "."
                + Disturbances.of(analysis.run().trials())
                        .map(told -> " Note: " + told + ".")
                        .orElse("")
                + WindowLimits.of(analysis.run()).map(limits -> " " + limits).orElse("") + "\n");
        boolean floor =
                analysis.cells().stream().anyMatch(cell -> cell.cpuTimesFloor().isPresent());
        analysis.rankings().forEach(ranking -> {
            heading(text, ranking.scenario() + ", " + ranking.payload());
            Table table = floor
                    ? new Table(HEADER, 2, 3, 4, 5, 6, 7, 8, 9)
                    : new Table(withoutFloor(HEADER), 2, 3, 4, 5, 6, 7, 8);
            analysis.cells().stream()
                    .filter(cell -> cell.comparison().scenario().equals(ranking.scenario())
                            && cell.comparison().payload().equals(ranking.payload()))
                    .map(cell -> row(analysis, cell))
                    .forEach(row -> table.row(floor ? row : withoutFloor(row)));
            text.append(table.text());
        });
        duets(analysis, text);
        analysis.repetition().ifPresent(found -> repetition(found, text));
        return text.toString();
    }

    private static void repetition(Repetition repetition, StringBuilder text) {
        Publication publication = repetition.publication();
        heading(text, "Repeats: " + publication.title());
        text.append(Table.escaped(publication.source() + ", " + publication.published())
                + ". Answers rest on the rules of verdicts; figures in brackets are 95 % intervals.\n\n");
        Table claims = new Table(CLAIM_HEADER);
        repetition
                .claims()
                .forEach(claim -> claims.row(List.of(
                        claim.claim().text(),
                        claim.answer().words(),
                        claim.findings().stream()
                                .filter(finding -> finding.value() != null)
                                .map(finding -> finding.found() + ": " + finding.claimed())
                                .collect(Collectors.joining("; ")),
                        claim.reason())));
        text.append(claims.text());
        for (Repetition.RepeatedTable one : repetition.tables()) {
            text.append("\n### " + Table.escaped(one.table().title()) + "\n\n");
            if (one.table().unreadable() != null) {
                text.append("Not readable: " + Table.escaped(one.table().unreadable()) + ".\n");
                continue;
            }
            Table table = new Table(TABLE_HEADER, 2, 3, 4, 5);
            one.rows()
                    .forEach(row -> table.row(List.of(
                            publication.system(row.entry().system()).title(),
                            row.entry().label() + ", " + row.entry().unit(),
                            Repetition.digits(row.entry().value()),
                            row.value() == null ? "" : Repetition.digits(row.value()),
                            Repetition.errors(row.entry().failed(), row.entry().requests()),
                            Repetition.errors(row.failed(), row.requests()),
                            row.reason())));
            text.append(table.text());
        }
    }

    private static void duets(Analysis analysis, StringBuilder text) {
        if (analysis.duets().isEmpty()) {
            return;
        }
        heading(text, "Duets");
        text.append("Two under load at the same time: ratios of the second to the first, and no TPS of either.\n\n");
        Table table = new Table(ChangeText.DUET_HEADER, 3, 4, 5, 7);
        analysis.duets().forEach(duet -> table.row(ChangeText.row(duet)));
        text.append(table.text());
        analysis.floors().forEach(floor -> text.append("\n" + Table.escaped(floor.sentence()) + "\n"));
        analysis.duets().stream()
                .flatMap(duet -> duet.explanation().stream())
                .forEach(why -> text.append("\n" + Table.escaped(why) + ".\n"));
    }

    /** The figures of a cell, by the names of its columns. */
    public static Map<String, String> cell(Analysis analysis, Cell cell) {
        List<String> row = row(analysis, cell);
        return IntStream.range(0, row.size()).boxed().collect(Collectors.toMap(HEADER::get, row::get));
    }

    private static List<String> row(Analysis analysis, Cell cell) {
        Optional<Figures> figures = cell.figures();
        int step = cell.trials().stream()
                .mapToInt(trial -> trial.result().latencyResolutionMicros())
                .max()
                .orElse(1);
        Optional<Interval> goodput = cell.findings().goodput();
        return List.of(
                cell.adapter().name(),
                cell.comparison().level(),
                figures.map(Figures::goodputPerSecond)
                        .map(tps -> goodput.map(range -> range.digits(tps)).orElseGet(() -> Interval.threeDigits(tps)))
                        .orElse(""),
                goodput.map(range -> range.digits(range.low()) + "–" + range.digits(range.high()))
                        .orElse(""),
                cell.shareOfDirect().map(share -> whole(share * 100) + " %").orElse(""),
                figures.map(found -> millis(found.latencyMicros().p50(), step)).orElse(""),
                figures.map(found -> found.latencyMicros().p99())
                        .map(micros -> millis(micros, step))
                        .orElse(""),
                figures.map(found -> found.cpuMicrosPerMessage().mediator())
                        .map(cpu -> String.format(Locale.ROOT, "%.1f", cpu))
                        .orElse(cell.costNotMeasured().isPresent() ? "not measured" : ""),
                cell.cpuTimesFloor()
                        .map(times -> String.format(Locale.ROOT, "%.2f", times))
                        .orElse(""),
                Long.toString(cell.errors().total()),
                against(analysis, cell),
                remark(cell));
    }

    private static List<String> withoutFloor(List<String> row) {
        return IntStream.range(0, row.size())
                .filter(column -> column != FLOOR_COLUMN)
                .mapToObj(row::get)
                .toList();
    }

    private static String against(Analysis analysis, Cell cell) {
        return analysis.contrasts().stream()
                .filter(contrast -> contrast.measure() == Measure.GOODPUT
                        && contrast.adapter().equals(cell.adapter().name())
                        && contrast.comparison().equals(cell.comparison()))
                .findFirst()
                .map(Markdown::against)
                .orElse("");
    }

    private static String against(Contrast contrast) {
        String range = contrast.interval()
                .map(found -> String.format(Locale.ROOT, " (%.2f–%.2f)", found.low(), found.high()))
                .orElse("");
        String verdict = Double.isFinite(contrast.detectable())
                ? " " + contrast.measure().word(contrast.verdict())
                : "";
        return String.format(Locale.ROOT, "%.2f ×%s%s", contrast.ratio(), range, verdict);
    }

    private static String remark(Cell cell) {
        String flags = cell.findings().flags().stream()
                .map(flag -> flag.kind().word())
                .distinct()
                .collect(Collectors.joining(", "));
        String outcome = cell.figures().isPresent()
                ? cell.reason()
                : cell.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + cell.reason();
        String cost =
                cell.costNotMeasured().map(why -> "CPU not measured: " + why).orElse("");
        return Stream.of(outcome, flags, cost).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    /** A latency. Below the step of the clock it is only known to be below it. */
    private static String millis(double micros, int step) {
        double shown = Math.max(micros, step) / MICROS_PER_MILLI;
        return (micros < step ? "<" : "")
                + String.format(Locale.ROOT, step < MICROS_PER_MILLI ? "%.3f" : "%.0f", shown);
    }

    /** The differences between runs: comparisons with one base, one section each. */
    public static String changes(List<Changes> comparisons) {
        return comparisons.stream().map(Markdown::section).collect(Collectors.joining());
    }

    private static String section(Changes changes) {
        Table table = new Table(ChangeText.HEADER, 5, 6, 7, 8, 9);
        for (Change change : changes.changes()) {
            table.row(ChangeText.row(change));
        }
        StringBuilder text = new StringBuilder();
        text.append(
                "## " + changes.before() + " → " + changes.after() + "\n\n" + ChangeText.summary(changes) + ".\n\n");
        changes.transitions().forEach(transition -> item(text, ChangeText.sentence(transition)));
        List<String> caveats = ChangeText.caveats(changes);
        caveats.forEach(caveat -> item(text, caveat));
        text.append(changes.transitions().isEmpty() && caveats.isEmpty() ? "" : "\n");
        if (!changes.changes().isEmpty()) {
            text.append(table.text()).append('\n');
        }
        ChangeText.relativeTo(changes).forEach(sentence -> item(text, sentence));
        changes.rig().forEach(shift -> item(text, ChangeText.sentence(shift)));
        changes.circumstances().forEach(one -> item(text, one));
        return text.append('\n').toString();
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- " + Table.escaped(sentence) + "\n");
    }

    private static void heading(StringBuilder text, String words) {
        text.append("\n## " + Table.escaped(words) + "\n\n");
    }

    /** A table as GitHub's Markdown knows it. No text of a cell can end it. */
    static final class Table {

        private final int columns;
        private final StringBuilder text = new StringBuilder();

        /** With these headings; figures are columns that are aligned to the right, counted from 0. */
        Table(List<String> header, int... figures) {
            columns = header.size();
            Set<Integer> right = new TreeSet<>();
            IntStream.of(figures).forEach(right::add);
            row(header);
            text.append(IntStream.range(0, columns)
                            .mapToObj(column -> right.contains(column) ? "--:" : "---")
                            .collect(Collectors.joining("|", "|", "|")))
                    .append('\n');
        }

        void row(List<String> cells) {
            if (cells.size() != columns) {
                throw new IllegalArgumentException("a row of " + cells.size() + " cells in a table of " + columns);
            }
            text.append(cells.stream().map(Table::escaped).collect(Collectors.joining(" | ", "| ", " |")))
                    .append('\n');
        }

        String text() {
            return text.toString();
        }

        /** In one line, without what means something to a table or to HTML. */
        static String escaped(String text) {
            return text.replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace("\\", "\\\\")
                    .replace("|", "\\|")
                    .replaceAll("\\s+", " ");
        }
    }
}
