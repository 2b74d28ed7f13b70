package org.busbench.mediation;

import java.io.IOException;
import java.util.Optional;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.wire.TransportProvider;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;

/**
 * What moves the bytes between the network and the event loops, and why. A machine that cannot have io_uring gets NIO, which every machine has.
 *
 * @param name {@code nio} or {@code uring}
 * @param reason why it is this one, in one line
 * @param refused whether another one was asked for
 */
record Transport(String name, String reason, boolean refused) {

    private static final String NIO = "nio";
    private static final String URING = "uring";

    /**
     * Chooses as {@code --transport} says. io_uring is tried before it is chosen.
     *
     * @throws BadConfigException if the option is none of auto, nio, uring
     */
    static Transport chosen(String option) throws BadConfigException {
        return switch (option) {
            case "auto" -> new Transport(NIO, "--transport auto", false);
            case NIO -> new Transport(NIO, "--transport nio", false);
            case URING -> uring();
            default -> throw new BadConfigException("--transport " + option + ": say auto, nio or uring");
        };
    }

    private static Transport uring() {
        Optional<TransportProvider> found = TransportProvider.named(URING);
        String refusal = found.isPresent() ? found.get().refusal() : "no jar of busbench-io-uring is on the class path";
        return refusal == null ? new Transport(URING, "--transport uring", false) : instead(refusal);
    }

    Started start(int loops, WireLimits limits) throws IOException {
        if (name.equals(NIO)) {
            return new Started(this, new NioWire(loops, limits));
        }
        try {
            return new Started(this, TransportProvider.named(name).orElseThrow().start(loops, limits));
        } catch (IOException e) {
            return instead(e.getMessage()).start(loops, limits);
        }
    }

    private static Transport instead(String refusal) {
        return new Transport(NIO, "--transport uring cannot be had: " + refusal, true);
    }

    @Override
    public String toString() {
        return name + " (" + reason + ")";
    }

    record Started(Transport transport, Wire wire) {}
}
