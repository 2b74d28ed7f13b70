package org.busbench.reports.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.busbench.record.ErrorCounts;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Trial.Second;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Findings;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.MediatorUse;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.WindowLimits;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * What a run says, flat and complete: {@code export --format json} writes it as docs/schema/results-2.schema.json describes
 * it, and the page embeds it for its charts. What is not known is null. Times are in microseconds and rates per second,
 * unless a name says otherwise; shares and ratios are plain numbers.
 */
public record Results(
        String schema,
        Run run,
        List<Adapter> adapters,
        String baseline,
        List<Cell> cells,
        List<Standing> standings,
        List<Contrast> contrasts,
        List<Scaling> scalings,
        List<FixedRate> fixedRate,
        List<Frontier> frontiers,
        List<Probe> probe,
        @JsonInclude(JsonInclude.Include.NON_NULL) DuetResults duets,
        @JsonInclude(JsonInclude.Include.NON_NULL) PublicationResults publication) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/results/2";

    /**
     * Makes the model of an analysis.
     *
     * @param raw where latencies and errors by second lie
     */
    public static Results of(Analysis analysis, RawData raw) {
        return new Results(
                SCHEMA,
                Run.of(analysis.run()),
                analysis.run().info().adapters().stream().map(Adapter::of).toList(),
                analysis.baseline().orElse(null),
                analysis.cells().stream().map(cell -> Cell.of(cell, raw)).toList(),
                analysis.rankings().stream().map(Standing::of).toList(),
                analysis.contrasts().stream().map(Contrast::of).toList(),
                analysis.scalings().stream().map(Scaling::of).toList(),
                analysis.fixedRate().stream().map(FixedRate::of).toList(),
                analysis.frontiers().stream().map(Frontier::of).toList(),
                ProbeLatency.of(analysis.cells()).stream().map(Probe::of).toList(),
                DuetResults.of(analysis),
                PublicationResults.of(analysis));
    }

    /**
     * Which run it was; machine fields are null for sample logs, which do not say them.
     *
     * @param notSeen what its windows were too short to show, with the lengths that would; null when they were long enough
     */
    public record Run(
            String id,
            String startedAt,
            String suite,
            int blocks,
            String busbench,
            String commit,
            String cpu,
            Integer logicalCpus,
            String notSeen) {

        static Run of(RecordedRun run) {
            RunInfo info = run.info();
            return new Run(
                    info.id(),
                    info.startedAt(),
                    info.suite().name(),
                    info.suite().repeats().blocks(),
                    info.busbench() == null ? null : info.busbench().version(),
                    info.busbench() == null ? null : info.busbench().commit(),
                    info.environment() == null ? null : info.environment().cpu(),
                    info.environment() == null
                            ? null
                            : (Integer) info.environment().logicalCpus(),
                    WindowLimits.of(run).orElse(null));
        }
    }

    /** An adapter of the run. */
    public record Adapter(String name, String title, String role, String version) {

        static Adapter of(org.busbench.record.Adapter adapter) {
            return new Adapter(adapter.name(), adapter.title(), key(adapter.role()), adapter.version());
        }
    }

    /**
     * An adapter in a scenario, size and level. Figures are medians over its measured trials, intervals are of these
     * medians.
     *
     * @param ratePerSecond of an open model; null for a closed one
     * @param costNotMeasured why what the mediator used is not known; null when it is, or there is no mediator
     * @param cpuTimesFloor the mediator's CPU time as a multiple of that of the control {@code relay}; null when not known
     * @param smallestVisibleRate of wrong responses; null when none was compared
     */
    public record Cell(
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
            String costNotMeasured,
            Double shareOfDirect,
            Double cpuTimesFloor,
            Added addedMicros,
            Figures.Percentiles probeMicros,
            long verified,
            ErrorCounts errors,
            String bottleneck,
            long reconciledTrials,
            long responsesCompared,
            Double smallestVisibleRate,
            List<Flag> flags,
            MediatorUse mediatorUse,
            LatencyCurve latencyDistribution,
            List<Trial> series) {

        static Cell of(org.busbench.reports.analysis.Cell cell, RawData raw) {
            Findings findings = cell.findings();
            return new Cell(
                    cell.adapter().name(),
                    cell.comparison().scenario(),
                    cell.comparison().payload(),
                    cell.comparison().concurrency(),
                    cell.comparison().ratePerSecond(),
                    key(cell.outcome()),
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
                    cell.costNotMeasured().orElse(null),
                    cell.shareOfDirect().orElse(null),
                    cell.cpuTimesFloor().orElse(null),
                    Added.of(findings.added()),
                    findings.probe().orElse(null),
                    cell.verified(),
                    cell.errors(),
                    cell.figures().map(figures -> findings.bottleneck().key()).orElse(null),
                    findings.reconciled(),
                    findings.compared(),
                    findings.compared() == 0 ? null : (Double) findings.smallestVisibleRate(),
                    findings.flags().stream().map(Flag::of).toList(),
                    MediatorUse.of(cell).orElse(null),
                    raw.latencies(cell.trials()).map(LatencyCurve::of).orElse(null),
                    cell.trials().stream().map(trial -> Trial.of(trial, raw)).toList());
        }
    }

    /** Latency over {@code direct}. */
    public record Added(double p50, Interval p50Interval, double p99, Interval p99Interval, boolean byProbe) {

        static Added of(Optional<AddedLatency> added) {
            return added.map(found -> new Added(
                            found.p50Micros(),
                            found.p50Interval().orElse(null),
                            found.p99Micros(),
                            found.p99Interval().orElse(null),
                            found.byProbe()))
                    .orElse(null);
        }
    }

    /**
     * Something to know of a cell.
     *
     * @param spoils whether the figure is worthless with it, rather than limited
     */
    public record Flag(String kind, String word, boolean spoils, String explanation) {

        static Flag of(org.busbench.reports.analysis.Flag flag) {
            return new Flag(key(flag.kind()), flag.kind().word(), flag.kind().spoils(), flag.explanation());
        }
    }

    /**
     * How latencies of a cell are spread: the curve of percentiles, and a histogram whose bins are equally wide on a
     * logarithmic axis.
     *
     * @param quantiles where the curve is known; 0 is the shortest latency
     * @param binEdgesMicros from the start of the first bin to the end of the last, one more than there are bins
     */
    public record LatencyCurve(
            long responses,
            List<Double> quantiles,
            List<Double> micros,
            double maxMicros,
            List<Double> binEdgesMicros,
            List<Long> binResponses) {

        /** The curve of a distribution. */
        public static LatencyCurve of(Distribution distribution) {
            return new LatencyCurve(
                    distribution.count(),
                    Distribution.QUANTILES.subList(0, distribution.micros().size()),
                    distribution.micros(),
                    distribution.maxMicros(),
                    IntStream.rangeClosed(0, distribution.bins().size())
                            .mapToObj(bin -> Distribution.edgeMicros(distribution.firstBin() + bin))
                            .toList(),
                    distribution.bins());
        }
    }

    /**
     * A trial, second by second: each list has one entry for each second of the window.
     *
     * @param trial its number
     * @param evidence folder relative to the run directory; null when there is none
     * @param reason why it has no figures; null when it has
     * @param errorsByClass counts of each class that occurred; null when the raw data do not tell
     * @param p50Micros null in a second that has none
     * @param p99Micros null in a second that has none
     */
    public record Trial(
            int trial,
            int block,
            String evidence,
            String outcome,
            String reason,
            TrialFigures figures,
            List<Long> verified,
            List<Long> errors,
            Map<String, long[]> errorsByClass,
            List<Double> p50Micros,
            List<Double> p99Micros) {

        static Trial of(org.busbench.record.Trial trial, RawData raw) {
            return new Trial(
                    trial.number(),
                    trial.block(),
                    trial.evidenceFolder().path(),
                    trial.outcome().key(),
                    trial.result().reason(),
                    TrialFigures.of(trial),
                    each(trial, Second::verified),
                    each(trial, Second::errors),
                    Results.errorsByClass(trial, raw),
                    each(trial, Second::p50Micros),
                    each(trial, Second::p99Micros));
        }

        /** A second without a response has no percentile: the list may hold nulls. */
        private static <T> List<T> each(org.busbench.record.Trial trial, Function<Second, T> figure) {
            return trial.result().series().stream().map(figure).collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /** Counts of each class by second; null where there were errors and the raw data do not tell of which class. */
    public static Map<String, long[]> errorsByClass(org.busbench.record.Trial trial, RawData raw) {
        Map<String, long[]> known = raw.errors(trial);
        return known.isEmpty() && trial.result().errors().total() > 0 ? null : known;
    }

    /** The figures of a trial; CPU time, instructions and memory are the mediator's. */
    public record TrialFigures(
            Double goodputPerSecond,
            Double p50Micros,
            Double p99Micros,
            Double cpuMicrosPerMessage,
            Double instructionsPerMessage,
            Long rssBytes,
            long errors) {

        static TrialFigures of(org.busbench.record.Trial trial) {
            ProcessUse use = trial.use().processes().mediator();
            return new TrialFigures(
                    trial.result().goodputPerSecond(),
                    trial.result().latencyMicros() == null
                            ? null
                            : (Double) trial.result().latencyMicros().p50(),
                    trial.result().latencyMicros() == null
                            ? null
                            : (Double) trial.result().latencyMicros().p99(),
                    use == null ? null : use.cpuMicrosPerMessage(),
                    use == null ? null : use.instructionsPerMessage(),
                    use == null ? null : (Long) use.rssBytes(),
                    trial.result().errors().total());
        }
    }

    /** The first in a scenario and size, each at its best level, and the claim that may be made of it. */
    public record Standing(String scenario, String payload, String verdict, String first, Double ratioToSecond) {

        static Standing of(Ranking ranking) {
            return new Standing(
                    ranking.scenario(),
                    ranking.payload(),
                    key(ranking.claim()),
                    ranking.mediators().stream()
                            .findFirst()
                            .map(cell -> cell.adapter().name())
                            .orElse(null),
                    ranking.ratio().map(Results::finite).orElse(null));
        }
    }

    /**
     * An adapter against the baseline.
     *
     * @param verdict {@code faster}, {@code slower}, {@code tie} or {@code open}; null where there can be none
     * @param word the verdict in the words of the measure; null where there can be none
     */
    public record Contrast(
            String measure,
            String adapter,
            String scenario,
            String payload,
            int concurrency,
            Double ratePerSecond,
            int blocks,
            int forks,
            double ratio,
            Interval interval,
            double pValue,
            Double detectable,
            String verdict,
            String word,
            List<Integer> outlierBlocks) {

        static Contrast of(org.busbench.reports.analysis.Contrast contrast) {
            Double detectable = finite(contrast.detectable());
            return new Contrast(
                    key(contrast.measure()),
                    contrast.adapter(),
                    contrast.comparison().scenario(),
                    contrast.comparison().payload(),
                    contrast.comparison().concurrency(),
                    contrast.comparison().ratePerSecond(),
                    contrast.blocks().size(),
                    contrast.forks(),
                    contrast.ratio(),
                    contrast.interval().orElse(null),
                    contrast.pValue(),
                    detectable,
                    detectable == null ? null : key(contrast.verdict()),
                    detectable == null ? null : contrast.measure().word(contrast.verdict()),
                    contrast.outlierBlocks());
        }
    }

    /** How goodput goes with concurrency. */
    public record Scaling(
            String adapter,
            String scenario,
            String payload,
            int levels,
            int saturation,
            String bottleneck,
            ScalabilityLaw law,
            Double peak,
            boolean serial) {

        static Scaling of(org.busbench.reports.analysis.Scaling scaling) {
            return new Scaling(
                    scaling.adapter(),
                    scaling.scenario(),
                    scaling.payload(),
                    scaling.levels(),
                    scaling.saturation(),
                    scaling.bottleneck().key(),
                    scaling.law().orElse(null),
                    scaling.law().flatMap(ScalabilityLaw::peak).orElse(null),
                    scaling.isSerial());
        }
    }

    /** The cost of a message when all get the same rate. */
    public record FixedRate(
            String adapter,
            String scenario,
            String payload,
            double ratePerSecond,
            int trials,
            Figures.Percentiles latencyMicros,
            Figures.Cpu cpuMicrosPerMessage,
            Interval mediatorCpuInterval,
            Double mediatorCpuAtPeak,
            String costNotMeasured,
            int trialsBehind) {

        static FixedRate of(FixedRateCost cost) {
            return new FixedRate(
                    cost.adapter().name(),
                    cost.scenario(),
                    cost.payload(),
                    cost.ratePerSecond(),
                    cost.trials(),
                    cost.figures().map(Figures::latencyMicros).orElse(null),
                    cost.figures().map(Figures::cpuMicrosPerMessage).orElse(null),
                    cost.cpu().orElse(null),
                    cost.cpuAtPeak().orElse(null),
                    cost.notMeasured().orElse(null),
                    cost.behind());
        }
    }

    /** The highest rate under a bound of latency. */
    public record Frontier(
            String adapter,
            String scenario,
            String payload,
            int connections,
            double boundMillis,
            Double ratePerSecond,
            Double missedPerSecond,
            Double p99Micros,
            int trials,
            boolean confirmed,
            String reason) {

        static Frontier of(org.busbench.reports.analysis.Frontier frontier) {
            return new Frontier(
                    frontier.adapter().name(),
                    frontier.scenario(),
                    frontier.payload(),
                    frontier.connections(),
                    frontier.boundMillis(),
                    frontier.ratePerSecond().orElse(null),
                    frontier.missedPerSecond().orElse(null),
                    frontier.p99Micros().orElse(null),
                    frontier.trials(),
                    frontier.confirmed(),
                    frontier.reason());
        }
    }

    /** Latency that the probe saw beside the load. */
    public record Probe(
            String adapter,
            String scenario,
            String payload,
            int concurrency,
            double ratePerSecond,
            long sent,
            long errors,
            Figures.Percentiles latencyMicros,
            double maxMicros) {

        static Probe of(ProbeLatency latency) {
            return new Probe(
                    latency.cell().adapter().name(),
                    latency.cell().comparison().scenario(),
                    latency.cell().comparison().payload(),
                    latency.cell().comparison().concurrency(),
                    latency.ratePerSecond(),
                    latency.sent(),
                    latency.errors(),
                    latency.percentiles(),
                    latency.maxMicros());
        }
    }

    /** JSON has no infinity. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
