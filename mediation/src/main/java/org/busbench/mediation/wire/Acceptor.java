package org.busbench.mediation.wire;

/** Who serves the connections that clients make. */
@FunctionalInterface
public interface Acceptor {

    /**
     * A client has connected.
     *
     * @param loop the loop that the connection belongs to, whose thread this is
     * @param connection the connection
     * @return who is told what happens to it
     */
    ConnectionEvents accepted(EventLoop loop, WireConnection connection);
}
