package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import org.busbench.reports.run.RecordedRun;

/**
 * What a run says.
 *
 * @param run the record
 * @param cells in the order of scenarios, payloads, concurrency levels and adapters
 * @param standings one for each scenario and payload, in the same order
 */
public record Analysis(RecordedRun run, List<Cell> cells, List<Standing> standings) {

    /** Makes the lists unchangeable. */
    public Analysis {
        cells = List.copyOf(cells);
        standings = List.copyOf(standings);
    }

    /**
     * Looks at all trials of a run.
     *
     * @param run the record
     * @return what it says
     */
    public static Analysis of(RecordedRun run) {
        List<Cell> cells = Cells.of(run);
        List<Standing> standings = new ArrayList<>();
        for (String scenario : run.info().suite().scenarios()) {
            for (String payload : run.info().suite().payloads()) {
                standings.add(Standing.of(
                        scenario,
                        payload,
                        cells.stream()
                                .filter(cell -> cell.comparison().scenario().equals(scenario)
                                        && cell.comparison().payload().equals(payload))
                                .toList()));
            }
        }
        return new Analysis(run, cells, standings);
    }

    /**
     * Whether the control that shows what the rig can do was measured anywhere.
     *
     * @return true when rig-limited cells can be told
     */
    public boolean ceilingKnown() {
        return cells.stream()
                .anyMatch(cell -> cell.adapter().name().equals(Cell.CEILING)
                        && cell.figures().isPresent());
    }
}
