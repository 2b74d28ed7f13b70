package org.busbench.reports.export;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Findings;
import org.busbench.reports.analysis.MediatorUse;
import org.busbench.reports.raw.RawData;
import org.busbench.record.ErrorCounts;
import org.busbench.reports.statistics.Interval;

/** A cell, as {@link Results} writes it; figures are medians over its measured trials, intervals are of these medians. */
record CellResult(
        String adapter,
        String scenario,
        String payload,
        int concurrency,
        Double ratePerSecond,
        String outcome,
        String reason,
        boolean best,
        boolean rigLimited,
        int trials,
        long measuredTrials,
        Double goodputPerSecond,
        Interval goodputInterval,
        Figures.Percentiles latencyMicros,
        Figures.Cpu cpuMicrosPerMessage,
        Interval mediatorCpuInterval,
        Double shareOfDirect,
        Over addedMicros,
        long verified,
        ErrorCounts errors,
        String bottleneck,
        long reconciledTrials,
        long responsesCompared,
        List<Remark> flags,
        MediatorUse mediatorUse,
        LatencyCurve latencyDistribution,
        List<TrialSeries> series) {

    static CellResult of(Cell cell, RawData raw) {
        Findings findings = cell.findings();
        return new CellResult(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.comparison().ratePerSecond(),
                Results.key(cell.outcome()),
                cell.reason(),
                cell.best(),
                cell.rigLimited(),
                cell.trials().size(),
                cell.measuredTrials(),
                cell.figures().map(Figures::goodputPerSecond).orElse(null),
                findings.goodput().orElse(null),
                cell.figures().map(Figures::latencyMicros).orElse(null),
                cell.figures().map(Figures::cpuMicrosPerMessage).orElse(null),
                findings.cpu().orElse(null),
                cell.shareOfDirect().orElse(null),
                Over.of(findings.added()),
                cell.verified(),
                cell.errors(),
                cell.figures().map(figures -> findings.bottleneck().key()).orElse(null),
                findings.reconciled(),
                findings.compared(),
                findings.flags().stream()
                        .map(flag -> new Remark(Results.key(flag.kind()), flag.explanation()))
                        .toList(),
                MediatorUse.of(cell).orElse(null),
                raw.latencies(cell.trials()).map(LatencyCurve::of).orElse(null),
                cell.trials().stream().map(trial -> TrialSeries.of(trial, raw)).toList());
    }

    /** Something to know of a cell. */
    record Remark(String kind, String explanation) {}

    /** Latency over {@code direct}. */
    record Over(double p50, Interval p50Interval, double p99, Interval p99Interval, boolean byProbe) {

        static Over of(Optional<AddedLatency> added) {
            return added.map(found -> new Over(
                            found.p50Micros(),
                            found.p50Interval().orElse(null),
                            found.p99Micros(),
                            found.p99Interval().orElse(null),
                            found.byProbe()))
                    .orElse(null);
        }
    }
}
