package org.busbench.reports.analysis;

/** What a run says of an adapter against the baseline. */
public enum Verdict {
    /** Better, beyond chance, with all comparisons of the run corrected for. On CPU time: cheaper. */
    FASTER,
    /** Worse, beyond chance, with all comparisons of the run corrected for. On CPU time: dearer. */
    SLOWER,
    /** No difference was found, and one of 10 % would have been found nine times of ten. */
    TIE,
    /** No difference was found, but one of 10 % could have been missed: there are too few blocks, or too much noise. */
    UNDECIDED
}
