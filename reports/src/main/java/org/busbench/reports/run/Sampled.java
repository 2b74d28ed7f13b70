package org.busbench.reports.run;

/**
 * Whole responses compared with the expected ones as canonical XML.
 *
 * @param compared how many
 * @param different how many of these were not equal
 * @param firstDifference where the first one differed; null when none did
 */
public record Sampled(long compared, long different, String firstDifference) {

    /** Refuses more differences than comparisons. */
    public Sampled {
        Required.notNegative(compared, "sampled.compared");
        Required.notNegative(different, "sampled.different");
        if (different > compared) {
            throw new IllegalArgumentException(
                    "'sampled.different' is " + different + ", more than the " + compared + " that were compared");
        }
    }
}
