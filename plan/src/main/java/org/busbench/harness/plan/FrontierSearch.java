package org.busbench.harness.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Seeks the highest rate of requests at which the 99th percentile of latency stays under each of some bounds. What to try
 * next follows from what was tried before, and from nothing else, so that a resumed search goes on where it ended.
 *
 * <p>From the first rate it doubles or halves until one rate is held and a higher one is not; halves that bracket by its
 * geometric mean until its ends differ by a tenth or less; then tries both ends again, for a machine that was slow for a
 * moment makes a rate look too high. A rate is held when it was held in more trials than not; one whose two trials
 * disagree is tried a third time at once. What a second look refutes moves the bracket, and the search goes on from
 * there. All bounds share their trials. After {@link #mostTrials()} the search ends where it is.
 *
 * @param bounds of the 99th percentile
 * @param first the rate to try first, requests per second
 * @param lowest no rate below it is tried
 */
public record FrontierSearch(List<Duration> bounds, int first, int lowest) {

    /** A bracket whose ends differ by this factor or less is narrow enough. */
    public static final double RESOLUTION = 1.1;

    /** Where every trial agrees: a rate held, its double missed, three between them, and a second look at both ends. */
    public static final int FEWEST_TRIALS = 7;

    /** Above it nothing is tried. */
    static final int HIGHEST = 1_000_000;

    private static final int TRIALS_FOR_BRACKET = 8;
    private static final int TRIALS_FOR_BOUND = 6;
    /** Rates have this many digits: more would pretend. */
    private static final int DIGITS = 3;

    /** Sorts the bounds, and keeps the first rate within what may be tried. */
    public FrontierSearch {
        bounds = bounds.stream().sorted(Comparator.naturalOrder()).toList();
        first = rounded(Math.min(HIGHEST, Math.max(lowest, first)));
    }

    /**
     * One rate that was tried.
     *
     * @param ratePerSecond requests per second
     * @param p99Micros 99th percentile of the latency of all requests that were due; infinite when one failed, or when
     *     fewer were answered than were due
     */
    public record Attempt(int ratePerSecond, double p99Micros) {

        boolean holds(Duration bound) {
            return p99Micros <= bound.toNanos() / 1000.0;
        }
    }

    /** How often a rate was held, and how often not. */
    private record Votes(int held, int missed) {

        Votes plus(boolean holds) {
            return holds ? new Votes(held + 1, missed) : new Votes(held, missed + 1);
        }

        boolean split() {
            return held == missed;
        }

        boolean holds() {
            return held > missed;
        }

        boolean sure() {
            return Math.abs(held - missed) > 1 || held + missed > 2;
        }
    }

    /** How many trials it may take. */
    public int mostTrials() {
        return mostTrials(bounds.size());
    }

    /** How many trials a search may take that has so many bounds. */
    public static int mostTrials(int bounds) {
        return TRIALS_FOR_BRACKET + TRIALS_FOR_BOUND * bounds;
    }

    /** Requests per second to try next, after what was tried in that order; empty when the search is over. */
    public OptionalInt next(List<Attempt> tried) {
        if (tried.isEmpty()) {
            return OptionalInt.of(first);
        }
        if (tried.size() >= mostTrials()) {
            return OptionalInt.empty();
        }
        for (Duration bound : bounds) {
            OptionalInt next = next(bound, tried);
            if (next.isPresent()) {
                return next;
            }
        }
        return OptionalInt.empty();
    }

    private OptionalInt next(Duration bound, List<Attempt> tried) {
        TreeMap<Integer, Votes> byRate = new TreeMap<>();
        for (Attempt attempt : tried) {
            Votes before = byRate.getOrDefault(attempt.ratePerSecond(), new Votes(0, 0));
            byRate.put(attempt.ratePerSecond(), before.plus(attempt.holds(bound)));
        }
        // The bracket: the lowest rate that was missed, and the highest below it that was held.
        Integer missed = null;
        Integer held = null;
        for (var rate : byRate.entrySet()) {
            if (rate.getValue().split()) {
                return OptionalInt.of(rate.getKey());
            }
            if (!rate.getValue().holds()) {
                missed = rate.getKey();
                break;
            }
            held = rate.getKey();
        }
        if (missed == null) {
            return held >= HIGHEST ? OptionalInt.empty() : OptionalInt.of(Math.min(HIGHEST, rounded(held * 2.0)));
        }
        if (held == null && missed > lowest) {
            return OptionalInt.of(Math.max(lowest, rounded(missed / 2.0)));
        }
        if (held != null) {
            int middle = rounded(Math.sqrt((double) held * missed));
            if (missed > held * RESOLUTION && middle > held && middle < missed) {
                return OptionalInt.of(middle);
            }
            if (!byRate.get(held).sure()) {
                return OptionalInt.of(held);
            }
        }
        return byRate.get(missed).sure() ? OptionalInt.empty() : OptionalInt.of(missed);
    }

    private static int rounded(double rate) {
        double step = Math.pow(10, Math.max(0, Math.floor(Math.log10(rate)) - DIGITS + 1));
        return (int) Math.max(1, Math.round(rate / step) * step);
    }
}
