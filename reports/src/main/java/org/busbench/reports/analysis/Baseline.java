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
     * Every adapter but {@code direct} against the baseline of the run (its first mediator, unless another was chosen), by every figure.
     *
     * @return what it says, all corrected for together; empty when nothing can be compared
     */
    public static List<Contrast> contrasts(RecordedRun run) {
        return of(run).map(baseline -> contrasts(Row.of(run), baseline)).orElse(List.of());
    }

    /** The one that was chosen when the run began, else its first mediator in the order of the suite. */
    static Optional<String> of(RecordedRun run) {
        String chosen = run.info().suite().baseline();
        if (chosen != null) {
            return Optional.of(chosen);
        }
        return run.info().adapters().stream()
                .filter(adapter -> adapter.role() == Role.MEDIATOR)
                .map(Adapter::name)
                .findFirst();
    }

    /** Mediators, then controls but {@code direct}, which is the rig's ceiling and no rival; by every figure. */
    static List<Contrast> contrasts(List<Row> rows, String baseline) {
        List<Row> baselines = rows.stream()
                .filter(row -> row.adapter().name().equals(baseline))
                .toList();
        List<Row> others = rows.stream()
                .filter(row -> !row.adapter().name().equals(baseline))
                .filter(row -> !row.adapter().name().equals(Cell.CEILING))
                .toList();
        List<Contrast> contrasts = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            for (Role role : Role.values()) {
                List<Row> ofRole = others.stream()
                        .filter(row -> row.adapter().role() == role)
                        .toList();
                contrasts.addAll(Contrasts.of(ofRole, baselines, measure));
            }
        }
        return contrasts;
    }
}
