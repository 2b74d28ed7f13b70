package org.busbench.mediation.http.rig;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;
import org.busbench.mediation.wire.TransportProvider;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;

/**
 * The transport that tests run on: NIO, or io_uring with {@code -Dbusbench.transport=uring}. Where that cannot be had, tests that move bytes are skipped, and
 * the reason is printed.
 */
public final class Transport {
    private static final String NAME = System.getProperty("busbench.transport", "nio");
    private static final TransportProvider PROVIDER = NAME.equals("nio") ? null : provider();
    private static final String REFUSAL = PROVIDER == null ? null : PROVIDER.refusal();

    static {
        if (REFUSAL != null) {
            System.out.println("Skipped: " + NAME + " cannot be had: " + REFUSAL);
        }
    }

    private Transport() {}

    /** Starts the loops. */
    public static Wire wire(int loops, WireLimits limits) throws IOException {
        needed();
        return PROVIDER == null ? new NioWire(loops, limits) : PROVIDER.start(loops, limits);
    }

    /** {@return options of the JVM for a mediator in a process of its own} */
    public static List<String> options() {
        String choice = "-Dbusbench.transport=" + needed();
        return NAME.equals("nio") ? List.of(choice) : List.of("--enable-native-access=ALL-UNNAMED", choice);
    }

    private static String needed() {
        return REFUSAL == null ? NAME : abort(NAME + " cannot be had: " + REFUSAL);
    }

    private static TransportProvider provider() {
        return TransportProvider.named(NAME)
                .orElseThrow(() -> new IllegalArgumentException("-Dbusbench.transport=" + NAME
                        + ": say nio, or uring with the module io-uring on the class path"));
    }
}
