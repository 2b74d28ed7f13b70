package org.busbench.reports.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.busbench.record.Reconciliation;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.MedianInterval;
import org.busbench.reports.statistics.Proportion;

/**
 * What a reader must know of a cell to judge its figures.
 *
 * @param goodput interval of the median goodput over the blocks; empty with fewer than two
 * @param cpu interval of the median CPU time of the mediator per message; empty with fewer than two, or without
 * @param added latency over {@code direct}; empty when either is unknown, and for direct
 * @param probe latency beside the load, medians over the blocks; empty when there was no probe in some trial
 * @param smallestVisibleRate the rate of wrong responses that so many comparisons would have shown with 95 % probability
 * @param flags what speaks against the figures; empty when nothing does
 */
public record Findings(
        Optional<Interval> goodput,
        Optional<Interval> cpu,
        Bottleneck bottleneck,
        Optional<AddedLatency> added,
        Optional<Figures.Percentiles> probe,
        long reconciled,
        long compared,
        double smallestVisibleRate,
        List<Flag> flags) {

    /**
     * Looks at the trials of a cell.
     *
     * @param trials in the order of blocks
     * @param direct those of {@code direct} in the same comparison; empty for direct itself
     */
    static Findings of(List<Trial> trials, List<Trial> direct, RecordedRun run, List<Flag> flags) {
        List<Trial> measured = Disturbances.counted(trials);
        long seed = run.info().suite().seed();
        int cpus =
                run.info().environment() == null ? 0 : run.info().environment().logicalCpus();
        double[] goodputs = measured.stream()
                .mapToDouble(trial -> trial.result().goodputPerSecond())
                .toArray();
        double[] cpuTimes = measured.stream()
                .map(Measure.CPU::of)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        long compared = trials.stream()
                .filter(trial -> trial.proof().sampled() != null)
                .mapToLong(trial -> trial.proof().sampled().compared())
                .sum();
        return new Findings(
                MedianInterval.of(goodputs, seed),
                MedianInterval.of(cpuTimes, seed),
                Bottleneck.of(measured, cpus),
                AddedLatency.of(measured, direct, seed),
                Figures.Percentiles.ofProbes(measured),
                reconciled(trials),
                compared,
                Proportion.upperBound(0, compared),
                flags);
    }

    private static long reconciled(List<Trial> trials) {
        return trials.stream()
                .map(trial -> trial.proof().reconciliation())
                .filter(counts -> counts != null && counts.verdict() == Reconciliation.Verdict.EXACT)
                .count();
    }

    /** Whether there is something of a kind to know. */
    public boolean flagged(Flag.Kind kind) {
        return flags.stream().anyMatch(flag -> flag.kind() == kind);
    }
}
