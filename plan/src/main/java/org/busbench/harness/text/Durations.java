package org.busbench.harness.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 4s}, {@code 1.5m}, {@code 1h}. */
public final class Durations {
    /** How such a duration looks, for error messages. */
    public static final String FORM = "a number and a unit, as in 500ms, 4s, 2m or 1h";

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)(ms|s|m|h)");
    private static final Pattern MEANT = Pattern.compile(
            "([0-9.]+)\\s*(ms|milli(?:s|seconds?)|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)",
            Pattern.CASE_INSENSITIVE);
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    private Durations() {}

    /** Reads a duration; empty when the text is none. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(MILLIS.get(matcher.group(2))));
        return Optional.of(
                Duration.ofMillis(millis.setScale(0, RoundingMode.HALF_UP).longValueExact()));
    }

    /** What is to be said of a text that is none: the one that was meant, where that can be seen, or how one is written. */
    public static String fault(String text) {
        Matcher meant = MEANT.matcher(text.strip());
        String written = "";
        if (meant.matches()) {
            String unit = meant.group(2).toLowerCase(Locale.ROOT);
            written = meant.group(1) + (unit.matches("ms|milli.*") ? "ms" : unit.substring(0, 1));
        }
        return "'" + text + "' is not a duration"
                + (parse(written).isPresent() ? ", did you mean '" + written + "'?" : ": write " + FORM);
    }

    /** Writes a duration for people: {@code 500ms}, {@code 3.5s}, {@code 2m 5s}, {@code 1h 4m}. */
    public static String show(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1_000) {
            return millis + "ms";
        }
        if (millis < 60_000) {
            return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + "s";
        }
        long seconds = Math.round(millis / 1000.0);
        return seconds < 3_600
                ? joined(seconds / 60, "m", seconds % 60, "s")
                : joined(seconds / 3_600, "h", seconds % 3_600 / 60, "m");
    }

    private static String joined(long big, String bigUnit, long small, String smallUnit) {
        return big + bigUnit + (small == 0 ? "" : " " + small + smallUnit);
    }
}
