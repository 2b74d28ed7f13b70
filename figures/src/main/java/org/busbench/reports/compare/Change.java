package org.busbench.reports.compare;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Interval;

/**
 * One adapter in one comparison, in two runs, by one figure.
 *
 * @param before median over the trials of the first run, in the unit of the figure; of a duet over its forks
 * @param after median over those of the second
 * @param unitsBefore independent units of the first run: the mediator's processes; 1 where the record does not tell them apart
 * @param unitsAfter those of the second
 * @param rival beside which it was under load in a duet, in both runs; both figures are ratios to the rival's then. Empty
 *     for trials of one at a time
 * @param controls controls by which both runs' figures were divided, block by block, before they were compared; empty
 *     when there were none, so that a change of the machine counts as the adapter's
 * @param ratio second over first, after that division: the geometric mean over the units
 * @param interval 95 %, of this ratio alone; empty when one run has a single unit
 * @param pValue corrected for all cells of the two runs by this figure (Holm); 1 with fewer than three units
 * @param detectable the smallest ratio above 1 that would have been found nine times out of ten; infinite with fewer than
 *     three units
 * @param verdict {@link Verdict#FASTER} when the second run is the better one
 */
public record Change(
        Measure measure,
        Comparison comparison,
        String adapter,
        Optional<String> rival,
        double before,
        double after,
        int unitsBefore,
        int unitsAfter,
        List<String> controls,
        double ratio,
        Optional<Interval> interval,
        double pValue,
        double detectable,
        Verdict verdict) {

    /** The name of the figure, for a table, for example {@code CPU-µs}, or {@code CPU-µs / reference} of a duet. */
    public String title() {
        return measure.title() + rival.map(name -> " / " + name).orElse("");
    }

    /** Whether the runs differ here beyond chance; false also when that is open. */
    public boolean real() {
        return verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
    }
}
