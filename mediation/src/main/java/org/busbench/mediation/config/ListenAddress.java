package org.busbench.mediation.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/**
 * Where the mediator listens.
 *
 * @param port TCP port, 1 to 65535
 */
public record ListenAddress(String host, int port) {

    /** Checks the range of the port. */
    public ListenAddress {
        if (host == null || host.isBlank()) {
            throw new IllegalArgumentException("no host to listen on: say HOST:PORT, for instance 127.0.0.1:8280");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not between 1 and 65535");
        }
    }

    /**
     * Reads {@code HOST:PORT}; an IPv6 address stands in brackets, as in a URL (RFC 3986 section 3.2.2).
     *
     * @throws IllegalArgumentException when it is not of that form
     */
    public static ListenAddress parse(String text) {
        URI uri;
        try {
            uri = new URI("tcp://" + text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT, for instance 127.0.0.1:8280", e);
        }
        if (uri.getHost() == null || uri.getPort() == -1 || !("tcp://" + uri.getAuthority()).equals("tcp://" + text)) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT, for instance 127.0.0.1:8280");
        }
        return new ListenAddress(uri.getHost(), uri.getPort());
    }

    /**
     * Makes sure that the port is free before anything else is done: to find out only when all is read would cost a second.
     * It binds and does not listen: a client that comes too early is refused, and not taken in and then reset.
     *
     * @throws BadConfigException when the host is unknown or something listens there already
     */
    public void requireFree() throws BadConfigException {
        try (Socket probe = new Socket()) {
            // As the listener does: a port whose old connections linger in TIME_WAIT is free.
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(bareHost()), port));
        } catch (UnknownHostException e) {
            throw new BadConfigException("cannot listen on " + this + ": unknown host '" + host + "'", e);
        } catch (IOException e) {
            throw new BadConfigException(
                    "cannot listen on " + this + ": " + e.getMessage()
                            + "; end the process that holds the port, or give another one with --listen HOST:PORT",
                    e);
        }
    }

    /** {@return the host without the brackets of an IPv6 address} */
    public String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
