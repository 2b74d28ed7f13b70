package org.busbench.mediation.wire;

/** Serves the connections that clients make. */
@FunctionalInterface
public interface Acceptor {

    /**
     * A client has connected.
     *
     * @param loop the loop that the connection belongs to, whose thread this is
     */
    ConnectionEvents accepted(EventLoop loop, WireConnection connection);
}
