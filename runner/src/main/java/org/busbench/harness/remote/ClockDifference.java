package org.busbench.harness.remote;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.busbench.record.Host;

/**
 * How far another host's clock is ahead of this one's. The other clock was read between a question and its answer, so the
 * difference is known to half of the shortest round trip (Cristian: Probabilistic clock synchronization, 1989).
 *
 * @param aheadMicros negative for a clock that is behind
 * @param boundMicros by how much the true difference may be off, at least 1
 */
public record ClockDifference(long aheadMicros, long boundMicros) {

    private static final long MILLI = 1000;

    public ClockDifference {
        if (boundMicros < 1) {
            throw new IllegalArgumentException("a clock cannot be known to " + boundMicros + " microseconds");
        }
    }

    /**
     * A question and its answer.
     *
     * @param sentMicros this host's clock before the question
     * @param thereMicros the other's clock
     * @param receivedMicros this host's clock after the answer
     */
    record RoundTrip(long sentMicros, long thereMicros, long receivedMicros) {

        long micros() {
            return receivedMicros - sentMicros;
        }
    }

    /** The difference as the shortest round trip tells it. */
    static ClockDifference of(List<RoundTrip> trips) {
        RoundTrip best = trips.stream()
                .filter(trip -> trip.micros() >= 0)
                .min((a, b) -> Long.compare(a.micros(), b.micros()))
                .orElseThrow(() -> new IllegalArgumentException("no round trip to measure a clock by: " + trips));
        return new ClockDifference(
                best.thereMicros() - (best.sentMicros() + best.micros() / 2), (best.micros() + 1) / 2 + 1);
    }

    /** An instant of this host's clock, as the other's clock shows it; milliseconds since the epoch. */
    long there(long hereMillis) {
        return hereMillis + Math.floorDiv(aheadMicros + MILLI / 2, MILLI);
    }

    /** An instant of the other's clock, as this host's clock shows it; milliseconds since the epoch. */
    long here(long thereMillis) {
        return thereMillis - Math.floorDiv(aheadMicros + MILLI / 2, MILLI);
    }

    /** Whether neither clock was set between two measurements that lie so far apart. */
    boolean steadyUntil(ClockDifference later, Duration between) {
        return recorded().agreesWith(later.recorded(), between.toMillis() / 1e3);
    }

    Host.Clock recorded() {
        return new Host.Clock(aheadMicros, boundMicros);
    }

    /** Whether the clocks are more than a second apart, for sure. */
    boolean isWrong() {
        return Math.abs(aheadMicros) - boundMicros > 1_000_000;
    }

    /** The difference in words: {@code 5.000 s ahead, known to 0.4 ms}. */
    public String words() {
        return String.format(
                Locale.ROOT,
                "%s %s, known to %.1f ms",
                span(Math.abs(aheadMicros)),
                aheadMicros < 0 ? "behind" : "ahead",
                boundMicros / 1e3);
    }

    private static String span(long micros) {
        return micros >= 1_000_000
                ? String.format(Locale.ROOT, "%.3f s", micros / 1e6)
                : String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
    }
}
