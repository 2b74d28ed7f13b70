package org.busbench.common.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.busbench.common.ErrorClass;
import org.busbench.common.http.MalformedMessageException;
import org.busbench.common.http.MessageParser;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsChannel;

/**
 * A connection that carries one request at a time: opened when a request needs it, kept while the responses allow it. It is the
 * attachment of its selector's key. Not safe for concurrent use; never blocks.
 */
public final class RequestConnection {
    /**
     * {@link #begin} leads from IDLE to SENDING and from CLOSED to CONNECTING, which TLS's handshake belongs to; then come
     * SENDING and AWAITING. A right response leads to IDLE, or to CLOSED when the connection cannot be kept. Any fault
     * leads to CLOSED, as does an end by the peer while it is IDLE.
     */
    private enum State {
        CLOSED,
        CONNECTING,
        SENDING,
        AWAITING,
        IDLE
    }

    private final Selector selector;
    private final Input input;
    private final Server server;
    private final MessageParser parser;
    private final User user;
    private final EarlyBytes early = new EarlyBytes();
    private State state = State.CLOSED;
    private SocketChannel channel;
    private SelectionKey key;
    /** Null for plain HTTP, and until the socket is connected. */
    private TlsChannel tls;

    private boolean used;
    private boolean drained;
    private boolean whole;
    private int sent;

    /** Who asks. Everything is called during {@link #begin}, {@link #ready} or {@link #fail}. */
    public interface User {
        default void connecting() {}

        /**
         * The request is sent now.
         *
         * @param fresh whether a connection was opened for it
         */
        default void sending(long now, boolean fresh) {}

        /** The whole request, from position 0; the same bytes each time until the request is over. */
        ByteBuffer request();

        /** The result of a read, which is part of the response or follows it. Valid until the request goes on or is over. */
        default void received(byte[] bytes, int length, long now) {}

        MessageParser.Body body();

        /** The response goes on after what was received. */
        default void unfinished() {}

        /**
         * Judges the complete response.
         *
         * @param surplus bytes that came with its end and are not of it
         * @return null when it is right
         */
        Fault fault(int surplus);

        /** The request is over, with the right response, of which the last bytes arrived at this time. Another may begin. */
        void verified(long arrived);

        /**
         * The request is over, and the connection is closed. Another may begin.
         *
         * @param connected false when it got no connection
         */
        void failed(Fault fault, boolean connected);
    }

    /** Where connections go, and what they have learned of the peer. For the connections of one thread. */
    public static final class Server {
        private final InetSocketAddress address;
        private final ClientTls tls;
        private final boolean keepAlive;
        /** Whether the peer has been seen to close connections unannounced: then it is looked for before a connection is used again. */
        private boolean closesUnannounced;

        /**
         * A server that was not asked yet.
         *
         * @param tls null for plain HTTP
         * @param keepAlive whether a connection carries one request after another; else each gets its own
         */
        public Server(InetSocketAddress address, ClientTls tls, boolean keepAlive) {
            this.address = address;
            this.tls = tls;
            this.keepAlive = keepAlive;
        }
    }

    /** The buffer that the connections of one thread read into, one after another. */
    public static final class Input {
        /** More than the largest of the usual responses: one read takes it. */
        private static final int CAPACITY = 128 * 1024;

        private final byte[] bytes = new byte[CAPACITY];
        private final ByteBuffer nativeBytes = ByteBuffer.allocateDirect(CAPACITY);

        private int read(SocketChannel channel) throws IOException {
            nativeBytes.clear();
            int length = channel.read(nativeBytes);
            if (length > 0) {
                nativeBytes.get(0, bytes, 0, length);
            }
            return length;
        }
    }

    /** Bytes that came while nothing was asked: they are read as the next request's response, as any client would. */
    private static final class EarlyBytes {
        private static final int MOST = 64 * 1024;

        private byte[] bytes;

        void add(byte[] more, int length) {
            int before = bytes == null ? 0 : bytes.length;
            bytes = bytes == null ? new byte[length] : Arrays.copyOf(bytes, before + length);
            System.arraycopy(more, 0, bytes, before, length);
        }

        boolean isMuch() {
            return bytes != null && bytes.length > MOST;
        }

        /** The bytes, which are gone from here; null when none came. */
        byte[] take() {
            byte[] taken = bytes;
            bytes = null;
            return taken;
        }
    }

    /** A connection that is not open yet. */
    public RequestConnection(Selector selector, Input input, Server server, MessageParser parser, User user) {
        this.selector = selector;
        this.input = input;
        this.server = server;
        this.parser = parser;
        this.user = user;
    }

    public boolean isInFlight() {
        return state != State.CLOSED && state != State.IDLE;
    }

    /** Whether a request could be sent at once. */
    public boolean isOpen() {
        return state == State.IDLE;
    }

    public boolean isConnecting() {
        return state == State.CONNECTING;
    }

    /** Whether every byte of the last request went out, so that the server may have received it. */
    public boolean isWholeRequestSent() {
        return whole;
    }

    public void begin(long now) {
        parser.reset();
        whole = false;
        if (state == State.IDLE && (!server.closesUnannounced || stillStands())) {
            send(now, false);
        } else {
            connect();
        }
    }

    /** Looks whether the peer has closed since the last response, which costs a read. */
    private boolean stillStands() {
        idleReadable();
        return state == State.IDLE;
    }

    private void connect() {
        state = State.CONNECTING;
        used = false;
        user.connecting();
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            key = channel.register(selector, SelectionKey.OP_CONNECT, this);
            if (channel.connect(server.address)) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    /** The selector has news; its key is valid. */
    public void ready() {
        int operations = key.readyOps();
        switch (state) {
            case CONNECTING -> connecting();
            case IDLE -> idleReadable();
            default -> {
                if ((operations & SelectionKey.OP_READ) != 0) {
                    readable();
                }
                if (state == State.SENDING && (operations & SelectionKey.OP_WRITE) != 0) {
                    write();
                }
            }
        }
    }

    private void connecting() {
        if (key.interestOps() != SelectionKey.OP_CONNECT) {
            handshake();
            return;
        }
        try {
            if (channel.finishConnect()) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    private void connected() throws IOException {
        if (server.tls != null) {
            // Naming the peer lets later connections resume an earlier session.
            tls = new TlsChannel(channel, server.tls.engine(server.address.getHostString(), server.address.getPort()));
        }
        interest(false);
        handshake();
    }

    private void handshake() {
        boolean open;
        try {
            open = tls == null || tls.open();
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no TLS: " + refused);
            return;
        }
        if (open) {
            send(System.nanoTime(), true);
        } else {
            interest(tls.wantsToWrite());
        }
    }

    private void interest(boolean write) {
        int operations = write ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }

    private void send(long now, boolean fresh) {
        state = State.SENDING;
        sent = 0;
        user.sending(now, fresh);
        write();
        byte[] first = early.take();
        if (first != null && isInFlight()) {
            received(first, first.length);
        }
    }

    /** A request that did not fit into the socket before is encoded again: its bytes are the same. */
    private void write() {
        ByteBuffer request = user.request();
        request.position(sent);
        try {
            if (tls == null) {
                channel.write(request);
                whole = !request.hasRemaining();
            } else {
                whole = tls.write(request);
            }
            sent = request.position();
            state = whole ? State.AWAITING : State.SENDING;
            interest(!whole);
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private int read() throws IOException {
        if (tls != null) {
            int length = tls.read(input.bytes);
            drained = tls.isDrained();
            return length;
        }
        int length = input.read(channel);
        drained = length < Input.CAPACITY;
        return length;
    }

    private void readable() {
        SocketChannel reading = channel;
        try {
            do {
                int length = read();
                if (length < 0) {
                    inputEnded();
                    return;
                }
                if (length == 0) {
                    return;
                }
                received(input.bytes, length);
            } while (channel == reading && isInFlight() && !drained);
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private void received(byte[] bytes, int length) {
        long now = System.nanoTime();
        user.received(bytes, length, now);
        try {
            int end = parser.feed(bytes, 0, length, user.body());
            if (parser.isComplete()) {
                complete(length - end, now);
            } else {
                user.unfinished();
            }
        } catch (MalformedMessageException malformed) {
            fail(ErrorClass.CONTENT, "the answer is not HTTP: " + malformed.getMessage());
        }
    }

    private void inputEnded() {
        if (parser.endOfInput()) {
            complete(0, System.nanoTime());
        } else if (parser.hasBegun()) {
            fail(ErrorClass.CUT, "the connection ended within the answer");
        } else {
            unanswered("the connection ended before the answer began");
        }
    }

    private void broke(IOException broken) {
        if (parser.hasBegun()) {
            fail(ErrorClass.RESET, "the connection broke within the answer: " + broken);
        } else {
            unanswered("the connection broke: " + broken);
        }
    }

    private void unanswered(String message) {
        server.closesUnannounced |= used;
        fail(ErrorClass.RESET, message);
    }

    private void complete(int surplus, long arrived) {
        Fault fault = user.fault(surplus);
        if (fault != null) {
            fail(fault);
            return;
        }
        if (state == State.AWAITING && server.keepAlive && parser.keepsConnection()) {
            state = State.IDLE;
            used = true;
        } else {
            close();
        }
        user.verified(arrived);
    }

    private void idleReadable() {
        int length;
        try {
            length = read();
        } catch (IOException broken) {
            length = -1;
        }
        if (length < 0) {
            close(); // its own right between requests: RFC 9112, 9.5
        } else if (length > 0) {
            early.add(input.bytes, length);
            if (early.isMuch()) {
                key.interestOps(0);
            }
        }
    }

    private void fail(ErrorClass error, String message) {
        fail(new Fault(error, message));
    }

    /** Ends the request that is under way, for its user's own reason as well. */
    public void fail(Fault fault) {
        boolean connected = state != State.CONNECTING;
        close();
        user.failed(fault, connected);
    }

    /** Closes it; what is under way has no outcome. A later request opens it again. */
    public void close() {
        state = State.CLOSED;
        early.take();
        tls = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException broken) {
                // The connection is given up, and its request has been judged: nothing hangs on its end.
                early.take();
            }
        }
        channel = null;
    }
}
