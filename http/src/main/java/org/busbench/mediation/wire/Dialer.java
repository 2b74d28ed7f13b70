package org.busbench.mediation.wire;

import java.net.InetSocketAddress;

/** Makes connections to one place in one way. Immutable; two that are equal make connections that can stand for each other. For the threads of the loops. */
@FunctionalInterface
public interface Dialer {

    /** Plain TCP. */
    Dialer PLAIN = EventLoop::connect;

    /**
     * Begins to connect; see {@link EventLoop#connect}.
     *
     * @param loop the loop that the connection is to belong to, whose thread this is
     */
    WireConnection dial(EventLoop loop, InetSocketAddress address, ConnectionEvents events);
}
