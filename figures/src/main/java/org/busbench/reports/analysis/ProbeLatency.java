package org.busbench.reports.analysis;

import java.util.List;
import java.util.Optional;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;

/**
 * What the probe saw of a cell, beside the load: medians over the trials, each figure for itself, in microseconds from
 * the instant at which a request was due.
 *
 * @param percentiles p50, p90, p99 and p99.9
 * @param added over {@code direct} by the probe, within blocks; empty without one
 */
public record ProbeLatency(
        Cell cell,
        double ratePerSecond,
        long sent,
        long errors,
        Figures.Percentiles percentiles,
        double maxMicros,
        Optional<AddedLatency> added) {

    /** Those cells with a probe in every measured trial, in the same order. */
    public static List<ProbeLatency> of(List<Cell> cells) {
        return cells.stream().flatMap(cell -> of(cell).stream()).toList();
    }

    private static Optional<ProbeLatency> of(Cell cell) {
        List<Trial> measured = cell.trials().stream().filter(Trial::measured).toList();
        return Figures.Percentiles.ofProbes(measured)
                .map(percentiles -> new ProbeLatency(
                        cell,
                        measured.get(0).probe().ratePerSecond(),
                        measured.stream()
                                .mapToLong(trial -> trial.probe().sent())
                                .sum(),
                        measured.stream()
                                .mapToLong(trial -> trial.probe().errors())
                                .sum(),
                        percentiles,
                        Median.of(
                                measured, trial -> trial.probe().latencyMicros().max()),
                        cell.findings().added().filter(AddedLatency::byProbe)));
    }
}
