package org.busbench.mediation.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.busbench.mediation.wire.Connection;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;

/**
 * Serves HTTP on a {@link Wire}. For any thread; who stops the wire stops it: messages under way are finished with {@code Connection: close},
 * idle connections are closed.
 */
public final class HttpServer {
    private final Wire wire;
    private final List<LoopState> states;

    /**
     * Makes a server; {@link #listen} starts it.
     *
     * @param wire the network
     * @param limits what clients and backends may do
     * @param handler who decides about each request
     */
    public HttpServer(Wire wire, HttpLimits limits, Handler handler) {
        this.wire = wire;
        this.states = wire.loops().stream()
                .map(loop -> new LoopState(loop, limits, handler))
                .toList();
    }

    /**
     * Accepts clients.
     *
     * @param address where; port 0 lets the system choose one
     * @return the address with the real port
     * @throws IOException if the address cannot be had
     */
    public InetSocketAddress listen(InetSocketAddress address) throws IOException {
        return wire.listen(address, this::accepted);
    }

    private ConnectionEvents accepted(EventLoop loop, Connection connection) {
        return new Front(states.get(loop.index()), connection);
    }
}
