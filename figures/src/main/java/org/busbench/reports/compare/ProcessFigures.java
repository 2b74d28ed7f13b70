package org.busbench.reports.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Measure;

/**
 * The figures of a cell in units that chance draws one by one. Trials of one process share what is peculiar to that
 * process (Kalibera and Jones 2013, section 6), so a process that met several blocks is one unit, and so is everything
 * where the record does not say which process it was.
 *
 * @param logs logarithm of each unit's figure over that of the controls
 * @param disturbed whether other programs disturbed each block: no verdict rests on it
 */
record ProcessFigures(List<Double> raw, List<Double> logs, boolean disturbed) {

    private record Reading(String process, double figure, double log) {}

    /**
     * Blocks in which a control has no figure are left out, and those in which other programs disturbed one of them, unless
     * they disturbed one in each; without controls nothing is divided.
     */
    static ProcessFigures of(Cell cell, List<Cell> controls, Measure measure) {
        Map<Integer, Trial> own = byBlock(cell, measure);
        List<Map<Integer, Trial>> byControl =
                controls.stream().map(control -> byBlock(control, measure)).toList();
        own.keySet().removeIf(block -> byControl.stream().anyMatch(trials -> !trials.containsKey(block)));
        List<Integer> undisturbed = own.keySet().stream()
                .filter(block -> own.get(block).bearsVerdict()
                        && byControl.stream()
                                .allMatch(trials -> trials.get(block).bearsVerdict()))
                .toList();
        Map<String, List<Reading>> byProcess = own.keySet().stream()
                .filter(block -> undisturbed.isEmpty() || undisturbed.contains(block))
                .map(block -> reading(
                        own.get(block),
                        byControl.stream().map(trials -> trials.get(block)).toList(),
                        measure))
                .collect(Collectors.groupingBy(Reading::process, LinkedHashMap::new, Collectors.toList()));
        return new ProcessFigures(
                byProcess.values().stream()
                        .flatMap(List::stream)
                        .map(Reading::figure)
                        .toList(),
                byProcess.values().stream()
                        .map(readings -> readings.stream()
                                .mapToDouble(Reading::log)
                                .average()
                                .orElseThrow())
                        .toList(),
                undisturbed.isEmpty());
    }

    /** The figures of a duet: its forks are the units, and their ratios the figures. */
    static ProcessFigures of(DuetContrast duet) {
        List<Double> ratios =
                duet.forks().stream().map(DuetContrast.Fork::ratio).toList();
        return new ProcessFigures(ratios, ratios.stream().map(Math::log).toList(), false);
    }

    double[] values() {
        return logs.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Reading reading(Trial trial, List<Trial> controls, Measure measure) {
        OptionalDouble rig = controls.stream()
                .mapToDouble(control -> Math.log(measure.of(control)))
                .average();
        double figure = measure.of(trial);
        return new Reading(
                trial.position().fork() == null
                        ? "not told apart"
                        : "fork " + trial.position().fork(),
                figure,
                Math.log(figure) - rig.orElse(0));
    }

    /** Whether a control has the figure in every block in which a cell has it. */
    static boolean everywhere(Cell control, Cell cell, Measure measure) {
        Set<Integer> blocks = byBlock(cell, measure).keySet();
        return !blocks.isEmpty() && byBlock(control, measure).keySet().containsAll(blocks);
    }

    private static Map<Integer, Trial> byBlock(Cell cell, Measure measure) {
        Map<Integer, Trial> trials = new LinkedHashMap<>();
        boolean known = measure.isKnown(cell.trials());
        for (Trial trial : cell.trials()) {
            Double figure = known && trial.measured() ? measure.of(trial) : null;
            if (figure != null && figure > 0) {
                trials.put(trial.block(), trial);
            }
        }
        return trials;
    }
}
