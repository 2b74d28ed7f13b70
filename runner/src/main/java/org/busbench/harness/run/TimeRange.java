package org.busbench.harness.run;

import java.time.Duration;
import org.busbench.harness.text.Durations;

/** A length of time of which only bounds are guessed. */
public record TimeRange(Duration from, Duration to) {

    public static final TimeRange ZERO = new TimeRange(Duration.ZERO, Duration.ZERO);

    private static final double MILLIS = 1000;
    private static final double TENTH = 100;
    /** Figures below it are shown to the tenth of a second. */
    private static final Duration FINE = Duration.ofSeconds(10);
    /** Figures below it are shown to the second. */
    private static final Duration COARSE = Duration.ofMinutes(10);

    /** Refuses bounds the wrong way round. */
    public TimeRange {
        if (from.isNegative() || to.compareTo(from) < 0) {
            throw new IllegalArgumentException("from " + from + " to " + to + " is no span of time");
        }
    }

    /** Between two numbers of seconds, from at least 0. */
    static TimeRange seconds(double from, double to) {
        return new TimeRange(duration(from), duration(to));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * MILLIS));
    }

    public TimeRange plus(TimeRange other) {
        return new TimeRange(from.plus(other.from), to.plus(other.to));
    }

    /** So many of them, at least 0. */
    public TimeRange times(double factor) {
        return seconds(seconds(from) * factor, seconds(to) * factor);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    /** For people, with no more digits than a guess has: {@code 12m to 20m}, or one figure where both bounds come to the same. */
    public String show() {
        String low = Durations.show(rounded(from));
        String high = Durations.show(rounded(to));
        return low.equals(high) ? low : low + " to " + high;
    }

    private static Duration rounded(Duration guess) {
        if (guess.compareTo(COARSE) >= 0) {
            return Duration.ofMinutes(Math.round(guess.toSeconds() / 60.0));
        }
        if (guess.compareTo(FINE) >= 0) {
            return Duration.ofSeconds(Math.round(guess.toMillis() / MILLIS));
        }
        return Duration.ofMillis(Math.round(guess.toMillis() / TENTH) * (long) TENTH);
    }
}
