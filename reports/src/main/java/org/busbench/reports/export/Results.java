package org.busbench.reports.export;

import java.util.List;
import java.util.Locale;
import org.busbench.record.Adapter;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Scaling;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * What a run says of its cells, as docs/schema/results-1.schema.json describes it. What is not known is null. Times are in
 * microseconds, rates per second, shares and ratios plain numbers.
 */
record Results(
        String schema,
        Run run,
        List<Party> adapters,
        String baseline,
        List<CellResult> cells,
        List<Lead> standings,
        List<Against> contrasts,
        List<Curve> scalings,
        List<RateResults.OneRate> fixedRate,
        List<RateResults.Search> frontiers,
        List<RateResults.Probed> probe) {

    static final String SCHEMA = "busbench/results/1";

    /** Which run it was. */
    record Run(
            String id,
            String startedAt,
            String suite,
            int blocks,
            String busbench,
            String commit,
            String cpu,
            int logicalCpus) {

        static Run of(RunInfo info) {
            return new Run(
                    info.id(),
                    info.startedAt(),
                    info.suite().name(),
                    info.suite().repeats().blocks(),
                    info.busbench().version(),
                    info.busbench().commit(),
                    info.environment().cpu(),
                    info.environment().logicalCpus());
        }
    }

    /** An adapter. */
    record Party(String name, String title, String role, String version) {

        static Party of(Adapter adapter) {
            return new Party(adapter.name(), adapter.title(), key(adapter.role()), adapter.version());
        }
    }

    /** Who is first in a scenario and size, each at its best level, and what may be said of that. */
    record Lead(String scenario, String payload, String verdict, String first, Double ratioToSecond) {

        static Lead of(Ranking standing) {
            return new Lead(
                    standing.scenario(),
                    standing.payload(),
                    key(standing.claim()),
                    standing.mediators().stream()
                            .findFirst()
                            .map(cell -> cell.adapter().name())
                            .orElse(null),
                    standing.ratio().map(Results::finite).orElse(null));
        }
    }

    /** An adapter against the baseline; without a verdict where there can be none. */
    record Against(
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
            List<Integer> outlierBlocks) {

        static Against of(Contrast contrast) {
            Double detectable = finite(contrast.detectable());
            return new Against(
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
                    contrast.outlierBlocks());
        }
    }

    /** How goodput goes with concurrency. */
    record Curve(
            String adapter,
            String scenario,
            String payload,
            int levels,
            int saturation,
            ScalabilityLaw law,
            Double peak) {

        static Curve of(Scaling scaling) {
            return new Curve(
                    scaling.adapter(),
                    scaling.scenario(),
                    scaling.payload(),
                    scaling.levels(),
                    scaling.saturation(),
                    scaling.law().orElse(null),
                    scaling.law().flatMap(ScalabilityLaw::peak).orElse(null));
        }
    }

    static Results of(Analysis analysis, RawData raw) {
        return new Results(
                SCHEMA,
                Run.of(analysis.run().info()),
                analysis.run().info().adapters().stream().map(Party::of).toList(),
                analysis.baseline().orElse(null),
                analysis.cells().stream().map(cell -> CellResult.of(cell, raw)).toList(),
                analysis.rankings().stream().map(Lead::of).toList(),
                analysis.contrasts().stream().map(Against::of).toList(),
                analysis.scalings().stream().map(Curve::of).toList(),
                analysis.fixedRate().stream().map(RateResults.OneRate::of).toList(),
                analysis.frontiers().stream().map(RateResults.Search::of).toList(),
                ProbeLatency.of(analysis.cells()).stream()
                        .map(RateResults.Probed::of)
                        .toList());
    }

    /** JSON has no infinity. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
