package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Role;

/** The adapter against which all others are judged. */
public final class Baseline {

    private Baseline() {}

    /**
     * Every adapter but {@code direct} against the first mediator of the suite, by every figure.
     *
     * @param run the record
     * @return what it says, all corrected for together; empty when nothing can be compared
     */
    public static List<Contrast> contrasts(RecordedRun run) {
        return of(run).map(baseline -> contrasts(Cells.of(run), baseline)).orElse(List.of());
    }

    /** The first mediator of the run, in the order of the suite. */
    static Optional<String> of(RecordedRun run) {
        return run.info().adapters().stream()
                .filter(adapter -> adapter.role() == Role.MEDIATOR)
                .map(Adapter::name)
                .findFirst();
    }

    /** Mediators, then controls but {@code direct}, which is the rig's ceiling and no rival; by every figure. */
    static List<Contrast> contrasts(List<Cell> cells, String baseline) {
        List<Cell> baselines = cells.stream()
                .filter(cell -> cell.adapter().name().equals(baseline))
                .toList();
        List<Cell> others = cells.stream()
                .filter(cell -> !cell.adapter().name().equals(baseline))
                .filter(cell -> !cell.adapter().name().equals(Cell.CEILING))
                .toList();
        List<Contrast> contrasts = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            for (Role role : Role.values()) {
                List<Cell> ofRole = others.stream()
                        .filter(cell -> cell.adapter().role() == role)
                        .toList();
                contrasts.addAll(Contrasts.of(ofRole, baselines, measure));
            }
        }
        return contrasts;
    }
}
