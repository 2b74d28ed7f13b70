package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.reports.statistics.Interval;

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

    /** Makes the list unchangeable. */
    public Findings {
        flags = List.copyOf(flags);
    }

    /** The same with one more thing to know. */
    Findings with(Flag flag) {
        List<Flag> more = new ArrayList<>(flags);
        more.add(flag);
        return new Findings(goodput, cpu, bottleneck, added, probe, reconciled, compared, smallestVisibleRate, more);
    }

    /** Whether there is something of a kind to know. */
    public boolean flagged(Flag.Kind kind) {
        return flags.stream().anyMatch(flag -> flag.kind() == kind);
    }
}
