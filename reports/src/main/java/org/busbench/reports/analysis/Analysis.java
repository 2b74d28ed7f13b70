package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.reports.run.RecordedRun;

/**
 * What a run says.
 *
 * @param cells in the order of scenarios, payloads, concurrency levels and adapters
 * @param standings one for each scenario and payload, in the same order
 * @param baseline the adapter against which the others are judged; empty when the run has no mediator
 * @param fixedRate what a message costs at one rate; empty when the suite asked for none
 * @param frontiers the highest rates under bounds of latency; empty when none was sought
 * @param injectors what each injector does without a mediator; empty when nothing was calibrated
 */
public record Analysis(
        RecordedRun run,
        List<Cell> cells,
        List<Standing> standings,
        Optional<String> baseline,
        List<Contrast> contrasts,
        List<Scaling> scalings,
        List<AtFixedRate> fixedRate,
        List<Frontier> frontiers,
        List<InjectorTrial> injectors) {

    /** Makes the lists unchangeable. */
    public Analysis {
        cells = List.copyOf(cells);
        standings = List.copyOf(standings);
        contrasts = List.copyOf(contrasts);
        scalings = List.copyOf(scalings);
        fixedRate = List.copyOf(fixedRate);
        frontiers = List.copyOf(frontiers);
        injectors = List.copyOf(injectors);
    }

    /** Looks at all trials of a run, with its first mediator as the baseline. */
    public static Analysis of(RecordedRun run) {
        return of(run, Baseline.of(run));
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
        List<Standing> standings = new ArrayList<>();
        for (String scenario : run.info().suite().scenarios()) {
            for (String payload : run.info().suite().payloads()) {
                standings.add(Standing.of(
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
                standings,
                baseline,
                baseline.map(name ->
                                Baseline.contrasts(cells.stream().map(Row::of).toList(), name))
                        .orElse(List.of()),
                Scaling.of(cells),
                AtFixedRate.of(run, cells),
                Frontiers.of(run),
                InjectorTrial.of(run));
    }

    /** Whether the control that shows what the rig can do was measured anywhere. */
    public boolean ceilingKnown() {
        return cells.stream()
                .anyMatch(cell -> cell.adapter().name().equals(Cell.CEILING)
                        && cell.figures().isPresent());
    }
}
