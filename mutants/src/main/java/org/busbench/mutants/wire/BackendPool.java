package org.busbench.mutants.wire;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends messages to the backends, over connections that are kept and used again. Called with the reactor's lock held. */
public final class BackendPool implements BackendCaller {
    private static final String PATH = "/services/SimpleStockQuoteService";

    private final Reactor reactor;
    private final Map<String, InetSocketAddress> addresses;
    private final Map<String, Deque<UpstreamConnection>> free = new LinkedHashMap<>();

    /** The backends of one mediator. */
    public BackendPool(Reactor reactor, Map<String, InetSocketAddress> addresses) {
        this.reactor = reactor;
        this.addresses = Map.copyOf(addresses);
        addresses.keySet().forEach(letter -> free.put(letter, new ArrayDeque<>()));
    }

    @Override
    public void call(BackendRequest request, Outcome outcome) {
        Deque<UpstreamConnection> pool = free.get(request.backend());
        UpstreamConnection connection = pool.pollFirst();
        if (connection == null) {
            connection = open(request.backend(), pool);
        }
        connection.send(request, PATH, outcome);
    }

    /** Opens a connection and never uses it: a leak. */
    public void leak(String backend) {
        open(backend, new ArrayDeque<>());
    }

    private UpstreamConnection open(String backend, Deque<UpstreamConnection> pool) {
        InetSocketAddress address = addresses.get(backend);
        UpstreamConnection connection = new UpstreamConnection(address, pool::addFirst, pool::remove);
        reactor.connect(address, connection);
        return connection;
    }
}
