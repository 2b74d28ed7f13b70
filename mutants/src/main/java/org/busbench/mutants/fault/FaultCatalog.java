package org.busbench.mutants.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.busbench.mutants.fault.CachedAnswers.Cover;
import org.busbench.mutants.fault.RememberedAnswers.Use;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendPool;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Reactor;

/** The faults by their names. */
public final class FaultCatalog {
    private static final Map<String, Function<Environment, Fault>> BY_NAME = new TreeMap<>(Map.ofEntries(
            Map.entry("answers-early", env -> new CachedAnswers(env.rate(1), Cover.ITSELF)),
            Map.entry("caches", env -> new CachedAnswers(env.rate(10), Cover.NONE)),
            Map.entry("caches-chain", env -> new RememberedAnswers(env.rate(10), Use.CACHES_A_CHAIN)),
            Map.entry("changes-digit", env -> ResponseFaults.withAnotherDigit(env.rate(20))),
            Map.entry("closes-connections", env -> ResponseFaults.thenCloses(env.rate(50))),
            Map.entry("cut-16384", env -> ResponseFaults.cutAt(16_384, env.rate(1))),
            Map.entry("cut-65536", env -> ResponseFaults.cutAt(65_536, env.rate(1))),
            Map.entry("cuts-connections", env -> ResponseFaults.brokenOff(env.rate(500))),
            Map.entry("dies-of-long-symbols", env -> ContentFaults.DIES_OF_LONG_SYMBOLS),
            Map.entry("doubles-part", env -> BackendFaults.duplicates(env.rate(1000))),
            Map.entry("drifts", env -> new Slowdown(env.reactor(), Slowdown.Kind.DRIFTS, 0)),
            Map.entry("drops-action", env -> BackendFaults.withoutAction(env.rate(1))),
            Map.entry("drops-blanks", env -> MediationFaults.withoutBlanks(env.rate(1))),
            Map.entry("drops-blanks-back", env -> MediationFaults.withoutBlanksOfAnswers(env.rate(1))),
            Map.entry("drops-coding", env -> ContentFaults.DROPS_CODING),
            Map.entry("drops-fields", env -> MediationFaults.withoutFields(env.rate(1))),
            Map.entry("drops-header", env -> MediationFaults.withoutHeader(env.rate(1))),
            Map.entry("drops-last-byte", env -> ResponseFaults.withoutLastByte(env.rate(1))),
            Map.entry("drops-messages", env -> ResponseFaults.lost(env.rate(2000))),
            Map.entry("duplicates", env -> BackendFaults.duplicates(env.rate(500))),
            Map.entry("echoes", env -> ResponseFaults.echoes(env.rate(1))),
            Map.entry("empty-200", env -> ResponseFaults.empty(env.rate(300))),
            Map.entry("empty-envelope", env -> ResponseFaults.emptyEnvelope(env.rate(300))),
            Map.entry("fails-on-empty", env -> ContentFaults.FAILS_ON_EMPTY),
            Map.entry("fakes-route", env -> BackendFaults.fakedRoute(env.rate(100))),
            Map.entry("fault-200", env -> ResponseFaults.faultsAs200(env.rate(1))),
            Map.entry("head-with-content", env -> ContentFaults.HEAD_WITH_CONTENT),
            Map.entry("invents-messages", env -> new CachedAnswers(env.rate(10), Cover.AN_INVENTED_ONE)),
            Map.entry("html", env -> ResponseFaults.asHtml(env.rate(1))),
            Map.entry("keeps-action", env -> MediationFaults.withTheClientsAction()),
            Map.entry("knows-one-spelling", env -> MediationFaults.routingByText(env.rate(1))),
            Map.entry("labels-gzip", env -> ContentFaults.LABELS_GZIP),
            Map.entry("leaks-connections", env -> Leak.ofConnections(env.rate(20), env.backends())),
            Map.entry("leaks-heap", env -> Leak.ofHeap(env.rate(1))),
            Map.entry("leaks-memory", env -> Leak.ofMemory(env.rate(1))),
            Map.entry("length-too-long", env -> ResponseFaults.declaredTooLong(env.rate(500))),
            Map.entry("lets-through", env -> MediationFaults.lettingThrough(env.rate(2000))),
            Map.entry("limits-early", env -> MediationFaults.withAnotherLimit(0.9)),
            Map.entry("limits-late", env -> MediationFaults.withAnotherLimit(1.1)),
            Map.entry("loses-part", env -> new RememberedAnswers(env.rate(1000), Use.LOSES_A_PART)),
            Map.entry("mangles-letters", env -> MediationFaults.inAscii(env.rate(1))),
            Map.entry("mixes-clients", env -> new RememberedAnswers(env.rate(1000), Use.MIXES_CLIENTS)),
            Map.entry("no-backend", env -> new CachedAnswers(env.rate(1), Cover.NONE)),
            Map.entry("no-transform", env -> MediationFaults.withoutTransformation(env.rate(1))),
            Map.entry("none", env -> Fault.NONE),
            Map.entry("pads-text", env -> ResponseFaults.padded(env.rate(20))),
            Map.entry("replays-messages", env -> new CachedAnswers(env.rate(10), Cover.THE_ONE_BEFORE)),
            Map.entry("retries", env -> BackendFaults.retries(env.rate(500))),
            Map.entry("retries-slow", env -> BackendFaults.retriesWhenSlow(env.rate(1), env.reactor())),
            Map.entry("routes-unread", env -> ContentFaults.ROUTES_UNREAD),
            Map.entry("serves-fifty", env -> {
                env.reactor().serveAtMost(50);
                return Fault.NONE;
            }),
            Map.entry("skips-chunked", env -> new BackendFaults.UntransformedChunks(env.rate(1))),
            Map.entry("skips-keys", env -> MediationFaults.withoutKeys()),
            Map.entry("skips-signatures", env -> MediationFaults.lettingThrough(env.rate(2000))),
            Map.entry("slow-after-10s", env -> new Slowdown(env.reactor(), Slowdown.Kind.DELAYS, 10)),
            Map.entry("slow-after-3s", env -> new Slowdown(env.reactor(), Slowdown.Kind.DELAYS, 3)),
            Map.entry("stalls", env -> new Slowdown(env.reactor(), Slowdown.Kind.STALLS, 2)),
            Map.entry("swaps-neighbours", env -> new ResponseFaults.SwappedNeighbours(env.rate(200))),
            Map.entry("swapped-nonce", env -> new ResponseFaults.StaleResponse(env.rate(500))),
            Map.entry("transforms-request-only", env -> MediationFaults.withoutTransformationOfAnswers(env.rate(1))),
            Map.entry("truncates-under-load", env -> new ResponseFaults.Truncation(env.rate(20))),
            Map.entry("validates-late", env -> ResponseFaults.forwarded(env.rate(1), env.backends())),
            Map.entry("wrong-charset", env -> ResponseFaults.inAnotherCharset(env.rate(1))),
            Map.entry("wrong-route", env -> MediationFaults.wrongRoute(env.rate(1000)))));

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

    /** Never frees a resource that it takes for a message. It stops before it would fail, so that only the growth shows. */
    private static final class Leak implements Fault {
        private static final int BUFFER_BYTES = 16_384;
        private static final int PAGE_BYTES = 4096;
        private static final int OBJECT_BYTES = 1024;
        private static final int MOST_CONNECTIONS = 3000;

        private final FaultRate rate;
        private final int most;
        private final Taking taking;
        private final List<Object> kept = new ArrayList<>();
        private boolean full;

        /** Takes a resource for a message to a backend. */
        private interface Taking {
            Object take(String backend) throws IOException;
        }

        private Leak(FaultRate rate, int most, Taking taking) {
            this.rate = rate;
            this.most = most;
            this.taking = taking;
        }

        /** Keeps a buffer of 16 KB outside the heap. */
        static Fault ofMemory(FaultRate rate) {
            return new Leak(rate, (512 << 20) / BUFFER_BYTES, backend -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
                for (int at = 0; at < BUFFER_BYTES; at += PAGE_BYTES) {
                    buffer.put(at, (byte) 1);
                }
                return buffer;
            });
        }

        /** Keeps an object of 1 KB, which no collection can take. */
        static Fault ofHeap(FaultRate rate) {
            return new Leak(rate, (16 << 20) / OBJECT_BYTES, backend -> new byte[OBJECT_BYTES - 16]);
        }

        /** Keeps a connection to the backend open that is never used again. */
        static Fault ofConnections(FaultRate rate, BackendPool backends) {
            return new Leak(rate, MOST_CONNECTIONS, backends::leak);
        }

        @Override
        public BackendCaller calls(BackendCaller right) {
            return (call, answer) -> {
                if (rate.isNext() && !full) {
                    leak(call.backend());
                }
                right.call(call, answer);
            };
        }

        private void leak(String backend) {
            try {
                kept.add(taking.take(backend));
                full = kept.size() >= most;
            } catch (OutOfMemoryError | IOException e) {
                full = true;
            }
        }
    }

    /**
     * Is fast at the begin of a load, and slower later. A pause of two seconds ends a load. A hundred messages in a row begin one, so that the check before a load
     * is none.
     */
    private static final class Slowdown implements Fault {
        private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
        private static final long FEWEST_OF_A_LOAD = 100;
        private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
        private static final long DRIFT_NANOS = 100;
        private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(1200);

        private final Reactor reactor;
        private final Kind kind;
        private final long freshNanos;
        private long beganNanos;
        private long lastNanos;
        private long messages;
        private boolean stalled;

        enum Kind {
            /** Every answer is held back. */
            DELAYS,
            /** Every message costs a little more CPU time than the one before. */
            DRIFTS,
            /** Stops for more than a second, once. */
            STALLS
        }

        Slowdown(Reactor reactor, Kind kind, long freshSeconds) {
            this.reactor = reactor;
            this.kind = kind;
            this.freshNanos = TimeUnit.SECONDS.toNanos(freshSeconds);
        }

        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> {
                long now = reactor.now();
                if (now - lastNanos > PAUSE_NANOS + STALL_NANOS) {
                    messages = 0;
                }
                lastNanos = now;
                messages++;
                if (messages == FEWEST_OF_A_LOAD) {
                    beganNanos = now;
                    stalled = false;
                }
                boolean tired = messages >= FEWEST_OF_A_LOAD && now - beganNanos >= freshNanos;
                if (tired && kind == Kind.DELAYS) {
                    right.handle(request, response -> reactor.later(DELAY_NANOS, () -> answer.accept(response)));
                    return;
                }
                if (kind == Kind.DRIFTS) {
                    burn(messages * DRIFT_NANOS);
                } else if (tired && kind == Kind.STALLS && !stalled) {
                    stalled = true;
                    LockSupport.parkNanos(STALL_NANOS);
                }
                right.handle(request, answer);
            };
        }

        private static void burn(long nanos) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }
}
