package org.busbench.mutants.fault;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.busbench.mutants.fault.Fatigue.Kind;
import org.busbench.mutants.fault.Forgery.Cover;
import org.busbench.mutants.wire.Backends;
import org.busbench.mutants.wire.Loop;

/** The faults by their names. */
public final class Faults {
    private static final Map<String, Function<Surroundings, Conduct>> BY_NAME = new TreeMap<>(Map.ofEntries(
            Map.entry("answers-early", around -> new Forgery(around.turn(1), Cover.ITSELF)),
            Map.entry("caches", around -> new Forgery(around.turn(10), Cover.NONE)),
            Map.entry("changes-digit", around -> Answers.withAnotherDigit(around.turn(20))),
            Map.entry("closes-connections", around -> Answers.thenCloses(around.turn(50))),
            Map.entry("cut-16384", around -> Answers.cutAt(16_384, around.turn(1))),
            Map.entry("cut-65536", around -> Answers.cutAt(65_536, around.turn(1))),
            Map.entry("cuts-connections", around -> Answers.brokenOff(around.turn(500))),
            Map.entry("drifts", around -> new Fatigue(around.loop(), Kind.DRIFTS, 0)),
            Map.entry("drops-fields", around -> Jobs.withoutFields(around.turn(1))),
            Map.entry("drops-header", around -> Jobs.withoutHeader(around.turn(1))),
            Map.entry("drops-last-byte", around -> Answers.withoutLastByte(around.turn(1))),
            Map.entry("drops-messages", around -> new Drop(around.turn(2000))),
            Map.entry("duplicates", around -> Repeats.sideBySide(around.turn(500))),
            Map.entry("echoes", around -> new Echo(around.turn(1))),
            Map.entry("empty-200", around -> Answers.empty(around.turn(300))),
            Map.entry("empty-envelope", around -> Answers.emptyEnvelope(around.turn(300))),
            Map.entry("fakes-route", around -> new FakedRoute(around.turn(100))),
            Map.entry("fault-200", around -> Answers.faultsAs200(around.turn(1))),
            Map.entry("invents-messages", around -> new Forgery(around.turn(10), Cover.AN_INVENTED_ONE)),
            Map.entry("html", around -> Answers.asHtml(around.turn(1))),
            Map.entry("knows-one-spelling", around -> Jobs.routingByText(around.turn(1))),
            Map.entry("leaks-connections", around -> Leak.ofConnections(around.turn(20), around.backends())),
            Map.entry("leaks-heap", around -> Leak.ofHeap(around.turn(1))),
            Map.entry("leaks-memory", around -> Leak.ofMemory(around.turn(1))),
            Map.entry("length-too-long", around -> Answers.declaredTooLong(around.turn(500))),
            Map.entry("mangles-letters", around -> Jobs.inAscii(around.turn(1))),
            Map.entry("no-backend", around -> new Forgery(around.turn(1), Cover.NONE)),
            Map.entry("no-transform", around -> Jobs.withoutTransformation(around.turn(1))),
            Map.entry("none", around -> Conduct.RIGHT),
            Map.entry("pads-text", around -> Answers.padded(around.turn(20))),
            Map.entry("replays-messages", around -> new Forgery(around.turn(10), Cover.THE_ONE_BEFORE)),
            Map.entry("retries", around -> Repeats.oneAfterTheOther(around.turn(500))),
            Map.entry("retries-slow", around -> new Impatience(around.turn(1), around.loop())),
            Map.entry("slow-after-10s", around -> new Fatigue(around.loop(), Kind.DELAYS, 10)),
            Map.entry("slow-after-3s", around -> new Fatigue(around.loop(), Kind.DELAYS, 3)),
            Map.entry("stalls", around -> new Fatigue(around.loop(), Kind.STALLS, 2)),
            Map.entry("swaps-neighbours", around -> new Exchange(around.turn(200))),
            Map.entry("swapped-nonce", around -> new Swap(around.turn(500))),
            Map.entry("transforms-request-only", around -> Jobs.withoutTransformationOfAnswers(around.turn(1))),
            Map.entry("truncates-under-load", around -> new Truncation(around.turn(20))),
            Map.entry("wrong-charset", around -> Answers.inAnotherCharset(around.turn(1))),
            Map.entry("wrong-route", around -> Jobs.wrongRoute(around.turn(1000)))));

    private Faults() {}

    /**
     * What a fault may need.
     *
     * @param loop runs everything
     * @param backends the connections
     * @param after so many messages are handled as is right
     * @param every a rare fault comes at least that often, in messages; 0: as rarely as it usually does
     */
    public record Surroundings(Loop loop, Backends backends, long after, long every) {

        /** Every n-th message, after those that are handled as is right. */
        Turn turn(long period) {
            return new Turn(after, every == 0 ? period : Math.min(period, every));
        }
    }

    /**
     * The names that are known.
     *
     * @return sorted
     */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * Makes a fault.
     *
     * @param name its name
     * @param surroundings what it may need
     * @return how the mediator behaves
     * @throws IllegalArgumentException when the name is unknown
     */
    public static Conduct named(String name, Surroundings surroundings) {
        Function<Surroundings, Conduct> fault = BY_NAME.get(name);
        if (fault == null) {
            throw new IllegalArgumentException("no fault '" + name + "': one of " + String.join(", ", names()));
        }
        return fault.apply(surroundings);
    }
}
