package org.busbench.mediation.wire.uring;

import java.io.IOException;
import org.busbench.mediation.wire.TransportProvider;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;

/** Linux's io_uring, on Java 22 and newer. */
public final class UringTransport implements TransportProvider {

    @Override
    public String name() {
        return "uring";
    }

    @Override
    public String refusal() {
        String none = NativeCalls.whyNone();
        return none == null ? Probe.refusal() : none;
    }

    @Override
    public Wire start(int loops, WireLimits limits) throws IOException {
        return new UringWire(loops, limits);
    }
}
