package org.busbench.reports.page;

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

/** The page of a comparison of runs: one HTML document that needs no other file and no network. Called on any thread. */
public final class ComparisonPage {

    private ComparisonPage() {}

    /** A column of the page. */
    record RunView(String id, String started, String suite, String busbench, String machine, String trials) {

        static RunView of(RecordedRun run) {
            RunInfo info = run.info();
            return new RunView(
                    info.id(),
                    Format.time(info.startedAt()),
                    info.suite().name(),
                    info.busbench().version()
                            + (info.busbench().commit() == null
                                    ? ""
                                    : " (" + info.busbench().commit() + ")"),
                    info.environment().logicalCpus() + " × "
                            + info.environment().cpu(),
                    Format.count(run.trials().size()));
        }
    }

    /** The sentences on one later run. */
    record LaterView(String id, List<String> transitions, List<String> caveats, List<String> circumstances) {

        static LaterView of(Changes changes, List<String> saidOfAll) {
            return new LaterView(
                    changes.after(),
                    changes.transitions().stream().map(ChangeText::sentence).toList(),
                    ChangeText.caveats(changes).stream()
                            .filter(caveat -> !saidOfAll.contains(caveat))
                            .toList(),
                    changes.circumstances());
        }
    }

    /** How a control moved, one text for each later run. */
    record RigView(String control, String look, String figure, List<String> shifts) {}

    /**
     * Draws what differs between the first run and each of the others.
     *
     * @param runs at least two, the earliest first, with different ids
     * @throws IllegalArgumentException with one line for people, when there are fewer than two, or one is there twice
     */
    public static String of(List<RecordedRun> runs) {
        if (runs.size() < 2) {
            throw new IllegalArgumentException("there are " + runs.size() + " runs: give two or more to compare");
        }
        RecordedRun first = runs.get(0);
        List<Changes> comparisons = runs.stream()
                .skip(1)
                .map(later -> Changes.between(first, later))
                .toList();
        return of(runs, comparisons);
    }

    /**
     * The same of comparisons that were made already.
     *
     * @param runs at least two, the earliest first
     * @param comparisons of the first run with each of the others, in their order
     */
    public static String of(List<RecordedRun> runs, List<Changes> comparisons) {
        if (comparisons.isEmpty() || comparisons.size() != runs.size() - 1) {
            throw new IllegalArgumentException(
                    comparisons.size() + " comparisons of " + runs.size() + " runs: one for each but the first");
        }
        Palette palette = new Palette(adapters(runs));
        String script = Document.script("comparison.js");
        Map<String, Object> view = Document.view();
        Document.addStyle(view, "style/comparison.css");
        view.put("script", script);
        view.put("scriptSources", ScriptText.hash(script));
        ChangedFigures figures = ChangedFigures.of(comparisons);
        view.put("base", runs.get(0).info().id());
        List<String> ofAll = ofAll(comparisons);
        view.put("caveats", ofAll);
        view.put(
                "later",
                comparisons.stream()
                        .map(changes -> LaterView.of(changes, ofAll))
                        .toList());
        view.put("several", comparisons.size() > 1);
        view.put("sentence", figures.sentence());
        view.put("summaries", comparisons.stream().map(ComparisonPage::summary).toList());
        view.put("groups", ChangeView.groups(figures, palette));
        view.put("rig", rig(comparisons, palette));
        view.put("runs", runs.stream().map(RunView::of).toList());
        return Document.of("comparison", view);
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

    private static List<RigView> rig(List<Changes> comparisons, Palette palette) {
        List<RigView> rows = new ArrayList<>();
        List<String> controls = comparisons.stream()
                .flatMap(changes -> changes.rig().stream())
                .map(ControlShift::control)
                .distinct()
                .toList();
        for (String control : controls) {
            for (Measure measure : Measure.values()) {
                List<String> shifts = comparisons.stream()
                        .map(changes -> shift(changes, control, measure))
                        .toList();
                if (shifts.stream().anyMatch(text -> !text.isEmpty())) {
                    rows.add(new RigView(control, palette.of(control), measure.title(), shifts));
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

            Row {
                changes = List.copyOf(changes);
            }

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

        ChangedFigures {
            runs = List.copyOf(runs);
            rows = List.copyOf(rows);
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

        /** The answer of the page. */
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
