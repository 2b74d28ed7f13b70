package org.busbench.reports.results;

import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetFloor;
import org.busbench.reports.statistics.Interval;

/** The results of duets: ratios of two that were under load at the same time, and no figure of either. */
public record DuetResults(List<Contrast> contrasts, List<Floor> floors) {

    /** Null for a run without duets. */
    static DuetResults of(Analysis analysis) {
        return analysis.duets().isEmpty()
                ? null
                : new DuetResults(
                        analysis.duets().stream().map(Contrast::of).toList(),
                        analysis.floors().stream().map(Floor::of).toList());
    }

    /**
     * The second of a pair over the first.
     *
     * @param measure {@code cpu}, {@code goodput} or {@code latency}
     * @param verdict {@code faster}, {@code slower}, {@code tie} or {@code open}
     * @param word the verdict in the words of the measure
     * @param basis {@code same-product}, {@code confirmed}, {@code interferes}, {@code unconfirmed}, {@code biased} or {@code unchecked}
     * @param soloRatio the same from trials of one at a time; null where the run has none
     * @param detectable null where too little was measured for a verdict
     */
    public record Contrast(
            String measure,
            String first,
            String second,
            String scenario,
            String payload,
            int concurrency,
            List<Fork> forks,
            int lost,
            double ratio,
            Interval interval,
            double pValue,
            Double detectable,
            String verdict,
            String word,
            String basis,
            Double soloRatio) {

        static Contrast of(DuetContrast contrast) {
            return new Contrast(
                    key(contrast.measure()),
                    contrast.pair().first(),
                    contrast.pair().second(),
                    contrast.comparison().scenario(),
                    contrast.comparison().payload(),
                    contrast.comparison().concurrency(),
                    contrast.forks().stream().map(Fork::of).toList(),
                    contrast.lost(),
                    contrast.ratio(),
                    contrast.interval().orElse(null),
                    contrast.pValue(),
                    contrast.tooFew() ? null : (Double) contrast.detectable(),
                    key(contrast.verdict()),
                    contrast.measure().word(contrast.verdict()),
                    key(contrast.basis()),
                    contrast.solo()
                            .map(org.busbench.reports.analysis.Contrast::ratio)
                            .orElse(null));
        }
    }

    /**
     * The duets of one pair of processes.
     *
     * @param unit number of the process of either side; the block where no process was started anew
     * @param stretches ratios of the short windows, in their order
     */
    public record Fork(String unit, double ratio, List<Double> stretches) {

        static Fork of(DuetContrast.Fork fork) {
            return new Fork(
                    fork.unit(),
                    fork.ratio(),
                    fork.stretches().stream().map(DuetContrast.Stretch::ratio).toList());
        }
    }

    /**
     * What cannot be told from nothing here and now.
     *
     * @param smallest ratio above 1
     * @param bias ratio of the copy to its original
     */
    public record Floor(
            String measure,
            String scenario,
            String payload,
            int concurrency,
            double smallest,
            double bias,
            List<String> remedies) {

        static Floor of(DuetFloor floor) {
            return new Floor(
                    key(floor.contrast().measure()),
                    floor.contrast().comparison().scenario(),
                    floor.contrast().comparison().payload(),
                    floor.contrast().comparison().concurrency(),
                    floor.smallest(),
                    floor.contrast().ratio(),
                    floor.remedies());
        }
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
