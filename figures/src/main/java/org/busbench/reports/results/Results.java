package org.busbench.reports.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Latency;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Second;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetFloor;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Findings;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.analysis.MediatorUse;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Scaling;
import org.busbench.reports.analysis.WindowLimits;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * What a run says, flat and complete: {@code export --format json} writes it, and the page embeds it for its charts.
 * docs/schema/results-2.schema.json says of each field what it means, and when it is null.
 */
public final class Results {
    public static final String SCHEMA = "busbench/results/2";

    private final RawData raw;
    private final UnaryOperator<Double> charted;

    private Results(RawData raw, UnaryOperator<Double> charted) {
        this.raw = raw;
        this.charted = charted;
    }

    /** The model of an analysis, and of the data where latencies and errors by second lie. */
    public static Map<String, Object> of(Analysis analysis, RawData raw) {
        return of(analysis, raw, UnaryOperator.identity());
    }

    /** The same with another form of the figures that charts alone draw: those of trials, their seconds, and edges of bins. */
    public static Map<String, Object> of(Analysis analysis, RawData raw, UnaryOperator<Double> charted) {
        return new Results(raw, charted).of(analysis);
    }

    private Map<String, Object> of(Analysis analysis) {
        Map<String, Object> results = new LinkedHashMap<>(Fields.of(
                "schema", SCHEMA,
                "run", run(analysis.run()),
                "adapters", each(analysis.run().info().adapters(), Results::adapter),
                "baseline", analysis.baseline(),
                "cells", each(analysis.cells(), this::cell),
                "standings", each(analysis.rankings(), Results::standing),
                "contrasts", each(analysis.contrasts(), Results::contrast),
                "scalings", each(analysis.scalings(), Results::scaling),
                "fixedRate", each(analysis.fixedRate(), Results::fixedRate),
                "frontiers", each(analysis.frontiers(), Results::frontier),
                "probe", each(ProbeLatency.of(analysis.cells()), Results::probe)));
        if (!analysis.duets().isEmpty()) {
            results.put("duets", duets(analysis));
        }
        analysis.repetition().ifPresent(found -> results.put("publication", PublicationResults.of(found)));
        return results;
    }

    public static <T, R> List<R> each(List<T> all, Function<T, R> view) {
        return all.stream().map(view).toList();
    }

    private static Map<String, Object> run(RecordedRun run) {
        RunInfo info = run.info();
        Optional<RunInfo.Busbench> busbench = Optional.ofNullable(info.busbench());
        Optional<RunInfo.Environment> machine = Optional.ofNullable(info.environment());
        return Fields.of(
                "id", info.id(),
                "startedAt", info.startedAt(),
                "suite", info.suite().name(),
                "blocks", info.suite().repeats().blocks(),
                "busbench", busbench.map(RunInfo.Busbench::version),
                "commit", busbench.map(RunInfo.Busbench::commit),
                "cpu", machine.map(RunInfo.Environment::cpu),
                "logicalCpus", machine.map(RunInfo.Environment::logicalCpus),
                "notSeen", WindowLimits.of(run));
    }

    private static Map<String, Object> adapter(Adapter adapter) {
        return Fields.of(
                "name", adapter.name(),
                "title", adapter.title(),
                "role", adapter.role(),
                "version", adapter.version());
    }

    private Map<String, Object> cell(Cell cell) {
        Findings findings = cell.findings();
        Comparison comparison = cell.comparison();
        return Fields.of(
                "adapter", cell.adapter().name(),
                "scenario", comparison.scenario(),
                "payload", comparison.payload(),
                "concurrency", comparison.concurrency(),
                "ratePerSecond", comparison.ratePerSecond(),
                "outcome", cell.outcome(),
                "reason", cell.reason(),
                "best", cell.best(),
                "rigLimited", cell.rigLimited(),
                "trials", cell.trials().size(),
                "measuredTrials", cell.measuredTrials(),
                "goodputPerSecond", cell.figures().map(Figures::goodputPerSecond),
                "goodputInterval", findings.goodput(),
                "latencyMicros", cell.figures().map(Figures::latencyMicros),
                "cpuMicrosPerMessage", cell.figures().map(Figures::cpuMicrosPerMessage),
                "mediatorCpuInterval", findings.cpu(),
                "costNotMeasured", cell.costNotMeasured(),
                "shareOfDirect", cell.shareOfDirect(),
                "cpuTimesFloor", cell.cpuTimesFloor(),
                "addedMicros", findings.added().map(Results::added),
                "probeMicros", findings.probe(),
                "verified", cell.verified(),
                "errors", cell.errors(),
                "refused", refused(cell),
                "bottleneck", cell.figures().map(unused -> findings.bottleneck()),
                "reconciledTrials", findings.reconciled(),
                "responsesCompared", findings.compared(),
                "smallestVisibleRate", findings.compared() == 0 ? null : (Double) findings.smallestVisibleRate(),
                "flags", each(findings.flags(), Results::flag),
                "mediatorUse", MediatorUse.of(cell),
                "latencyDistribution", raw.latencies(cell.trials()).map(this::distribution),
                "series", each(cell.trials(), this::trial));
    }

    /** Messages that were wrong on purpose, and were refused, warm-up included; null where none was. */
    private static Long refused(Cell cell) {
        long refused = cell.trials().stream()
                .map(trial -> trial.proof().totals())
                .filter(totals -> totals != null && totals.refused() != null)
                .mapToLong(Trial.Totals::refused)
                .sum();
        return refused == 0 ? null : refused;
    }

    private static Map<String, Object> added(AddedLatency added) {
        return Fields.of(
                "p50", added.p50Micros(),
                "p50Interval", added.p50Interval(),
                "p99", added.p99Micros(),
                "p99Interval", added.p99Interval(),
                "byProbe", added.byProbe());
    }

    private static Map<String, Object> flag(Flag flag) {
        return Fields.of(
                "kind", flag.kind(),
                "word", flag.kind().word(),
                "spoils", flag.kind().spoils(),
                "explanation", flag.explanation());
    }

    private Map<String, Object> distribution(Distribution spread) {
        return Fields.of(
                "responses", spread.count(),
                "quantiles", spread.quantiles(),
                "micros", spread.micros(),
                "maxMicros", spread.maxMicros(),
                "binEdgesMicros", spread.edgesMicros().stream().map(charted).toList(),
                "binResponses", spread.bins());
    }

    private Map<String, Object> trial(Trial trial) {
        return Fields.of(
                "trial", trial.number(),
                "block", trial.block(),
                "evidence", trial.evidenceFolder().path(),
                "outcome", trial.outcome(),
                "reason", trial.result().reason(),
                "figures", figures(trial),
                "verified", bySecond(trial, Second::verified),
                "errors", bySecond(trial, Second::errors),
                "errorsByClass", errorsByClass(trial, raw),
                "p50Micros", bySecond(trial, second -> charted(second.p50Micros())),
                "p99Micros", bySecond(trial, second -> charted(second.p99Micros())));
    }

    private Double charted(Double figure) {
        return figure == null ? null : charted.apply(figure);
    }

    /** A second without a response has no percentile: the list may hold nulls. */
    private static <T> List<T> bySecond(Trial trial, Function<Second, T> figure) {
        return trial.result().series().stream().map(figure).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Counts of each class by second; null where there were errors and the raw data do not tell of which class. */
    public static Map<String, long[]> errorsByClass(Trial trial, RawData raw) {
        Map<String, long[]> known = raw.errors(trial);
        return known.isEmpty() && trial.result().errors().total() > 0 ? null : known;
    }

    /** CPU time, instructions and memory are the mediator's. */
    private Map<String, Object> figures(Trial trial) {
        Optional<Latency> latency = Optional.ofNullable(trial.result().latencyMicros());
        Optional<ProcessUse> use = Optional.ofNullable(trial.use().processes().mediator());
        return Fields.of(
                "goodputPerSecond", charted(trial.result().goodputPerSecond()),
                "p50Micros", latency.map(Latency::p50).map(charted),
                "p99Micros",
                        latency.filter(any -> Latency.tells(99, trial.result().verified()))
                                .map(Latency::p99)
                                .map(charted),
                "cpuMicrosPerMessage", use.map(ProcessUse::cpuMicrosPerMessage).map(charted),
                "instructionsPerMessage",
                        use.map(ProcessUse::instructionsPerMessage).map(charted),
                "rssBytes", use.map(ProcessUse::rssBytes),
                "errors", trial.result().errors().total());
    }

    private static Map<String, Object> standing(Ranking ranking) {
        return Fields.of(
                "scenario", ranking.scenario(),
                "payload", ranking.payload(),
                "verdict", ranking.claim(),
                "first",
                        ranking.mediators().stream()
                                .findFirst()
                                .map(cell -> cell.adapter().name()),
                "ratioToSecond", ranking.ratio());
    }

    private static Map<String, Object> contrast(Contrast contrast) {
        Comparison comparison = contrast.comparison();
        boolean judged = Double.isFinite(contrast.detectable());
        return Fields.of(
                "measure", contrast.measure(),
                "adapter", contrast.adapter(),
                "scenario", comparison.scenario(),
                "payload", comparison.payload(),
                "concurrency", comparison.concurrency(),
                "ratePerSecond", comparison.ratePerSecond(),
                "blocks", contrast.blocks().size(),
                "forks", contrast.forks(),
                "ratio", contrast.ratio(),
                "interval", contrast.interval(),
                "pValue", contrast.pValue(),
                "detectable", contrast.detectable(),
                "verdict", judged ? contrast.verdict() : null,
                "word", judged ? contrast.measure().word(contrast.verdict()) : null,
                "outlierBlocks", contrast.outlierBlocks());
    }

    private static Map<String, Object> scaling(Scaling scaling) {
        return Fields.of(
                "adapter", scaling.adapter(),
                "scenario", scaling.scenario(),
                "payload", scaling.payload(),
                "levels", scaling.levels(),
                "saturation", scaling.saturation(),
                "bottleneck", scaling.bottleneck(),
                "law", scaling.law(),
                "peak", scaling.law().flatMap(ScalabilityLaw::peak),
                "serial", scaling.isSerial());
    }

    private static Map<String, Object> fixedRate(FixedRateCost cost) {
        return Fields.of(
                "adapter", cost.adapter().name(),
                "scenario", cost.scenario(),
                "payload", cost.payload(),
                "ratePerSecond", cost.ratePerSecond(),
                "trials", cost.trials(),
                "latencyMicros", cost.figures().map(Figures::latencyMicros),
                "cpuMicrosPerMessage", cost.figures().map(Figures::cpuMicrosPerMessage),
                "mediatorCpuInterval", cost.cpu(),
                "mediatorCpuAtPeak", cost.cpuAtPeak(),
                "costNotMeasured", cost.notMeasured(),
                "trialsBehind", cost.behind());
    }

    private static Map<String, Object> frontier(Frontier frontier) {
        return Fields.of(
                "adapter", frontier.adapter().name(),
                "scenario", frontier.scenario(),
                "payload", frontier.payload(),
                "connections", frontier.connections(),
                "boundMillis", frontier.boundMillis(),
                "ratePerSecond", frontier.ratePerSecond(),
                "missedPerSecond", frontier.missedPerSecond(),
                "p99Micros", frontier.p99Micros(),
                "trials", frontier.trials(),
                "confirmed", frontier.confirmed(),
                "reason", frontier.reason());
    }

    private static Map<String, Object> probe(ProbeLatency probe) {
        Comparison comparison = probe.cell().comparison();
        return Fields.of(
                "adapter", probe.cell().adapter().name(),
                "scenario", comparison.scenario(),
                "payload", comparison.payload(),
                "concurrency", comparison.concurrency(),
                "ratePerSecond", probe.ratePerSecond(),
                "sent", probe.sent(),
                "errors", probe.errors(),
                "latencyMicros", probe.percentiles(),
                "maxMicros", probe.maxMicros());
    }

    /** Ratios of two that were under load at the same time, and no figure of either. */
    private static Map<String, Object> duets(Analysis analysis) {
        return Fields.of(
                "contrasts", duets(analysis, false),
                "means", duets(analysis, true),
                "floors",
                        each(
                                analysis.floors().stream()
                                        .filter(floor ->
                                                !floor.contrast().comparison().isMean())
                                        .toList(),
                                Results::floor));
    }

    private static List<Map<String, Object>> duets(Analysis analysis, boolean means) {
        return analysis.duets().stream()
                .filter(one -> one.comparison().isMean() == means)
                .map(one -> duet(one, means))
                .toList();
    }

    private static Map<String, Object> place(Comparison comparison) {
        return Fields.of(
                "scenario", comparison.scenario(),
                "payload", comparison.payload(),
                "concurrency", comparison.concurrency());
    }

    private static Map<String, Object> duet(DuetContrast contrast, boolean mean) {
        Map<String, Object> fields = new LinkedHashMap<>(Fields.of(
                "measure", contrast.measure(),
                "first", contrast.pair().first(),
                "second", contrast.pair().second()));
        fields.putAll(
                mean
                        ? Fields.of(
                                "cells", each(contrast.comparison().cells(), Results::place),
                                "cellsDiffer", contrast.cells())
                        : place(contrast.comparison()));
        fields.putAll(Fields.of(
                "forks", each(contrast.forks(), Results::fork),
                "lost", contrast.lost(),
                "ratio", contrast.ratio(),
                "interval", contrast.interval(),
                "pValue", contrast.pValue(),
                "detectable", contrast.detectable(),
                "verdict", contrast.verdict(),
                "word", contrast.measure().word(contrast.verdict()),
                "basis", contrast.basis(),
                "soloRatio", contrast.solo().map(Contrast::ratio)));
        return fields;
    }

    private static Map<String, Object> fork(DuetContrast.Fork fork) {
        return Fields.of(
                "unit", fork.unit(),
                "ratio", fork.ratio(),
                "stretches",
                        fork.stretches().stream()
                                .map(DuetContrast.Stretch::ratio)
                                .toList());
    }

    private static Map<String, Object> floor(DuetFloor floor) {
        Map<String, Object> fields =
                new LinkedHashMap<>(Fields.of("measure", floor.contrast().measure()));
        fields.putAll(place(floor.contrast().comparison()));
        fields.putAll(Fields.of(
                "smallest", floor.smallest(), "bias", floor.contrast().ratio(), "remedies", floor.remedies()));
        return fields;
    }
}
