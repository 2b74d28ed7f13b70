package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Changes.ControlShift;
import org.busbench.reports.compare.Changes.OutcomeChange;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.results.Fields;

/** The page of a comparison of runs: one HTML document that needs no other file and no network. Called on any thread. */
public final class ComparisonPage {

    private ComparisonPage() {}

    /**
     * Draws what differs between the first run and each of the others.
     *
     * @param runs at least two, the earliest first, with different ids
     * @param comparisons of the first run with each of the others, in their order
     */
    public static String of(List<RecordedRun> runs, List<Changes> comparisons) {
        if (comparisons.isEmpty() || comparisons.size() != runs.size() - 1) {
            throw new IllegalArgumentException(
                    comparisons.size() + " comparisons of " + runs.size() + " runs: one for each but the first");
        }
        Palette palette = new Palette(adapters(runs));
        String script = Document.script("comparison.js");
        ChangedFigures figures = ChangedFigures.of(comparisons);
        List<String> ofAll = ofAll(comparisons);
        Map<String, Object> view = Document.view("style/comparison.css");
        view.putAll(Fields.of(
                "script", script,
                "scriptSources", ScriptText.hash(script),
                "base", runs.get(0).info().id(),
                "caveats", ofAll,
                "later", each(comparisons, changes -> later(changes, ofAll)),
                "several", comparisons.size() > 1,
                "sentence", figures.sentence(),
                "summaries", comparisons.stream().map(ComparisonPage::summary).toList(),
                "groups", ChangeView.groups(figures, palette),
                "rig", rig(comparisons, palette),
                "runs", each(runs, ComparisonPage::run)));
        return Document.of("comparison", view);
    }

    private static Map<String, Object> run(RecordedRun run) {
        RunInfo info = run.info();
        return Fields.of(
                "id", info.id(),
                "started", Format.time(info.startedAt()),
                "suite", info.suite().name(),
                "busbench", info.busbench().words(),
                "machine",
                        info.environment().logicalCpus() + " × "
                                + info.environment().cpu(),
                "trials", Format.count(run.trials().size()));
    }

    private static Map<String, Object> later(Changes changes, List<String> saidOfAll) {
        return Fields.of(
                "id", changes.after(),
                "transitions",
                        changes.transitions().stream().map(ChangeText::sentence).toList(),
                "caveats",
                        ChangeText.caveats(changes).stream()
                                .filter(caveat -> !saidOfAll.contains(caveat))
                                .toList(),
                "circumstances", changes.circumstances());
    }

    /** Sentences that hold of each comparison, such as that the base is incomplete, stand once. */
    private static List<String> ofAll(List<Changes> comparisons) {
        return ChangeText.caveats(comparisons.get(0)).stream()
                .filter(caveat -> comparisons.stream()
                        .allMatch(changes -> ChangeText.caveats(changes).contains(caveat)))
                .toList();
    }

    private static String summary(Changes changes) {
        return changes.before() + " → " + changes.after() + ": " + ChangeText.summary(changes) + ".";
    }

    /** The adapters of all runs, so that an adapter looks the same whichever run it is in. */
    private static List<Adapter> adapters(List<RecordedRun> runs) {
        Map<String, Adapter> byName = new LinkedHashMap<>();
        runs.forEach(run -> run.info().adapters().forEach(adapter -> byName.putIfAbsent(adapter.name(), adapter)));
        return List.copyOf(byName.values());
    }

    /** How each control moved by each figure, one text for each later run. */
    private record Shifts(String control, String look, String figure, List<String> shifts) {}

    private static List<Shifts> rig(List<Changes> comparisons, Palette palette) {
        List<String> controls = comparisons.stream()
                .flatMap(changes -> changes.rig().stream())
                .map(ControlShift::control)
                .distinct()
                .toList();
        List<Shifts> rows = new ArrayList<>();
        for (String control : controls) {
            for (Measure measure : Measure.values()) {
                List<String> shifts = comparisons.stream()
                        .map(changes -> shift(changes, control, measure))
                        .toList();
                if (shifts.stream().anyMatch(text -> !text.isEmpty())) {
                    rows.add(new Shifts(control, palette.of(control), measure.title(), shifts));
                }
            }
        }
        return rows;
    }

    private static String shift(Changes changes, String control, Measure measure) {
        return changes.rig().stream()
                .filter(shift -> shift.control().equals(control) && shift.measure() == measure)
                .map(shift -> ChangeText.percent(shift.ratio()))
                .findFirst()
                .orElse("");
    }

    /**
     * The figures of several comparisons with one base, side by side: a row for each adapter, cell and figure.
     *
     * @param rows those that changed most first, the others as they come
     * @param lost cells without figures in one of the later runs
     */
    record ChangedFigures(List<String> runs, List<Row> rows, long lost) {

        /** The kind of a row: the strongest of its verdicts. */
        enum Kind {
            /** The figure changed in at least one run, beyond chance. */
            CHANGED,
            /** The figure did not change, but in at least one run a change could have been missed. */
            OPEN,
            /** The figure did not change, and a change that matters would have been seen. */
            SAME
        }

        /**
         * One figure of one adapter in one cell.
         *
         * @param changes one for each later run; empty where one of the two has no figure
         */
        record Row(List<Optional<Change>> changes) {

            /** Any of them: all have the same adapter, cell and figure. */
            Change any() {
                return changes.stream().flatMap(Optional::stream).findFirst().orElseThrow();
            }

            Kind kind() {
                List<Change> known = changes.stream().flatMap(Optional::stream).toList();
                if (known.stream().anyMatch(Change::real)) {
                    return Kind.CHANGED;
                }
                return known.stream().anyMatch(change -> change.verdict() == Verdict.OPEN) ? Kind.OPEN : Kind.SAME;
            }

            double largest() {
                return changes.stream()
                        .flatMap(Optional::stream)
                        .filter(Change::real)
                        .mapToDouble(change -> Math.abs(Math.log(change.ratio())))
                        .max()
                        .orElse(0);
            }
        }

        static ChangedFigures of(List<Changes> comparisons) {
            Map<List<Object>, List<Optional<Change>>> found = new LinkedHashMap<>();
            for (int later = 0; later < comparisons.size(); later++) {
                for (Change change : comparisons.get(later).changes()) {
                    List<Optional<Change>> row = found.computeIfAbsent(
                            List.of(change.measure(), change.comparison(), change.adapter(), change.rival()),
                            key -> new ArrayList<>());
                    fill(row, later);
                    row.add(Optional.of(change));
                }
            }
            found.values().forEach(row -> fill(row, comparisons.size()));
            return new ChangedFigures(
                    comparisons.stream().map(Changes::after).toList(),
                    found.values().stream()
                            .map(Row::new)
                            .sorted(Comparator.comparingDouble(Row::largest).reversed())
                            .toList(),
                    comparisons.stream()
                            .flatMap(changes -> changes.transitions().stream())
                            .filter(OutcomeChange::lost)
                            .map(lost -> List.of(lost.adapter(), lost.comparison()))
                            .distinct()
                            .count());
        }

        private static void fill(List<Optional<Change>> row, int size) {
            while (row.size() < size) {
                row.add(Optional.empty());
            }
        }

        List<Row> of(Kind kind) {
            return rows.stream().filter(row -> row.kind() == kind).toList();
        }

        String sentence() {
            return figures()
                    + (lost == 0
                            ? "."
                            : "; " + lost + (lost == 1 ? " cell has" : " cells have") + " no figures any more.");
        }

        private String figures() {
            if (rows.isEmpty()) {
                return "Nothing to compare: no cell has figures in both runs";
            }
            long changed = of(Kind.CHANGED).size();
            long open = of(Kind.OPEN).size();
            if (open == rows.size()) {
                return "Every figure is open";
            }
            return (changed == 0 ? "No" : changed + " of " + rows.size())
                    + (rows.size() == 1 || changed == 0 ? " figure" : " figures")
                    + " changed beyond chance"
                    + (open == 0 ? "" : "; " + open + " open");
        }
    }
}
