package org.busbench.mediation;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.synapse.transport.passthru.config.PassThroughConfiguration;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.wire.WireLimits;

/**
 * All limits of the mediator, as {@code --limit NAME=VALUE} sets them. Each package gets its own part, which has the usual values.
 *
 * @param values of all limits: bytes, milliseconds or a count
 */
record Limits(Map<Limit, Long> values) {
    private static final Pattern VALUE = Pattern.compile("(\\d{1,12})(ms|s|k|m|g|)");

    /** One limit: the values that it may have, and what happens beyond it. */
    enum Limit {
        MESSAGE(
                Unit.BYTES,
                LaneLimits.USUAL.messageBytes(),
                1 << 10,
                1 << 30,
                "a message that is read as a whole, or a result; 413"),
        HELD(
                Unit.BYTES,
                HttpLimits.USUAL.heldBytes(),
                1 << 20,
                1L << 40,
                "bodies that are held at once; 503. A message alone has room"),
        HELD_OF_CLIENT(
                Unit.BYTES,
                HttpLimits.USUAL.heldBytesOfClient(),
                1 << 20,
                1L << 40,
                "the same for the clients of one address"),
        WAITING(
                Unit.BYTES,
                LaneLimits.USUAL.waitingBytes(),
                1,
                1L << 40,
                "messages that wait for a thread, in each lane; 503. A message alone has room"),
        READING(
                Unit.BYTES,
                LaneLimits.USUAL.readingBytes(),
                1 << 10,
                1L << 40,
                "a message that becomes a tree, and all that the engine has as trees at once; a fault"),
        HEAD(Unit.BYTES, HttpLimits.USUAL.headBytes(), 256, 1 << 24, "a head, or trailers; 431"),
        TARGET(Unit.BYTES, HttpLimits.USUAL.targetBytes(), 1, 1 << 24, "a request's target; 414"),
        FIELDS(Unit.COUNT, HttpLimits.USUAL.fields(), 1, 10_000, "fields of a head; 431"),
        DEPTH(
                Unit.COUNT,
                org.busbench.mediation.xml.Limits.DEFAULT.depth(),
                1,
                1_000_000,
                "elements inside one another; a fault"),
        ATTRIBUTES(
                Unit.COUNT,
                org.busbench.mediation.xml.Limits.DEFAULT.attributes(),
                1,
                1_000_000,
                "attributes and namespaces of an element; a fault"),
        TAG(Unit.BYTES, org.busbench.mediation.xml.Limits.DEFAULT.tagBytes(), 64, 1 << 24, "a start tag; a fault"),
        BUFFER(Unit.BYTES, WireLimits.USUAL.bufferBytes(), 64 << 10, 1 << 26, "a buffer that a connection reads into"),
        BUFFERS(
                Unit.COUNT,
                WireLimits.USUAL.mostBuffers(),
                4,
                1 << 20,
                "buffers of a loop; without one nothing is read"),
        UNSENT(
                Unit.BYTES,
                WireLimits.USUAL.congestedBytes(),
                1,
                1 << 30,
                "bytes that wait for a peer before their sender is paused"),
        CONNECTIONS(
                Unit.COUNT,
                LaneLimits.USUAL.connections(),
                1,
                1 << 20,
                "connections of a loop to an endpoint; requests wait"),
        PARTS(
                Unit.COUNT,
                LaneLimits.USUAL.parts(),
                1,
                1 << 16,
                "parts of a message that are under way at once; others wait"),
        WORKERS(
                Unit.COUNT,
                LaneLimits.USUAL.workers(),
                1,
                10_000,
                "messages that the engine mediates at once; `worker_pool_size_core`"),
        LOG_LINES(Unit.COUNT, 16_384, 1, 1 << 24, "lines that wait to be written to a log; dropped and counted"),
        CONNECT_TIMEOUT(
                Unit.TIME,
                LaneLimits.USUAL.connectTimeout().toMillis(),
                1,
                86_400_000,
                "to connect to a backend, or to wait for a connection; `http.connection.timeout`"),
        SOCKET_TIMEOUT(
                Unit.TIME,
                LaneLimits.USUAL.socketTimeout().toMillis(),
                1,
                86_400_000,
                "silence of a backend whose endpoint has no timeout; `http.socket.timeout`"),
        HEAD_TIMEOUT(Unit.TIME, HttpLimits.USUAL.headTimeout().toMillis(), 1, 86_400_000, "for a whole head; 408"),
        STALL_TIMEOUT(
                Unit.TIME,
                HttpLimits.USUAL.stallTimeout().toMillis(),
                1,
                86_400_000,
                "silence of a peer that owes or owns bytes of a body; 408, 504 or a cut"),
        IDLE_TIMEOUT(
                Unit.TIME,
                HttpLimits.USUAL.idleTimeout().toMillis(),
                1,
                86_400_000,
                "a connection between two requests"),
        TLS_TIMEOUT(Unit.TIME, 10_000, 1, 86_400_000, "a TLS handshake");

        private final Unit unit;
        private final long usual;
        private final long least;
        private final long most;
        private final String meaning;

        Limit(Unit unit, long usual, long least, long most, String meaning) {
            this.unit = unit;
            this.usual = usual;
            this.least = least;
            this.most = most;
            this.meaning = meaning;
        }

        String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The line of the table in the documentation. */
        String row() {
            String shown = switch (this) {
                case HELD -> "heap / 4";
                case HELD_OF_CLIENT -> "heap / 8";
                case READING -> "heap / 32";
                default -> unit.shown(usual);
            };
            return "| `" + key() + "` | " + shown + " | " + meaning + " |";
        }

        private long parsed(String text) throws BadConfigException {
            Matcher matcher = VALUE.matcher(text);
            Integer factor = matcher.matches() ? unit.factors.get(matcher.group(2)) : null;
            long value = factor == null ? -1 : Long.parseLong(matcher.group(1)) * factor;
            if (value < least || value > most) {
                throw new BadConfigException("--limit " + key() + "=" + text + ": say " + unit.shown(least) + " to "
                        + unit.shown(most) + ", as in " + key() + "=" + unit.shown(usual));
            }
            return value;
        }
    }

    /** How a value is written. */
    private enum Unit {
        BYTES(Map.of("", 1, "k", 1 << 10, "m", 1 << 20, "g", 1 << 30)),
        TIME(Map.of("ms", 1, "s", 1000)),
        COUNT(Map.of("", 1));

        @SuppressWarnings("ImmutableEnumChecker") // Map.of makes it
        private final Map<String, Integer> factors;

        Unit(Map<String, Integer> factors) {
            this.factors = factors;
        }

        /** Writes a value with the largest unit that it is a multiple of. */
        String shown(long value) {
            Map.Entry<String, Integer> unit = factors.entrySet().stream()
                    .filter(factor -> value % factor.getValue() == 0)
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow();
            return value / unit.getValue() + unit.getKey();
        }
    }

    /**
     * The usual limits, with those that are given, and those that Synapse's transport has a property for.
     *
     * @param given values by the names of limits
     * @throws BadConfigException if there is no such limit, or it cannot have that value
     */
    static Limits of(Map<String, String> given) throws BadConfigException {
        Map<Limit, Long> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, limit.usual);
        }
        property(values, Limit.WORKERS, "worker_pool_size_core");
        property(values, Limit.CONNECT_TIMEOUT, "http.connection.timeout");
        property(values, Limit.SOCKET_TIMEOUT, "http.socket.timeout");
        for (Map.Entry<String, String> one : given.entrySet()) {
            Limit limit = Arrays.stream(Limit.values())
                    .filter(known -> known.key().equals(one.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new BadConfigException("--limit " + one.getKey()
                            + ": there is none of that name; say "
                            + Arrays.stream(Limit.values()).map(Limit::key).collect(Collectors.joining(", "))));
            values.put(limit, limit.parsed(one.getValue()));
        }
        return new Limits(values);
    }

    /** Takes the property of Synapse's transport, from the class path or the JVM's options. */
    private static void property(Map<Limit, Long> values, Limit limit, String name) {
        long usual = values.get(limit);
        values.put(
                limit,
                Math.max(limit.least, PassThroughConfiguration.getInstance().getIntProperty(name, (int) usual)));
    }

    WireLimits wire() {
        return new WireLimits(number(Limit.BUFFER), number(Limit.BUFFERS), number(Limit.UNSENT));
    }

    HttpLimits http() throws BadConfigException {
        if (values.get(Limit.TARGET) > values.get(Limit.HEAD)
                || values.get(Limit.HELD_OF_CLIENT) > values.get(Limit.HELD)) {
            throw new BadConfigException(
                    "--limit: target is at most head, and held-of-client is at most held; set both");
        }
        return new HttpLimits(
                number(Limit.HEAD),
                number(Limit.TARGET),
                number(Limit.FIELDS),
                time(Limit.HEAD_TIMEOUT),
                time(Limit.STALL_TIMEOUT),
                time(Limit.IDLE_TIMEOUT),
                values.get(Limit.HELD),
                values.get(Limit.HELD_OF_CLIENT));
    }

    org.busbench.mediation.xml.Limits xml() {
        return new org.busbench.mediation.xml.Limits(number(Limit.DEPTH), number(Limit.ATTRIBUTES), number(Limit.TAG));
    }

    LaneLimits lanes() {
        return new LaneLimits(
                number(Limit.MESSAGE),
                values.get(Limit.WAITING),
                values.get(Limit.READING),
                number(Limit.CONNECTIONS),
                number(Limit.PARTS),
                time(Limit.CONNECT_TIMEOUT),
                time(Limit.SOCKET_TIMEOUT),
                number(Limit.WORKERS));
    }

    Duration tlsTimeout() {
        return time(Limit.TLS_TIMEOUT);
    }

    int logLines() {
        return number(Limit.LOG_LINES);
    }

    private int number(Limit limit) {
        return Math.toIntExact(values.get(limit));
    }

    private Duration time(Limit limit) {
        return Duration.ofMillis(values.get(limit));
    }
}
