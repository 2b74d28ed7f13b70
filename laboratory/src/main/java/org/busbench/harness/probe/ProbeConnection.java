package org.busbench.harness.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
 * A connection that carries one request at a time. Guarded by the lock of its loop; nothing in it blocks. After a
 * failure it is closed and of no further use.
 */
final class ProbeConnection {

    private static final long NONE = -1;
    private static final int FIRST_BUFFER = 8 * 1024;
    private static final int LONGEST_BODY = 16 * 1024 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Input input;
    private final Address address;
    /** Null for plain HTTP, and until the socket is connected. */
    private TlsChannel tls;

    private boolean opened;
    private final MessageParser parser = MessageParser.ofResponses();
    /** The body of the response, used again for the next one. */
    private byte[] body = new byte[FIRST_BUFFER];

    private int bodyLength;
    private final MessageParser.Body whole = this::add;
    private ByteBuffer unsent;
    private ProbeRequest asks;
    private String nonce;
    private long request = NONE;
    private long begunNanos;
    private long endedNanos;
    private boolean wholeRequestSent;
    private ErrorClass error;

    /**
     * Where it goes.
     *
     * @param tls null for plain HTTP
     */
    record Address(InetSocketAddress place, ClientTls tls) {}

    /** The buffer that the connections of one thread read into, one after another. */
    static final class Input {
        private static final int CAPACITY = 64 * 1024;

        private final ByteBuffer nativeBytes = ByteBuffer.allocateDirect(CAPACITY);
        private final byte[] bytes = new byte[CAPACITY];

        private int read(SocketChannel channel) throws IOException {
            nativeBytes.clear();
            int length = channel.read(nativeBytes);
            if (length > 0) {
                nativeBytes.get(0, bytes, 0, length);
            }
            return length;
        }
    }

    /** The progress that an event made. */
    enum Progress {
        /** The request is still under way, or there is none. */
        NONE,
        /** The answer is complete and right. */
        VERIFIED,
        /** The request has failed; {@link ProbeConnection#error()} says how. */
        FAILED,
        /** The connection was idle, and the other side has closed it. */
        ENDED
    }

    /**
     * Begins to connect.
     *
     * @param input shared by all connections of a thread
     * @throws IOException when it cannot even begin
     */
    ProbeConnection(Selector selector, Address address, Input input) throws IOException {
        this.input = input;
        this.address = address;
        this.channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(address.place());
            this.key = channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (connected) {
                encrypt();
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends a request, now or as soon as it is connected. */
    Progress begin(long number, ProbeRequest asked, String itsNonce, long nowNanos) {
        request = number;
        asks = asked;
        nonce = itsNonce;
        begunNanos = nowNanos;
        wholeRequestSent = false;
        parser.reset();
        bodyLength = 0;
        return channel.isConnected() ? sendOnceOpen() : Progress.NONE;
    }

    private void encrypt() throws IOException {
        InetSocketAddress place = address.place();
        if (address.tls() == null) {
            opened = true;
        } else {
            tls = new TlsChannel(channel, address.tls().engine(place.getHostString(), place.getPort()));
        }
    }

    /** The handshake comes first; a server that is not trusted is one to which there is no connection. */
    private Progress sendOnceOpen() {
        if (!opened) {
            try {
                opened = tls.open();
            } catch (IOException refused) {
                return failed(ErrorClass.CONNECT);
            }
            if (!opened) {
                key.interestOps(
                        tls.wantsToWrite() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                return Progress.NONE;
            }
        }
        return send(asks.with(nonce));
    }

    /** Goes on with what the selector found possible. */
    Progress proceed() {
        if (key.isConnectable()) {
            try {
                channel.finishConnect();
                encrypt();
            } catch (IOException refused) {
                return failed(ErrorClass.CONNECT);
            }
            key.interestOps(SelectionKey.OP_READ);
            return sendOnceOpen();
        }
        if (!opened) {
            return request == NONE ? ended() : sendOnceOpen();
        }
        if (key.isWritable()) {
            Progress progress = send(unsent);
            if (progress != Progress.NONE) {
                return progress;
            }
        }
        return key.isReadable() ? receive() : Progress.NONE;
    }

    /** Gives up what is under way. */
    Progress expire() {
        return failed(opened ? ErrorClass.TIMEOUT : ErrorClass.CONNECT);
    }

    /** Ends the request, so that another can begin; false when the connection cannot carry another. */
    boolean release() {
        request = NONE;
        return channel.isOpen() && parser.isComplete() && parser.keepsConnection() && unsent == null;
    }

    /** The number of the request that is under way; negative when there is none. */
    long request() {
        return request;
    }

    long begunNanos() {
        return begunNanos;
    }

    /** When the last bytes of its answer were read. */
    long endedNanos() {
        return endedNanos;
    }

    /** Whether it is not connected yet, or some of the request could not be written. */
    boolean isWaitingToSend() {
        return request != NONE && !wholeRequestSent;
    }

    /** Whether every byte of the request went out, so that the other side may have received it. */
    boolean wholeRequestSent() {
        return wholeRequestSent;
    }

    ErrorClass error() {
        return error;
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException reset) {
            // The socket is gone all the same.
            error = error == null ? ErrorClass.RESET : error;
        }
    }

    private Progress send(ByteBuffer bytes) {
        try {
            if (tls == null) {
                channel.write(bytes);
            } else {
                tls.write(bytes);
            }
        } catch (IOException broken) {
            return failed(ErrorClass.RESET);
        }
        if (!bytes.hasRemaining() && (tls == null || !tls.wantsToWrite())) {
            wholeRequestSent = true;
            unsent = null;
            key.interestOps(SelectionKey.OP_READ);
            return Progress.NONE;
        }
        if (unsent == null) {
            unsent = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        }
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        return Progress.NONE;
    }

    private Progress receive() {
        Progress progress = receiveOnce();
        // What is decrypted already makes no selector ready.
        while (progress == Progress.NONE && tls != null && !tls.isDrained()) {
            progress = receiveOnce();
        }
        return progress;
    }

    private Progress receiveOnce() {
        int length;
        try {
            length = tls == null ? input.read(channel) : tls.read(input.bytes);
        } catch (IOException broken) {
            return request == NONE ? ended() : failed(parser.hasBegun() ? ErrorClass.CUT : ErrorClass.RESET);
        }
        if (length == 0) {
            return Progress.NONE;
        }
        if (request == NONE) {
            // Bytes without a request belong to no response.
            return ended();
        }
        endedNanos = System.nanoTime();
        if (length < 0) {
            return parser.endOfInput() ? answered() : failed(parser.hasBegun() ? ErrorClass.CUT : ErrorClass.RESET);
        }
        try {
            int end = parser.feed(input.bytes, 0, length, whole);
            if (!parser.isComplete() && bodyLength <= LONGEST_BODY) {
                return Progress.NONE;
            }
            return end == length && bodyLength <= LONGEST_BODY ? answered() : failed(ErrorClass.CONTENT);
        } catch (MalformedMessageException malformed) {
            return failed(ErrorClass.CONTENT);
        }
    }

    private void add(byte[] bytes, int from, int length) {
        if (bodyLength + length > body.length) {
            body = Arrays.copyOf(body, Math.max(bodyLength + length, body.length * 2));
        }
        System.arraycopy(bytes, from, body, bodyLength, length);
        bodyLength += length;
    }

    private Progress answered() {
        ErrorClass fault = asks.fault(parser.status(), new String(body, 0, bodyLength, ISO_8859_1), nonce);
        if (fault != null) {
            error = fault;
            return Progress.FAILED;
        }
        return Progress.VERIFIED;
    }

    private Progress failed(ErrorClass kind) {
        error = kind;
        close();
        return Progress.FAILED;
    }

    private Progress ended() {
        close();
        return Progress.ENDED;
    }
}
