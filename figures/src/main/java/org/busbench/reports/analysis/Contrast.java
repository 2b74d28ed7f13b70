package org.busbench.reports.analysis;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.statistics.Interval;

/**
 * An adapter against the baseline in one comparison, by one figure, paired within blocks.
 *
 * @param blocks in which both have the figure, at least one
 * @param forks how many pairs of processes these blocks met; with several, their means are the units of all that follows,
 *     and with one the claim is about these two processes. 1 if one of both ran already: the claim is about that one process
 *     then, though the means over the other's processes are the units
 * @param interval 95 %, of this ratio alone, over all looks of the run; empty with one block
 * @param pValue corrected for all comparisons of the run (Holm) and for its looks
 *     ({@link org.busbench.reports.statistics.Looks}); 1 with fewer than three blocks, or when two pairs of processes were met
 * @param detectable the smallest ratio above 1 that would have been found nine times out of ten, after that correction;
 *     infinite with fewer than three blocks, or when two pairs of processes were met
 * @param verdict what may be said
 */
public record Contrast(
        Measure measure,
        Comparison comparison,
        String adapter,
        String baseline,
        List<Integer> blocks,
        int forks,
        double ratio,
        Optional<Interval> interval,
        double pValue,
        double detectable,
        Verdict verdict,
        List<Integer> outlierBlocks) {

    /** The least number of blocks for a verdict. */
    public static final int FEWEST_BLOCKS = 3;

    /** The least number of forks for a verdict, where the mediators were started anew. */
    public static final int FEWEST_FORKS = 3;
}
