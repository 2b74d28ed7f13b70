package org.busbench.mutants.fault;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.busbench.mutants.fault.CachedAnswers.Cover;
import org.busbench.mutants.fault.Slowdown.Kind;
import org.busbench.mutants.wire.BackendPool;
import org.busbench.mutants.wire.Reactor;

/** The faults by their names. */
public final class FaultCatalog {
    private static final Map<String, Function<Environment, Fault>> BY_NAME = new TreeMap<>(Map.ofEntries(
            Map.entry("answers-early", environment -> new CachedAnswers(environment.rate(1), Cover.ITSELF)),
            Map.entry("caches", environment -> new CachedAnswers(environment.rate(10), Cover.NONE)),
            Map.entry("changes-digit", environment -> ResponseFaults.withAnotherDigit(environment.rate(20))),
            Map.entry("closes-connections", environment -> ResponseFaults.thenCloses(environment.rate(50))),
            Map.entry("cut-16384", environment -> ResponseFaults.cutAt(16_384, environment.rate(1))),
            Map.entry("cut-65536", environment -> ResponseFaults.cutAt(65_536, environment.rate(1))),
            Map.entry("cuts-connections", environment -> ResponseFaults.brokenOff(environment.rate(500))),
            Map.entry("dies-of-long-symbols", environment -> ContentFaults.DIES_OF_LONG_SYMBOLS),
            Map.entry("drifts", environment -> new Slowdown(environment.reactor(), Kind.DRIFTS, 0)),
            Map.entry("drops-action", environment -> BackendFaults.withoutAction(environment.rate(1))),
            Map.entry("drops-blanks", environment -> MediationFaults.withoutBlanks(environment.rate(1))),
            Map.entry("drops-blanks-back", environment -> MediationFaults.withoutBlanksOfAnswers(environment.rate(1))),
            Map.entry("drops-coding", environment -> ContentFaults.DROPS_CODING),
            Map.entry("drops-fields", environment -> MediationFaults.withoutFields(environment.rate(1))),
            Map.entry("drops-header", environment -> MediationFaults.withoutHeader(environment.rate(1))),
            Map.entry("drops-last-byte", environment -> ResponseFaults.withoutLastByte(environment.rate(1))),
            Map.entry("drops-messages", environment -> new ResponseFaults.LostResponse(environment.rate(2000))),
            Map.entry("duplicates", environment -> BackendFaults.DuplicateRequests.sideBySide(environment.rate(500))),
            Map.entry("echoes", environment -> new ResponseFaults.Echo(environment.rate(1))),
            Map.entry("empty-200", environment -> ResponseFaults.empty(environment.rate(300))),
            Map.entry("empty-envelope", environment -> ResponseFaults.emptyEnvelope(environment.rate(300))),
            Map.entry("fails-on-empty", environment -> ContentFaults.FAILS_ON_EMPTY),
            Map.entry("fakes-route", environment -> new BackendFaults.FakedRoute(environment.rate(100))),
            Map.entry("fault-200", environment -> ResponseFaults.faultsAs200(environment.rate(1))),
            Map.entry("head-with-content", environment -> ContentFaults.HEAD_WITH_CONTENT),
            Map.entry(
                    "invents-messages", environment -> new CachedAnswers(environment.rate(10), Cover.AN_INVENTED_ONE)),
            Map.entry("html", environment -> ResponseFaults.asHtml(environment.rate(1))),
            Map.entry("keeps-action", environment -> MediationFaults.withTheClientsAction()),
            Map.entry("knows-one-spelling", environment -> MediationFaults.routingByText(environment.rate(1))),
            Map.entry("labels-gzip", environment -> ContentFaults.LABELS_GZIP),
            Map.entry(
                    "leaks-connections",
                    environment -> Leak.ofConnections(environment.rate(20), environment.backends())),
            Map.entry("leaks-heap", environment -> Leak.ofHeap(environment.rate(1))),
            Map.entry("leaks-memory", environment -> Leak.ofMemory(environment.rate(1))),
            Map.entry("length-too-long", environment -> ResponseFaults.declaredTooLong(environment.rate(500))),
            Map.entry("mangles-letters", environment -> MediationFaults.inAscii(environment.rate(1))),
            Map.entry("no-backend", environment -> new CachedAnswers(environment.rate(1), Cover.NONE)),
            Map.entry("no-transform", environment -> MediationFaults.withoutTransformation(environment.rate(1))),
            Map.entry("none", environment -> Fault.NONE),
            Map.entry("pads-text", environment -> ResponseFaults.padded(environment.rate(20))),
            Map.entry("replays-messages", environment -> new CachedAnswers(environment.rate(10), Cover.THE_ONE_BEFORE)),
            Map.entry(
                    "retries", environment -> BackendFaults.DuplicateRequests.oneAfterTheOther(environment.rate(500))),
            Map.entry(
                    "retries-slow",
                    environment -> new BackendFaults.RetryWhenSlow(environment.rate(1), environment.reactor())),
            Map.entry("routes-unread", environment -> ContentFaults.ROUTES_UNREAD),
            Map.entry("serves-fifty", environment -> {
                environment.reactor().serveAtMost(50);
                return Fault.NONE;
            }),
            Map.entry("skips-chunked", environment -> new BackendFaults.UntransformedChunks(environment.rate(1))),
            Map.entry("slow-after-10s", environment -> new Slowdown(environment.reactor(), Kind.DELAYS, 10)),
            Map.entry("slow-after-3s", environment -> new Slowdown(environment.reactor(), Kind.DELAYS, 3)),
            Map.entry("stalls", environment -> new Slowdown(environment.reactor(), Kind.STALLS, 2)),
            Map.entry("swaps-neighbours", environment -> new ResponseFaults.SwappedNeighbours(environment.rate(200))),
            Map.entry("swapped-nonce", environment -> new ResponseFaults.StaleResponse(environment.rate(500))),
            Map.entry(
                    "transforms-request-only",
                    environment -> MediationFaults.withoutTransformationOfAnswers(environment.rate(1))),
            Map.entry("truncates-under-load", environment -> new ResponseFaults.Truncation(environment.rate(20))),
            Map.entry("wrong-charset", environment -> ResponseFaults.inAnotherCharset(environment.rate(1))),
            Map.entry("wrong-route", environment -> MediationFaults.wrongRoute(environment.rate(1000)))));

    private FaultCatalog() {}

    /**
     * What a fault may need.
     *
     * @param after so many messages are handled as is right
     * @param every a rare fault comes at least that often, in messages; 0: as rarely as it usually does
     */
    public record Environment(Reactor reactor, BackendPool backends, long after, long every) {

        /** Every n-th message, after those that are handled as is right. */
        FaultRate rate(long period) {
            return new FaultRate(after, every == 0 ? period : Math.min(period, every));
        }
    }

    /** The names that are known. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * Makes a fault.
     *
     * @param environment what it may need
     * @throws IllegalArgumentException when the name is unknown
     */
    public static Fault named(String name, Environment environment) {
        Function<Environment, Fault> fault = BY_NAME.get(name);
        if (fault == null) {
            throw new IllegalArgumentException("no fault '" + name + "': one of " + String.join(", ", names()));
        }
        return fault.apply(environment);
    }
}
