package org.busbench.reports.statistics;

import java.util.Locale;

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

    /** The same of values whose logarithms these are. */
    public Interval exp() {
        return new Interval(Math.exp(low), Math.exp(high), coverage);
    }

    /** A value of this range, of which the last digit stands where half of the range's width has its first. */
    public String digits(double value) {
        return rounded(value, (high - low) / 2);
    }

    /** The first three digits of a value whose range is not known; below 100, one behind the point. */
    public static String threeDigits(double value) {
        return rounded(value, Math.abs(value) / 100);
    }

    private static String rounded(double value, double doubt) {
        double place = Math.pow(10, Math.floor(Math.log10(doubt)));
        return place > 1
                ? String.format(Locale.ROOT, "%.0f", Math.rint(value / place) * place)
                : String.format(
                        Locale.ROOT, value == Math.rint(value) || Math.abs(value) >= 99.95 ? "%.0f" : "%.1f", value);
    }
}
