package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;

/**
 * A row of the table of verdicts: an adapter against the baseline in one comparison.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param where scenario, payload and level, for people
 * @param blocks in how many both were measured
 * @param goodput by throughput
 * @param cpu by CPU time per message
 */
record VerdictView(String adapter, String look, String where, int blocks, Side goodput, Side cpu) {

    /**
     * The verdict by one figure.
     *
     * @param known whether both have this figure
     * @param word the verdict; empty where there can be none
     * @param mark a class: {@code good}, {@code bad}, {@code none} or {@code warn}
     * @param difference to the baseline, with its interval
     * @param exact the ratio itself
     * @param detail what the verdict rests on
     */
    record Side(boolean known, String word, String mark, String difference, String exact, String detail) {

        static final Side UNKNOWN = new Side(false, "", "none", "–", "", "");

        static Side of(Contrast contrast) {
            boolean judged = Double.isFinite(contrast.detectable());
            String interval = contrast.interval()
                    .map(i -> " (" + Format.difference(i.low()) + " to " + Format.difference(i.high()) + ")")
                    .orElse("");
            return new Side(
                    true,
                    judged ? contrast.measure().word(contrast.verdict()) : "",
                    mark(contrast.verdict()),
                    Format.difference(contrast.ratio()) + interval,
                    Double.toString(contrast.ratio()),
                    judged ? detail(contrast) : few(contrast));
        }

        private static String mark(Verdict verdict) {
            return switch (verdict) {
                case FASTER -> "good";
                case SLOWER -> "bad";
                case TIE -> "none";
                case UNDECIDED -> "warn";
            };
        }

        private static String few(Contrast contrast) {
            if (contrast.blocks().size() >= Contrast.FEWEST_BLOCKS) {
                return "two processes of each: no verdict";
            }
            return contrast.blocks().size() == 1 ? "measured once: no verdict" : "two blocks: no verdict";
        }

        private static String detail(Contrast contrast) {
            String sharp = "a difference of " + Format.percent(contrast.detectable() - 1);
            String outliers = contrast.outlierBlocks().isEmpty()
                    ? ""
                    : "; far from the others: block "
                            + String.join(
                                    ", ",
                                    contrast.outlierBlocks().stream()
                                            .map(Object::toString)
                                            .toList());
            return switch (contrast.verdict()) {
                case FASTER, SLOWER -> "corrected p " + probability(contrast.pValue()) + outliers;
                case TIE -> sharp + " would have been seen" + outliers;
                case UNDECIDED -> "only " + sharp + " could have been seen" + outliers;
            };
        }

        private static String probability(double p) {
            return p < 0.001 ? "below 0.001" : String.format(Locale.ROOT, "%.3f", p);
        }
    }

    static List<VerdictView> of(Analysis analysis, Palette palette) {
        Map<List<Object>, List<Contrast>> rows = new LinkedHashMap<>();
        analysis.contrasts()
                .forEach(contrast -> rows.computeIfAbsent(
                                List.of(contrast.comparison(), contrast.adapter()), key -> new ArrayList<>())
                        .add(contrast));
        return rows.values().stream().map(row -> row(row, palette)).toList();
    }

    private static VerdictView row(List<Contrast> contrasts, Palette palette) {
        Contrast any = contrasts.get(0);
        return new VerdictView(
                any.adapter(),
                palette.of(any.adapter()),
                Format.scenario(any.comparison().scenario()) + ", "
                        + Format.payload(any.comparison().payload()) + ", "
                        + Format.level(any.comparison()),
                any.blocks().size(),
                side(contrasts, Measure.GOODPUT),
                side(contrasts, Measure.CPU));
    }

    private static Side side(List<Contrast> contrasts, Measure measure) {
        return contrasts.stream()
                .filter(contrast -> contrast.measure() == measure)
                .findFirst()
                .map(Side::of)
                .orElse(Side.UNKNOWN);
    }
}
