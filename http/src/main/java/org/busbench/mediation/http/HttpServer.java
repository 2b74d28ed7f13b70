package org.busbench.mediation.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireConnection;

/**
 * Serves HTTP on a {@link Wire}. For any thread; who stops the wire stops it: messages under way are finished with {@code Connection: close},
 * idle connections are closed.
 */
public final class HttpServer {
    private final Wire wire;
    private final List<HttpLoop> loops;
    private volatile Handler handler;

    /** Makes a server; {@link #listen} starts it. */
    public HttpServer(Wire wire, HttpLimits limits, Handler handler) {
        this.wire = wire;
        this.handler = handler;
        BodyBudget budget = new BodyBudget(limits);
        this.loops = wire.loops().stream()
                .map(loop -> new HttpLoop(loop, limits, budget))
                .toList();
    }

    /** Accepts clients at an address; port 0 lets the system choose one. */
    public InetSocketAddress listen(InetSocketAddress address) throws IOException {
        return listen(address, UnaryOperator.identity());
    }

    /**
     * Accepts clients whose bytes come through another layer, such as TLS.
     *
     * @param address where; port 0 lets the system choose one
     * @param before makes the acceptor that stands before this server's
     * @throws IOException if the address cannot be had
     */
    public InetSocketAddress listen(InetSocketAddress address, UnaryOperator<Acceptor> before) throws IOException {
        return wire.listen(address, before.apply(this::accepted));
    }

    /**
     * Lets another handler decide about requests whose head comes from now on. Those that have begun stay with theirs to their end.
     */
    public void handler(Handler next) {
        handler = Objects.requireNonNull(next, "handler");
    }

    /** {@return what was counted on a loop; to be asked for on its thread} */
    public HttpCounts counts(EventLoop loop) {
        return loops.get(loop.index()).counts();
    }

    /**
     * Makes a request of our own that belongs to no exchange.
     *
     * @param loop on which it lives; {@link Call} is to be used on that loop's thread only
     */
    public Call call(EventLoop loop, CallEvents events) {
        return new Call(loops.get(loop.index()), events);
    }

    private ConnectionEvents accepted(EventLoop loop, WireConnection connection) {
        return new ClientConnection(loops.get(loop.index()), () -> handler, connection);
    }
}
