package org.busbench.mediation.wire.tls;

import java.net.InetSocketAddress;
import org.busbench.mediation.wire.Connection;
import org.busbench.mediation.wire.Deadline;

/** A connection that stands before another one, as far as both are the same. For the loop's thread. */
abstract class Layer implements Connection {
    private Connection lower;

    /** Puts it before another connection, once. */
    final void on(Connection connection) {
        lower = connection;
    }

    final Connection lower() {
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
