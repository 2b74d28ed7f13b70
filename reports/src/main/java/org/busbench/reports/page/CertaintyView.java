package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.reports.analysis.Added;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Figures.Percentiles;
import org.busbench.reports.analysis.Findings;
import org.busbench.reports.statistics.Interval;

/**
 * A row of the table of what holds the figures of a cell.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param where scenario, payload and level, for people
 * @param blocks in how many it was measured
 * @param goodput median with its interval
 * @param cpu median with its interval
 * @param added latency over direct: median and 99th percentile
 * @param probe latency by the probe: p50, p99 and p99.9
 * @param reconciled trials reconciled to the message, of all
 * @param compared whole responses compared
 * @param visible the smallest rate of wrong ones that these would have shown
 * @param flags what speaks against the figures
 */
record CertaintyView(
        String adapter,
        String look,
        String where,
        long blocks,
        String goodput,
        String cpu,
        String added,
        String probe,
        String reconciled,
        String compared,
        String visible,
        List<CellView.FlagView> flags) {

    private static final double NOMINAL = 0.95;

    static CertaintyView of(Cell cell, Palette palette) {
        Findings findings = cell.findings();
        return new CertaintyView(
                cell.adapter().name(),
                palette.of(cell.adapter().name()),
                Format.scenario(cell.comparison().scenario()) + ", "
                        + Format.payload(cell.comparison().payload()) + ", " + Format.level(cell.comparison()),
                cell.measuredTrials(),
                figure(cell.figures().map(f -> f.goodputPerSecond()), findings.goodput(), cell),
                figure(cell.figures().map(f -> f.cpuMicrosPerMessage().mediator()), findings.cpu(), cell),
                findings.added().map(CertaintyView::added).orElse("–"),
                findings.probe().map(CertaintyView::probe).orElse("–"),
                findings.reconciled() + " of " + cell.trials().size(),
                Format.count(findings.compared()),
                findings.compared() == 0 ? "–" : Format.rate(findings.smallestVisibleRate()),
                findings.flags().stream().map(CellView.FlagView::of).toList());
    }

    private static String figure(Optional<Double> median, Optional<Interval> interval, Cell cell) {
        if (median.isEmpty()) {
            return "–";
        }
        String text = Format.number(median.get());
        if (interval.isEmpty()) {
            return text + (cell.measuredTrials() == 1 ? ", measured once" : "");
        }
        double coverage = interval.get().coverage();
        String sure = Math.abs(coverage - NOMINAL) < 0.001 ? "95 %" : Format.percent(coverage);
        return text + " (" + Format.interval(interval.get()) + ", " + sure + ")";
    }

    private static String added(Added added) {
        return millis(added.p50Micros()) + " / " + millis(added.p99Micros()) + (added.byProbe() ? ", probe" : "");
    }

    private static String probe(Percentiles probe) {
        return millis(probe.p50()) + " / " + millis(probe.p99()) + " / " + millis(probe.p999());
    }

    /** With a digit more than the tables of latency have: a probe counts in microseconds. */
    private static String millis(double micros) {
        String text = String.format(Locale.ROOT, Math.abs(micros) < 10_000 ? "%.2f" : "%,.0f", micros / 1000);
        return text.equals("-0.00") ? "0.00" : text;
    }
}
