package org.busbench.common;

import java.net.InetSocketAddress;

/**
 * A row of the kernel's socket tables.
 *
 * @param inode of the socket; a connection within this machine has two sockets
 * @param peer the wildcard address and port 0 when there is none
 */
public record OpenSocket(Kind kind, InetSocketAddress own, InetSocketAddress peer, long inode) {

    /** The use of a socket. */
    public enum Kind {
        /** TCP that waits for connections. */
        LISTENER,
        /** TCP in any other state than listening. */
        CONNECTION,
        DATAGRAMS
    }

    /** Whether traffic may go beyond 127.0.0.0/8 and ::1: others can reach the socket, or it is connected to them. */
    public boolean leavesLoopback() {
        // The C library connects sockets for datagrams to port 0 when it sorts the addresses of a host, and sends
        // nothing.
        return connected()
                ? peer.getPort() != 0 && !peer.getAddress().isLoopbackAddress()
                : !own.getAddress().isLoopbackAddress();
    }

    /** Says that a socket leaves the loopback interface, and the remedy; the process is the subject. */
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
