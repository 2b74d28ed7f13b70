package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.http.HttpException;

/**
 * A TCP connection to ourselves: a request and a response go through the same code and the same kernel as those of clients and backends. Only the selector
 * has no part in it. For one thread, which waits for the whole message.
 */
public final class Loopback {
    private static final InetSocketAddress OURSELVES = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final UpstreamConnection client;
    private final ClientConnection server;
    private Request request;
    private Consumer<Response> reply;
    private Response response;

    private Loopback(SocketChannel asks, SocketChannel answers) {
        client = new UpstreamConnection(asks, OURSELVES, free -> {}, ended -> {});
        client.connected();
        server = new ClientConnection(answers, this::received, () -> {});
    }

    /** Connects, for as long as the process lasts. */
    public static Loopback open() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(OURSELVES);
            SocketChannel[] ends = {SocketChannel.open(listener.getLocalAddress()), listener.accept()};
            for (SocketChannel end : ends) {
                end.configureBlocking(false);
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            return new Loopback(ends[0], ends[1]);
        }
    }

    private void received(Request whole, Consumer<Response> answer) {
        request = whole;
        reply = answer;
    }

    /** Sends a request and receives it. */
    public Request asked(Request sent) {
        request = null;
        response = null;
        BackendRequest call = new BackendRequest("", sent.path(), sent.contentType(), sent.soapAction(), sent.body());
        client.send(call, whole -> response = whole);
        return moved(client, server, () -> request);
    }

    /** Sends the response to the last request, and receives it. */
    public Response answered(Response sent) {
        reply.accept(sent);
        Response whole = moved(server, client, () -> response);
        if (whole.isMissing()) {
            throw new IllegalStateException(
                    "the connection to ourselves failed: " + new String(whole.body(), StandardCharsets.UTF_8));
        }
        return whole;
    }

    /** Lets one end write and the other read until the message is whole. */
    private static <T> T moved(Connection<?> from, Connection<?> to, Supplier<T> whole) {
        while (whole.get() == null) {
            try {
                from.flush();
                to.read();
            } catch (IOException | HttpException e) {
                throw new IllegalStateException("the connection to ourselves failed", e);
            }
        }
        return whole.get();
    }
}
