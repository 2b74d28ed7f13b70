package org.busbench.mediation.wire.tls;

import java.net.InetSocketAddress;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.WireConnection;

/** A connection that stands before another one, as far as both are the same. For the loop's thread. */
abstract class Layer implements WireConnection {
    private WireConnection lower;

    /** Puts it before another connection, once. */
    final void on(WireConnection connection) {
        lower = connection;
    }

    final WireConnection lower() {
        return lower;
    }

    @Override
    public final InetSocketAddress peer() {
        return lower.peer();
    }

    @Override
    public final Deadline deadline() {
        return lower.deadline();
    }
}
