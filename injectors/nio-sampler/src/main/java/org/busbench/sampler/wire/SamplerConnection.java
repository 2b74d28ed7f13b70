package org.busbench.sampler.wire;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.busbench.common.ErrorClass;
import org.busbench.common.http.MalformedMessageException;
import org.busbench.sampler.message.Fault;

/**
 * A user's connection: opened when a request needs it, kept while the responses allow it. It carries one request at a
 * time. Used by its loop's thread.
 */
final class SamplerConnection extends Deadlines.Timed {
    /**
     * What the connection does. {@link #begin} leads from IDLE to SENDING and from CLOSED to CONNECTING; then come
     * HANDSHAKE (with plain HTTP left at once), SENDING and AWAITING. A verified response leads to IDLE, or to CLOSED when
     * the connection cannot be kept. Any fault, time limit and {@link #abandon} lead to CLOSED, as does an end by the peer
     * while it is IDLE.
     */
    private enum State {
        CLOSED,
        CONNECTING,
        HANDSHAKE,
        SENDING,
        AWAITING,
        IDLE
    }

    private final Loop loop;
    private final Destination destination;
    private final SampledExchange exchange;
    private final EarlyBytes early = new EarlyBytes();
    /** The user of a closed loop; null in an open one. */
    Pacing.User user;

    private State state = State.CLOSED;
    private Socket socket;
    private boolean used;
    private int sent;

    /** The socket of one connection, from connecting to closing, and what its selector looks out for. */
    private static final class Socket {
        private final SocketChannel channel;
        private final SelectionKey key;
        private Wire wire;

        /** A socket that is not connecting yet. */
        private Socket(Loop loop, SamplerConnection connection) throws IOException {
            channel = SocketChannel.open();
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                key = loop.register(channel, SelectionKey.OP_CONNECT, connection);
            } catch (IOException broken) {
                channel.close();
                throw broken;
            }
        }

        /** Begins to connect; whether that is done at once. */
        boolean connect(ConnectionSettings settings) throws IOException {
            return channel.connect(settings.address());
        }

        boolean finishConnect() throws IOException {
            return channel.finishConnect();
        }

        /** The connection stands: from here on it can be opened, read and written. */
        void connected(ConnectionSettings settings) throws IOException {
            Tls tls = settings.tls();
            wire = tls == null ? new Wire.Plain(channel) : tls.wire(channel, settings.address());
            key.interestOps(SelectionKey.OP_READ);
        }

        /** Goes on with the TLS handshake, if any; whether it is done. */
        boolean open() throws IOException {
            return wire.open();
        }

        int read(Wire.Input input) throws IOException {
            return wire.read(input);
        }

        boolean isDrained() {
            return wire.isDrained();
        }

        /** Sends what the socket takes; while that is not all, the selector tells when it takes more. */
        boolean write(ByteBuffer request) throws IOException {
            boolean all = wire.write(request);
            int interest = all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
            if (key.interestOps() != interest) {
                key.interestOps(interest);
            }
            return all;
        }

        /** Leaves further bytes where they are, until the next write. */
        void stopReading() {
            key.interestOps(0);
        }

        void close() {
            try {
                if (wire == null) {
                    channel.close();
                } else {
                    wire.close();
                }
            } catch (IOException broken) {
                // The connection is given up, and what was asked over it has been judged: nothing hangs on its end.
                wire = null;
            }
        }
    }

    /** Bytes that came while nothing was asked: they are read as the next request's answer, as any client would. */
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

    SamplerConnection(Loop loop, Destination destination) {
        this.loop = loop;
        this.destination = destination;
        this.exchange = destination.newExchange();
    }

    Destination destination() {
        return destination;
    }

    boolean isInFlight() {
        return state != State.CLOSED && state != State.IDLE;
    }

    /** Whether a request could be sent at once. */
    boolean isOpen() {
        return state == State.IDLE;
    }

    /** Begins a request now; {@code start} is when it should have begun. */
    void begin(long start, long now, long number) {
        exchange.begin(start, number);
        loop.began(destination);
        if (state == State.IDLE && (!destination.looksBeforeReuse() || stillStands())) {
            send(now);
        } else {
            connect();
        }
    }

    /** Looks whether the peer has closed since the last answer, which costs a read. */
    private boolean stillStands() {
        idleReadable();
        return state == State.IDLE;
    }

    private void connect() {
        state = State.CONNECTING;
        used = false;
        loop.connecting().add(this, System.nanoTime());
        try {
            socket = new Socket(loop, this);
            if (socket.connect(destination.settings())) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    /** The selector has news. */
    void ready(SelectionKey readyKey) {
        int operations = readyKey.readyOps();
        switch (state) {
            case CONNECTING -> finishConnect();
            case HANDSHAKE -> handshake();
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

    private void finishConnect() {
        try {
            if (socket.finishConnect()) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    private void connected() throws IOException {
        socket.connected(destination.settings());
        state = State.HANDSHAKE;
        handshake();
    }

    private void handshake() {
        boolean open;
        try {
            open = socket.open();
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no TLS: " + refused);
            return;
        }
        if (open) {
            long now = System.nanoTime();
            exchange.connected(now);
            send(now);
        }
    }

    private void send(long now) {
        state = State.SENDING;
        sent = 0;
        if (loop.limitsAnswers()) {
            loop.answering().add(this, now);
        } else {
            unschedule();
        }
        write();
        byte[] first = early.take();
        if (first != null && isInFlight()) {
            received(first, first.length);
        }
    }

    /** A request that did not fit into the socket before is encoded again: its bytes are the same. */
    private void write() {
        ByteBuffer request = destination.request(exchange.fields);
        exchange.sending(request.limit());
        request.position(sent);
        try {
            state = socket.write(request) ? State.AWAITING : State.SENDING;
            sent = request.position();
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private void readable() {
        Socket reading = socket;
        try {
            do {
                int length = reading.read(loop.input());
                if (length < 0) {
                    inputEnded();
                    return;
                }
                if (length == 0) {
                    return;
                }
                received(loop.input().bytes, length);
            } while (socket == reading && isInFlight() && !reading.isDrained());
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private void received(byte[] bytes, int length) {
        long now = System.nanoTime();
        exchange.received(bytes, length, now);
        try {
            int end = exchange.parser.feed(bytes, 0, length, exchange.check);
            if (exchange.parser.isComplete()) {
                complete(length - end, now);
            } else {
                exchange.hold();
            }
        } catch (MalformedMessageException malformed) {
            fail(ErrorClass.CONTENT, "the answer is not HTTP: " + malformed.getMessage());
        }
    }

    private void inputEnded() {
        if (exchange.parser.endOfInput()) {
            complete(0, System.nanoTime());
        } else if (exchange.parser.hasBegun()) {
            fail(ErrorClass.CUT, "the connection ended within the answer");
        } else {
            unanswered("the connection ended before the answer began");
        }
    }

    private void broke(IOException broken) {
        if (exchange.parser.hasBegun()) {
            fail(ErrorClass.RESET, "the connection broke within the answer: " + broken);
        } else {
            unanswered("the connection broke: " + broken);
        }
    }

    private void unanswered(String message) {
        if (used) {
            destination.lookBeforeReuse();
        }
        fail(ErrorClass.RESET, message);
    }

    private void complete(int surplus, long arrived) {
        Fault fault = exchange.fault(surplus);
        if (fault != null) {
            fail(fault);
            return;
        }
        exchange.end(arrived);
        unschedule();
        loop.verified(destination, exchange);
        exchange.release();
        boolean reusable =
                state == State.AWAITING && destination.settings().keepAlive() && exchange.parser.keepsConnection();
        if (reusable) {
            state = State.IDLE;
            used = true;
        } else {
            close();
        }
        loop.free(this, System.nanoTime(), true);
    }

    private void idleReadable() {
        int length;
        try {
            length = socket.read(loop.input());
        } catch (IOException broken) {
            length = -1;
        }
        if (length < 0) {
            close(); // its own right between requests: RFC 9112, 9.5
        } else if (length > 0) {
            early.add(loop.input().bytes, length);
            if (early.isMuch()) {
                socket.stopReading();
            }
        }
    }

    @Override
    void expired(long now) {
        if (state == State.CONNECTING || state == State.HANDSHAKE) {
            fail(
                    ErrorClass.CONNECT,
                    "connect timed out after "
                            + destination.settings().connectTimeout().toMillis() + " ms");
        } else {
            fail(
                    ErrorClass.TIMEOUT,
                    "no complete answer after "
                            + destination.settings().answerTimeout().toMillis() + " ms");
        }
    }

    private void fail(ErrorClass error, String message) {
        fail(new Fault(error, message));
    }

    private void fail(Fault fault) {
        long now = System.nanoTime();
        boolean connected = state != State.CONNECTING && state != State.HANDSHAKE;
        exchange.end(now);
        close();
        loop.failed(destination, exchange, fault);
        exchange.release();
        loop.free(this, now, connected);
    }

    /** Ends what is in flight without an outcome; whether there was a request. */
    boolean abandon() {
        boolean unfinished = isInFlight();
        close();
        exchange.release();
        return unfinished;
    }

    private void close() {
        unschedule();
        state = State.CLOSED;
        early.take();
        if (socket != null) {
            socket.close();
        }
        socket = null;
    }
}
