package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Findings;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.MediatorUse;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.record.ErrorCounts;
import org.busbench.reports.statistics.Interval;

/**
 * A cell, as the page embeds it. All times are in microseconds.
 *
 * @param rate requests per second of an open model; null for a closed one
 * @param outcome {@code measured}, {@code not-served}, {@code failed} or {@code not-reached}
 * @param reason why figures are missing; empty when none are
 * @param best whether it has the most goodput of the mediators compared
 * @param rigLimited whether the rig may have set the figure
 * @param figures null when there are none
 * @param goodput interval of the median; null with fewer than two blocks
 * @param cpu interval of the median; null with fewer than two blocks
 * @param shareOfDirect null when not known
 * @param added latency over direct; null when not known
 * @param probe latency seen by the probe; null without one
 * @param use of the mediator; null for one without a process
 * @param bottleneck what kept it from more; null when there is no figure
 * @param smallestVisibleRate of wrong responses; null when none was compared
 * @param latency its distribution; null when there is no raw data
 */
record CellData(
        String adapter,
        String scenario,
        String payload,
        int concurrency,
        Double rate,
        String outcome,
        String reason,
        boolean best,
        boolean rigLimited,
        Figures figures,
        Range goodput,
        Range cpu,
        Double shareOfDirect,
        AddedData added,
        Figures.Percentiles probe,
        UseData use,
        ErrorCounts errors,
        long verified,
        String bottleneck,
        long reconciled,
        long compared,
        Double smallestVisibleRate,
        List<FlagData> flags,
        Distribution latency,
        List<TrialData> trials) {

    /** An interval, with six significant digits, and how surely it holds the value. */
    record Range(double low, double high, double coverage) {

        static Range of(Optional<Interval> interval) {
            return interval.map(found ->
                            new Range(Format.rounded(found.low()), Format.rounded(found.high()), found.coverage()))
                    .orElse(null);
        }
    }

    /** Latency over direct, in µs. */
    record AddedData(double p50, Range p50Range, double p99, Range p99Range, boolean byProbe) {

        static AddedData of(AddedLatency added) {
            return new AddedData(
                    Format.rounded(added.p50Micros()),
                    Range.of(added.p50Interval()),
                    Format.rounded(added.p99Micros()),
                    Range.of(added.p99Interval()),
                    added.byProbe());
        }
    }

    /** Something to know; {@code mark} is {@code bad} for what spoils the figure, {@code warn} for what limits it. */
    record FlagData(String word, String mark, String explanation) {

        static FlagData of(Flag flag) {
            boolean spoilt = flag.kind() == Flag.Kind.NOT_RECONCILED
                    || flag.kind() == Flag.Kind.DIFFERENT
                    || flag.kind() == Flag.Kind.PARITY
                    || flag.kind() == Flag.Kind.LEAKS;
            return new FlagData(flag.kind().word(), spoilt ? "bad" : "warn", flag.explanation());
        }
    }

    static CellData of(Cell cell, RawData raw) {
        Findings findings = cell.findings();
        return new CellData(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.comparison().ratePerSecond(),
                cell.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                cell.reason(),
                cell.best(),
                cell.rigLimited(),
                cell.figures().orElse(null),
                Range.of(findings.goodput()),
                Range.of(findings.cpu()),
                cell.shareOfDirect().orElse(null),
                findings.added().map(AddedData::of).orElse(null),
                findings.probe().orElse(null),
                MediatorUse.of(cell).map(UseData::of).orElse(null),
                cell.errors(),
                cell.verified(),
                cell.figures().isPresent() ? findings.bottleneck().key() : null,
                findings.reconciled(),
                findings.compared(),
                findings.compared() == 0 ? null : findings.smallestVisibleRate(),
                findings.flags().stream().map(FlagData::of).toList(),
                raw.latencies(cell.trials()).orElse(null),
                cell.trials().stream().map(trial -> TrialData.of(trial, raw)).toList());
    }
}
