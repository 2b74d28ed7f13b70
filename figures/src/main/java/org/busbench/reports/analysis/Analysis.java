package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.record.RecordedRun;
import org.busbench.reports.analysis.Contrasts.CellTrials;

/**
 * What a run says: the result of all statistics, from which page and export are made. The model for other programs is
 * {@code results.Results}.
 *
 * @param cells in the order of scenarios, payloads, concurrency levels and adapters
 * @param rankings one for each scenario and payload, in the same order
 * @param baseline the adapter against which the others are judged; empty when the run has no mediator
 * @param fixedRate what a message costs at one rate; empty when the suite asked for none
 * @param frontiers the highest rates under bounds of latency; empty when none was sought
 * @param duets what two under load at the same time say of each other; empty for a run without duets
 * @param floors what the sitting can tell, from a mediator beside its copy; empty where there was no such duet
 * @param injectors what each injector does without a mediator; empty when nothing was calibrated
 * @param repetition the published test that the suite repeats, beside what this run says; empty when it repeats none
 */
public record Analysis(
        RecordedRun run,
        List<Cell> cells,
        List<Ranking> rankings,
        Optional<String> baseline,
        List<Contrast> contrasts,
        List<DuetContrast> duets,
        List<DuetFloor> floors,
        List<Scaling> scalings,
        List<FixedRateCost> fixedRate,
        List<Frontier> frontiers,
        List<InjectorTrial> injectors,
        Optional<Repetition> repetition) {

    /** Looks at all trials of a run, with its first mediator as the baseline. */
    public static Analysis of(RecordedRun run) {
        return of(run, Contrasts.baseline(run));
    }

    /**
     * Looks at all trials of a run.
     *
     * @throws IllegalArgumentException when the run has no such adapter
     */
    public static Analysis of(RecordedRun run, String baseline) {
        if (run.info().adapters().stream().noneMatch(adapter -> adapter.name().equals(baseline))) {
            throw new IllegalArgumentException("the run has no adapter '" + baseline + "' to compare with");
        }
        return of(run, Optional.of(baseline));
    }

    private static Analysis of(RecordedRun run, Optional<String> baseline) {
        List<Cell> cells = Cells.of(run);
        List<DuetContrast> duets = DuetContrasts.of(run);
        List<Ranking> rankings = new ArrayList<>();
        for (String scenario : run.info().suite().scenarios()) {
            for (String payload : run.info().suite().payloads()) {
                rankings.add(Ranking.of(
                        scenario,
                        payload,
                        cells.stream()
                                .filter(cell -> !cell.comparison().open())
                                .filter(cell -> cell.comparison().scenario().equals(scenario)
                                        && cell.comparison().payload().equals(payload))
                                .toList()));
            }
        }
        return new Analysis(
                run,
                cells,
                rankings,
                baseline,
                baseline.map(name -> Contrasts.of(
                                cells.stream().map(CellTrials::of).toList(),
                                name,
                                Contrasts.looks(run.info().suite())))
                        .orElse(List.of()),
                duets,
                DuetFloor.of(run, duets),
                Scaling.of(cells),
                FixedRateCost.of(run, cells),
                Frontier.of(run),
                InjectorTrial.of(run),
                Repetition.of(run, cells));
    }

    /** Whether the run has duets alone: no figure of any adapter, only ratios. */
    public boolean duetsAlone() {
        return !duets.isEmpty()
                && cells.stream().noneMatch(cell -> cell.figures().isPresent());
    }

    /** Whether the control that shows what the rig can do was measured anywhere. */
    public boolean ceilingKnown() {
        return cells.stream()
                .anyMatch(cell -> cell.adapter().name().equals(Cell.CEILING)
                        && cell.figures().isPresent());
    }
}
