package org.busbench.backend.instance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long an answer is held back: {@code none}, {@code fixed:500ms}, {@code uniform:5ms..20ms},
 * {@code exponential:20ms} (its mean), or {@code asked:2s}, as long as the request says, up to that.
 *
 * @param low the fixed time, the lower bound or the mean
 * @param high the upper bound of a uniform delay; otherwise the same as {@code low}
 */
public record Delay(Kind kind, Duration low, Duration high) {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Pattern SYNTAX =
            Pattern.compile("(fixed|uniform|exponential|asked):([0-9]{1,9})(us|ms|s)(?:\\.\\.([0-9]{1,9})(us|ms|s))?");

    /** Where a request may say how long it is to wait. */
    private static final int LONGEST_HEAD = 1024;

    private static final Pattern WAIT = Pattern.compile(" wait=[\"']([0-9]{1,6})ms[\"']");

    public static final Delay NONE = new Delay(Kind.NONE, Duration.ZERO, Duration.ZERO);

    /** A distribution of delays. */
    public enum Kind {
        /** Answers go out at once. */
        NONE,
        /** Each answer waits for the same time. */
        FIXED,
        /** Evenly between two bounds. */
        UNIFORM,
        /** As the request has it in the text {@code wait="30ms"}; not at all where it says nothing. */
        ASKED,
        /** Exponentially, around a mean; cut at 20 times the mean. */
        EXPONENTIAL
    }

    private static final double EXPONENTIAL_CUT = 20;

    public Delay {
        if (high.compareTo(low) < 0) {
            throw new IllegalArgumentException("the upper bound is below the lower one");
        }
        if (high.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("longer than an hour");
        }
    }

    /**
     * Reads a delay as the command line has it.
     *
     * @throws IllegalArgumentException when it is none; the message says why
     */
    public static Delay parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        Matcher matcher = SYNTAX.matcher(text);
        boolean range = text.startsWith("uniform:");
        if (!matcher.matches() || range != (matcher.group(4) != null)) {
            throw new IllegalArgumentException(
                    "expected none, fixed:500ms, uniform:5ms..20ms, exponential:20ms or asked:2s (units us, ms, s)");
        }
        Duration low = duration(matcher.group(2), matcher.group(3));
        Duration high = range ? duration(matcher.group(4), matcher.group(5)) : low;
        return new Delay(Kind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)), low, high);
    }

    public static RandomGenerator generator(long seed) {
        return new Random(seed);
    }

    /** Draws the time in nanoseconds for which the next answer waits. */
    public long nextNanos(RandomGenerator random) {
        return switch (kind) {
            case NONE, ASKED -> 0;
            case FIXED -> low.toNanos();
            case UNIFORM -> low.toNanos() + (long) (random.nextDouble() * (high.toNanos() - low.toNanos()));
            case EXPONENTIAL -> (long) (low.toNanos() * Math.min(EXPONENTIAL_CUT, -Math.log(1 - random.nextDouble())));
        };
    }

    /** The delay of the answer to a request: what it asks for, where requests are asked, and this one otherwise. */
    public Delay of(byte[] request, int offset, int length) {
        if (kind != Kind.ASKED) {
            return this;
        }
        Matcher wait = WAIT.matcher(new String(request, offset, Math.min(length, LONGEST_HEAD), ISO_8859_1));
        Duration asked = wait.find() ? Duration.ofMillis(Long.parseLong(wait.group(1))) : Duration.ZERO;
        Duration held = asked.compareTo(high) > 0 ? high : asked;
        return new Delay(Kind.FIXED, held, held);
    }

    private static Duration duration(String count, String unit) {
        long value = Long.parseLong(count);
        return switch (unit) {
            case "us" -> Duration.ofNanos(value * 1000);
            case "ms" -> Duration.ofMillis(value);
            default -> Duration.ofSeconds(value);
        };
    }
}
