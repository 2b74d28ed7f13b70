package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Trial;

/**
 * The trials of one adapter in one comparison: all that verdicts need, and quickly put together while a run goes on.
 *
 * @param trials in the order in which they were made
 */
record Row(Adapter adapter, Comparison comparison, List<Trial> trials) {

    Row {
        trials = List.copyOf(trials);
    }

    static Row of(Cell cell) {
        return new Row(cell.adapter(), cell.comparison(), cell.trials());
    }

    /** Comparisons in the order in which they were first measured, in each the adapters in the order of the run. */
    static List<Row> of(RecordedRun run) {
        Map<Comparison, List<Trial>> compared = new LinkedHashMap<>();
        run.inBlocks()
                .trials()
                .forEach(trial -> compared.computeIfAbsent(Comparison.of(trial), key -> new ArrayList<>())
                        .add(trial));
        List<Row> rows = new ArrayList<>();
        compared.forEach((comparison, trials) -> run.info()
                .adapters()
                .forEach(adapter -> rows.add(new Row(
                        adapter,
                        comparison,
                        trials.stream()
                                .filter(trial -> trial.adapter().equals(adapter.name()))
                                .toList()))));
        return rows;
    }
}
