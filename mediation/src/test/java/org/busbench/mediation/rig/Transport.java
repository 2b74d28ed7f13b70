package org.busbench.mediation.rig;

import java.io.IOException;
import java.util.List;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;
import org.busbench.mediation.wire.uring.UringWire;

/** The transport that tests run on: NIO, or io_uring with {@code -Dbusbench.transport=uring}, which needs Java 22 and a kernel that gives it. */
public final class Transport {
    private static final String NAME = System.getProperty("busbench.transport", "nio");

    private Transport() {}

    /** Starts the loops. */
    public static Wire wire(int loops, WireLimits limits) throws IOException {
        return switch (NAME) {
            case "nio" -> new NioWire(loops, limits);
            case "uring" -> new UringWire(loops, limits);
            default -> throw new IllegalArgumentException("-Dbusbench.transport=" + NAME + ": say nio or uring");
        };
    }

    /** {@return options of the JVM for a mediator in a process of its own} */
    static List<String> options() {
        return NAME.equals("nio")
                ? List.of()
                : List.of("--enable-native-access=ALL-UNNAMED", "-Dbusbench.transport=" + NAME);
    }
}
