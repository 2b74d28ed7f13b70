package org.busbench.harness.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.common.Tool;
import org.busbench.harness.measure.Cost.ProcessCost;

/**
 * A command that says what a program elsewhere has used until then, as one line of JSON: {@code cpuMicros} of user and kernel
 * together, {@code residentBytes} and {@code threads}. It is run outside of a window, just before and just after it.
 *
 * @param words program and arguments, at least one
 */
public record CostCommand(List<String> words) {
    /** How long one run may take. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    /** The largest share of the time between both runs by which the instants of the figures may be uncertain. */
    static final double MOST_DOUBT = 0.05;

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int SHOWN = 120;

    public CostCommand {
        words = List.copyOf(words);
    }

    /** The result of one run of the command. */
    public sealed interface Answer {
        /** Adds the told values, and the nanoseconds at which the command began and ended; nothing where it told none. */
        default void tell(String moment, Readings readings) {
            if (this instanceof Usage told) {
                Readings.Moment now = Readings.Moment.now(moment);
                long agoMillis = (now.monotonicNanos() - told.endNanos) / 1_000_000;
                readings.of(
                                new Readings.Moment(moment, told.endNanos, now.wallMillis() - agoMillis),
                                ProcessRole.MEDIATOR,
                                "told",
                                "cost command")
                        .add("cpuMicros", told.cpuMicros)
                        .add("rssBytes", told.residentBytes)
                        .add("threads", told.threads)
                        .add("begunNanos", told.startNanos)
                        .add("endedNanos", told.endNanos);
            }
        }
    }

    /** Figures, true at some instant between {@code startNanos} and {@code endNanos} of this JVM's clock. */
    record Usage(long cpuMicros, long residentBytes, int threads, long startNanos, long endNanos) implements Answer {
        private double middle() {
            return startNanos / 2.0 + endNanos / 2.0;
        }

        private double length() {
            return (double) (endNanos - startNanos);
        }
    }

    record Silence(String why) implements Answer {}

    /**
     * What a window cost.
     *
     * @param cost empty when it is not known
     * @param why it is not; null when it is
     */
    public record Told(Optional<ProcessCost> cost, String why) {
        private static Told not(String why) {
            return new Told(Optional.empty(), why);
        }
    }

    /**
     * Runs the command; blocks for {@link #LIMIT} at most.
     *
     * @throws InterruptedException when this thread was interrupted; the command has ended then
     */
    public Answer ask() throws InterruptedException {
        try {
            long start = System.nanoTime();
            Tool.Said said = new Tool(words, LIMIT).run();
            long end = System.nanoTime();
            return said.well()
                    ? parsed(said.output(), start, end)
                    : new Silence("the cost command ended with " + said.exitCode()
                            + (said.errors().isEmpty() ? "" : ": " + shown(said.errors())));
        } catch (IOException failed) {
            return new Silence("the cost command cannot be run: " + failed.getMessage());
        }
    }

    private static String shown(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }

    static Answer parsed(String text, long startNanos, long endNanos) {
        JsonNode told;
        try {
            told = JSON.readTree(text);
        } catch (JsonProcessingException noJson) {
            return new Silence("the cost command printed no JSON: '" + shown(text) + "'");
        }
        for (String name : List.of("cpuMicros", "residentBytes", "threads")) {
            JsonNode figure = told.path(name);
            if (!figure.canConvertToLong() || !figure.canConvertToExactIntegral() || figure.longValue() < 0) {
                return new Silence("the cost command printed no whole number as " + name + ": '" + shown(text) + "'");
            }
        }
        return new Usage(
                told.get("cpuMicros").longValue(),
                told.get("residentBytes").longValue(),
                (int) Math.min(Integer.MAX_VALUE, told.get("threads").longValue()),
                startNanos,
                endNanos);
    }

    /**
     * The cost of a window. Both runs lie outside of it, so their difference is of a stretch that is a little longer: it counts in
     * the proportion of the lengths. Where the command itself takes so long that the stretch's length is not known to 5 %, nothing is
     * known.
     *
     * @param seconds length of the window
     */
    public static Told between(Answer before, Answer after, double seconds) {
        if (before instanceof Silence silent) {
            return Told.not(silent.why());
        }
        if (after instanceof Silence silent) {
            return Told.not(silent.why());
        }
        Usage start = (Usage) before;
        Usage end = (Usage) after;
        if (end.cpuMicros() < start.cpuMicros()) {
            return Told.not("the cost command's cpuMicros fell from " + start.cpuMicros() + " to " + end.cpuMicros()
                    + " within a trial: the program was started anew, or it is another one");
        }
        double stretch = end.middle() - start.middle();
        double doubt = (start.length() + end.length()) / 2;
        if (doubt > MOST_DOUBT * stretch) {
            return Told.not(String.format(
                    Locale.ROOT,
                    "the cost command took %.1f s and %.1f s beside a window of %.1f s: make it faster, or the window longer",
                    start.length() / 1e9,
                    end.length() / 1e9,
                    seconds));
        }
        long cpu = Math.round((end.cpuMicros() - start.cpuMicros()) * seconds * 1e9 / stretch);
        return new Told(
                Optional.of(new ProcessCost(cpu, 0, end.residentBytes(), end.threads(), null, null, null)), null);
    }
}
