package org.busbench.mediation.rig;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;
import org.busbench.mediation.wire.uring.UringWire;

/**
 * The transport that tests run on: NIO, or io_uring with {@code -Dbusbench.transport=uring}. Where that cannot be had, tests that move bytes are skipped, and
 * the reason is printed.
 */
public final class Transport {
    private static final String NAME = System.getProperty("busbench.transport", "nio");
    private static final String REFUSAL = NAME.equals("uring") ? UringWire.refusal() : null;

    static {
        if (REFUSAL != null) {
            System.out.println("Skipped: io_uring cannot be had: " + REFUSAL);
        }
    }

    private Transport() {}

    /** Starts the loops. */
    public static Wire wire(int loops, WireLimits limits) throws IOException {
        return switch (needed()) {
            case "nio" -> new NioWire(loops, limits);
            case "uring" -> new UringWire(loops, limits);
            default -> throw new IllegalArgumentException("-Dbusbench.transport=" + NAME + ": say nio or uring");
        };
    }

    /** {@return options of the JVM for a mediator in a process of its own} */
    static List<String> options() {
        String choice = "-Dbusbench.transport=" + needed();
        return NAME.equals("nio") ? List.of(choice) : List.of("--enable-native-access=ALL-UNNAMED", choice);
    }

    private static String needed() {
        return REFUSAL == null ? NAME : abort("io_uring cannot be had: " + REFUSAL);
    }
}
