package org.busbench.harness.process;

import java.net.InetSocketAddress;

/**
 * An internet socket of a process.
 *
 * @param kind what it is for
 * @param own its address
 * @param peer whom it is connected with; the wildcard address and port 0 when that is nobody
 */
public record OpenSocket(Kind kind, InetSocketAddress own, InetSocketAddress peer) {

    /** What a socket is for. */
    public enum Kind {
        /** TCP that waits for connections. */
        LISTENER,
        /** TCP that is connected, or tries to be. */
        CONNECTION,
        /** UDP. */
        DATAGRAMS
    }

    /**
     * Whether it goes beyond the loopback interface: others can reach it, or are reached by it.
     *
     * @return false where everything stays on 127.0.0.0/8 or ::1
     */
    public boolean leavesLoopback() {
        // The C library connects sockets for datagrams to port 0 when it sorts the addresses of a host, and sends
        // nothing.
        return connected()
                ? peer.getPort() != 0 && !peer.getAddress().isLoopbackAddress()
                : !own.getAddress().isLoopbackAddress();
    }

    /**
     * What it does, and what should be done about it when it leaves the loopback interface.
     *
     * @return a sentence without its subject, which is the process
     */
    public String describe() {
        return switch (kind) {
            case LISTENER -> "listens on " + text(own) + ", which others can reach: bind it to 127.0.0.1";
            case CONNECTION -> "is connected with " + text(peer) + ", beyond 127.0.0.1: turn that off";
            case DATAGRAMS ->
                connected()
                        ? "sends datagrams to " + text(peer) + ", beyond 127.0.0.1: turn that off"
                        : "receives datagrams on " + text(own)
                                + ", which others can reach: turn that off, or bind it to 127.0.0.1";
        };
    }

    private boolean connected() {
        return kind != Kind.LISTENER && !peer.getAddress().isAnyLocalAddress();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
