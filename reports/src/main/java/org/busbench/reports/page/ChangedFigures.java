package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Changes.OutcomeChange;

/**
 * The figures of several comparisons with one base, side by side: a row for each adapter, cell and figure.
 *
 * @param rows those that changed most first, the others as they come
 * @param lost cells without figures in one of the later runs
 */
record ChangedFigures(List<String> runs, List<Row> rows, long lost) {

    /** What may be said of a row: the strongest of its verdicts. */
    enum Kind {
        /** It changed in at least one run, beyond chance. */
        CHANGED,
        /** It did not, but in at least one run a change could have been missed. */
        OPEN,
        /** It did not, and a change that matters would have been seen. */
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
                        List.of(change.measure(), change.comparison(), change.adapter()), key -> new ArrayList<>());
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
                + (lost == 0 ? "." : "; " + lost + (lost == 1 ? " cell has" : " cells have") + " no figures any more.");
    }

    private String figures() {
        if (rows.isEmpty()) {
            return "Nothing to compare: no cell has figures in both runs";
        }
        long changed = of(Kind.CHANGED).size();
        long open = of(Kind.OPEN).size();
        if (open == rows.size()) {
            return "Nothing can be told: every figure is open";
        }
        return (changed == 0 ? "No" : changed + " of " + rows.size())
                + (rows.size() == 1 || changed == 0 ? " figure" : " figures")
                + " changed beyond chance"
                + (open == 0 ? "" : "; " + open + " cannot be told");
    }
}
