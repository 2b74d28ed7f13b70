package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.http.nio.reactor.EventMask;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.reactor.SessionBufferStatus;

/**
 * A TCP connection to ourselves: a request and a response go through the same code and the same kernel as those of clients and backends. Only the selector
 * has no part in it. For one thread, which waits for the whole message.
 */
public final class Loopback {
    private static final InetSocketAddress OURSELVES = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final UpstreamConnection client = new UpstreamConnection(OURSELVES, free -> {}, ended -> {});
    private final ClientConnection server = new ClientConnection(this::received);
    private Request request;
    private Consumer<Response> reply;
    private Response response;

    private Loopback(SocketChannel[] ends) {
        client.connected(new UnselectedSession(ends[0]));
        server.connected(new UnselectedSession(ends[1]));
    }

    /**
     * Connects.
     *
     * @return the connection; it lasts as long as the process
     * @throws IOException when the system has no sockets for it
     */
    public static Loopback open() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(OURSELVES);
            SocketChannel[] ends = {SocketChannel.open(listener.getLocalAddress()), listener.accept()};
            for (SocketChannel end : ends) {
                end.configureBlocking(false);
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            return new Loopback(ends);
        }
    }

    private void received(Request whole, Consumer<Response> answer) {
        request = whole;
        reply = answer;
    }

    /**
     * Sends a request and receives it.
     *
     * @return what was received
     */
    public Request asked(Request sent) {
        request = null;
        response = null;
        BackendRequest call = new BackendRequest("", sent.contentType(), sent.soapAction(), sent.body());
        client.send(call, sent.path(), new BackendCaller.Outcome() {
            @Override
            public void answered(Response whole) {
                response = whole;
            }

            @Override
            public void failed(String why) {
                throw new IllegalStateException("the connection to ourselves failed: " + why);
            }
        });
        while (request == null) {
            client.outputReady();
            server.inputReady();
        }
        return request;
    }

    /**
     * Sends the response to the last request, and receives it.
     *
     * @return what was received
     */
    public Response answered(Response sent) {
        reply.accept(sent);
        while (response == null) {
            server.outputReady();
            client.inputReady();
        }
        return response;
    }

    /** A session of HttpCore without a reactor: its owner calls the connection when there may be bytes. */
    private static final class UnselectedSession implements IOSession {
        private final SocketChannel channel;
        private final Map<String, Object> attributes = new HashMap<>();
        private int events = EventMask.READ;

        UnselectedSession(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public ByteChannel channel() {
            return channel;
        }

        @Override
        public SocketAddress getRemoteAddress() {
            return channel.socket().getRemoteSocketAddress();
        }

        @Override
        public SocketAddress getLocalAddress() {
            return channel.socket().getLocalSocketAddress();
        }

        @Override
        public int getEventMask() {
            return events;
        }

        @Override
        public void setEventMask(int mask) {
            events = mask;
        }

        @Override
        public void setEvent(int event) {
            events |= event;
        }

        @Override
        public void clearEvent(int event) {
            events &= ~event;
        }

        @Override
        public void close() {
            shutdown();
        }

        @Override
        public void shutdown() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException("a connection to ourselves cannot be closed", e);
            }
        }

        @Override
        public int getStatus() {
            return channel.isOpen() ? ACTIVE : CLOSED;
        }

        @Override
        public boolean isClosed() {
            return !channel.isOpen();
        }

        @Override
        public int getSocketTimeout() {
            return 0;
        }

        @Override
        public void setSocketTimeout(int millis) {
            // No timer watches this session.
        }

        @Override
        public void setBufferStatus(SessionBufferStatus status) {
            // The owner reads and writes until the message is whole.
        }

        @Override
        public boolean hasBufferedInput() {
            return false;
        }

        @Override
        public boolean hasBufferedOutput() {
            return false;
        }

        @Override
        public void setAttribute(String name, Object value) {
            attributes.put(name, value);
        }

        @Override
        public Object getAttribute(String name) {
            return attributes.get(name);
        }

        @Override
        public Object removeAttribute(String name) {
            return attributes.remove(name);
        }
    }
}
