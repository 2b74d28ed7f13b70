package org.busbench.reports.analysis;

/**
 * What a run, or a comparison of two runs, says of a figure (run rules 21 to 23). This is the one place where a verdict is
 * found; {@link Measure#word} says it in the words of a figure.
 */
public enum Verdict {
    /** Better, beyond chance, with all comparisons made together corrected for. On CPU time: cheaper. */
    FASTER,
    /** Worse, beyond chance, with all comparisons made together corrected for. On CPU time: dearer. */
    SLOWER,
    /** No difference was found, and one of 10 % would have been found nine times out of ten. */
    TIE,
    /** No difference was found, but one of 10 % could have been missed: there are too few blocks, or too much noise. */
    OPEN;

    /** A claim is made below this probability of a false one, for all comparisons made together. */
    public static final double SIGNIFICANCE = 0.05;

    /** A difference counts as detectable when it would be found with this probability. */
    public static final double POWER = 0.9;

    /** A tie is said only where a difference of this ratio would have been found. */
    public static final double RELEVANT_RATIO = 1.10;

    /**
     * Judges a difference.
     *
     * @param logRatio logarithm of adapter over baseline, or of after over before
     * @param pValue corrected for all comparisons made together, and for all looks
     * @param detectable the smallest ratio above 1 that would have been found with {@link #POWER}, after that correction
     */
    public static Verdict of(Measure measure, double logRatio, double pValue, double detectable) {
        if (pValue < SIGNIFICANCE) {
            return measure.better(logRatio) ? FASTER : SLOWER;
        }
        return detectable <= RELEVANT_RATIO ? TIE : OPEN;
    }

    String word(String better, String worse) {
        return switch (this) {
            case FASTER -> better;
            case SLOWER -> worse;
            case TIE -> "tie";
            case OPEN -> "open";
        };
    }
}
