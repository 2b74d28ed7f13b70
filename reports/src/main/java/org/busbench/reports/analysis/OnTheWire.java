package org.busbench.reports.analysis;

import java.util.Locale;
import java.util.Optional;
import org.busbench.reports.run.Parity;

/** Breaches that show on the wire of one scenario. */
final class OnTheWire {

    private OnTheWire() {}

    /** A sentence about it; empty when there is none of this kind. */
    static Optional<String> found(Breach.Kind kind, Parity.Scenario scenario) {
        return switch (kind) {
            case NO_KEEP_ALIVE_CLIENT -> clients(scenario);
            case NO_KEEP_ALIVE_BACKEND -> backends(scenario);
            case NAGLE_CLIENT -> nagle(scenario.client(), "clients");
            case NAGLE_BACKEND -> nagle(scenario.backend(), "backends");
            default -> Optional.empty();
        };
    }

    private static Optional<String> clients(Parity.Scenario scenario) {
        Parity.Side side = scenario.client();
        if (side.connections() > Breach.MOST_CONNECTIONS * side.messages()) {
            return Optional.of("a client needed " + side.connections() + " connections for " + side.messages()
                    + " messages, one after the other");
        }
        return scenario.crowds().stream()
                .filter(crowd -> crowd.reconnected() > Breach.MOST_CONNECTIONS * later(crowd))
                .findFirst()
                .map(crowd -> crowd.concurrency() + " clients had to connect again " + crowd.reconnected()
                        + " times within " + later(crowd) + " messages");
    }

    private static Optional<String> backends(Parity.Scenario scenario) {
        Parity.Side side = scenario.backend();
        if (side.connections() > Breach.MOST_CONNECTIONS * side.messages()) {
            return Optional.of(side.connections() + " connections to the backend for " + side.messages()
                    + " messages, one after the other");
        }
        return scenario.crowds().stream()
                .filter(crowd -> crowd.reopened() > Breach.MOST_CONNECTIONS * later(crowd))
                .findFirst()
                .map(crowd -> "of " + crowd.concurrency() + " clients at a time: " + crowd.reopened()
                        + " new connections to the backend for " + later(crowd)
                        + " messages, after as many clients had been served before");
    }

    /** The messages of all rounds but the first, in which connections have to be opened. */
    private static int later(Parity.Crowd crowd) {
        return crowd.messages() - crowd.concurrency();
    }

    /** Who writes each message at once waits for nothing, whatever the option: only the last of several segments does. */
    private static Optional<String> nagle(Parity.Side side, String towards) {
        return Boolean.FALSE.equals(side.noDelay())
                        && (side.segments() == null || side.segments() > Breach.MOST_SEGMENTS)
                ? Optional.of("TCP_NODELAY is off on the sockets towards " + towards
                        + (side.segments() == null
                                ? ""
                                : String.format(
                                        Locale.ROOT, ", and a small message goes in %.1f segments", side.segments())))
                : Optional.empty();
    }
}
