package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Sends messages to the backends, over connections that are kept and used again. For the reactor's thread. */
public final class BackendPool implements BackendCaller {
    private final Reactor reactor;
    private final Map<String, InetSocketAddress> addresses;
    private final Map<String, Deque<UpstreamConnection>> free = new LinkedHashMap<>();

    public BackendPool(Reactor reactor, Map<String, InetSocketAddress> addresses) {
        this.reactor = reactor;
        this.addresses = Map.copyOf(addresses);
        addresses.keySet().forEach(letter -> free.put(letter, new ArrayDeque<>()));
    }

    @Override
    public void call(BackendRequest request, Consumer<Response> answer) {
        Deque<UpstreamConnection> pool = free.get(request.backend());
        UpstreamConnection connection = pool.pollFirst();
        try {
            connection = connection == null ? open(request.backend(), pool) : connection;
        } catch (IOException refused) {
            answer.accept(Response.missing(String.valueOf(refused.getMessage())));
            return;
        }
        connection.send(request, answer);
    }

    /** Opens a connection that is never used: a leak. Returns it. */
    public Object leak(String backend) throws IOException {
        return open(backend, new ArrayDeque<>());
    }

    private UpstreamConnection open(String backend, Deque<UpstreamConnection> pool) throws IOException {
        InetSocketAddress address = addresses.get(backend);
        SocketChannel channel = SocketChannel.open();
        try {
            UpstreamConnection connection = new UpstreamConnection(channel, address, pool::addFirst, pool::remove);
            reactor.connect(channel, address, connection);
            return connection;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }
}
