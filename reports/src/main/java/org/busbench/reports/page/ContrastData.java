package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Contrast;

/**
 * An adapter against the baseline of the report, as the page embeds it.
 *
 * @param measure {@code goodput}, {@code cpu} or {@code instructions}
 * @param rate requests per second of an open model; null for a closed one
 * @param ratio adapter over baseline
 * @param range 95 % interval of this ratio alone; null with one block
 * @param verdict {@code faster}, {@code slower}, {@code tie}, {@code undecided}; null where there can be none
 * @param word the verdict in the words of the measure; null where there can be none
 * @param pValue corrected for all comparisons of the run
 * @param detectable the smallest ratio that would have been found; null where there can be no verdict
 * @param blocks in how many both were measured
 */
record ContrastData(
        String measure,
        String adapter,
        String scenario,
        String payload,
        int concurrency,
        Double rate,
        double ratio,
        CellData.Range range,
        String verdict,
        String word,
        double pValue,
        Double detectable,
        int blocks,
        List<Integer> outlierBlocks) {

    static ContrastData of(Contrast contrast) {
        boolean judged = Double.isFinite(contrast.detectable());
        return new ContrastData(
                contrast.measure().name().toLowerCase(Locale.ROOT),
                contrast.adapter(),
                contrast.comparison().scenario(),
                contrast.comparison().payload(),
                contrast.comparison().concurrency(),
                contrast.comparison().ratePerSecond(),
                contrast.ratio(),
                CellData.Range.of(contrast.interval()),
                judged ? contrast.verdict().name().toLowerCase(Locale.ROOT) : null,
                judged ? contrast.measure().word(contrast.verdict()) : null,
                Format.rounded(contrast.pValue()),
                judged ? Format.rounded(contrast.detectable()) : null,
                contrast.blocks().size(),
                contrast.outlierBlocks());
    }
}
