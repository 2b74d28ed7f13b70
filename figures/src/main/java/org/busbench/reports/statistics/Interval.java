package org.busbench.reports.statistics;

/**
 * A range that holds the true value with a known probability.
 *
 * @param coverage that probability, 0 to 1
 */
public record Interval(double low, double high, double coverage) {

    /** Refuses an interval that is upside down, and what is no probability. */
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval must rise, not run from " + low + " to " + high);
        }
        if (!(coverage > 0 && coverage <= 1)) {
            throw new IllegalArgumentException("a coverage lies above 0 and is at most 1, not " + coverage);
        }
    }

    /** Whether a value lies inside, the ends included. */
    public boolean contains(double value) {
        return value >= low && value <= high;
    }
}
