package org.busbench.harness.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.busbench.common.ErrorClass;

/**
 * A connection that carries one request at a time. Guarded by the lock of its loop; nothing in it blocks. After a
 * failure it is closed and of no further use.
 */
final class Connection {

    private static final long NONE = -1;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer arrived;
    private final Reply reply = new Reply();
    private ByteBuffer unsent;
    private Inquiry inquiry;
    private String nonce;
    private long request = NONE;
    private long begunNanos;
    private long endedNanos;
    private boolean wholeRequestSent;
    private ErrorClass error;

    /** What an event has come to. */
    enum Progress {
        /** The request is still under way, or there is none. */
        NONE,
        /** The answer is complete and right. */
        VERIFIED,
        /** The request has failed; {@link Connection#error()} says how. */
        FAILED,
        /** It was idle and the other side has closed it. */
        ENDED
    }

    /**
     * Begins to connect.
     *
     * @param arrived a buffer that all connections of a thread share
     * @throws IOException when it cannot even begin
     */
    Connection(Selector selector, InetSocketAddress address, ByteBuffer arrived) throws IOException {
        this.arrived = arrived;
        this.channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(address);
            this.key = channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends a request, now or as soon as it is connected. */
    Progress begin(long number, Inquiry asked, String itsNonce, long nowNanos) {
        request = number;
        inquiry = asked;
        nonce = itsNonce;
        begunNanos = nowNanos;
        wholeRequestSent = false;
        reply.reset();
        return channel.isConnected() ? send(inquiry.with(nonce)) : Progress.NONE;
    }

    /** Goes on with what the selector found possible. */
    Progress proceed() {
        if (key.isConnectable()) {
            try {
                channel.finishConnect();
            } catch (IOException refused) {
                return failed(ErrorClass.CONNECT);
            }
            key.interestOps(SelectionKey.OP_READ);
            return send(inquiry.with(nonce));
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
        return failed(channel.isConnected() ? ErrorClass.TIMEOUT : ErrorClass.CONNECT);
    }

    /** Ends the request, so that another can begin; false when the connection cannot carry another. */
    boolean release() {
        request = NONE;
        return channel.isOpen() && !reply.closes() && unsent == null;
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
            channel.write(bytes);
        } catch (IOException broken) {
            return failed(ErrorClass.RESET);
        }
        if (!bytes.hasRemaining()) {
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
        arrived.clear();
        int count;
        try {
            count = channel.read(arrived);
        } catch (IOException broken) {
            return request == NONE ? ended() : failed(reply.isEmpty() ? ErrorClass.RESET : ErrorClass.CUT);
        }
        if (request == NONE) {
            // Whatever comes without a question belongs to nobody.
            return ended();
        }
        if (count < 0) {
            endedNanos = System.nanoTime();
            if (reply.completeAtEnd()) {
                return answered();
            }
            return failed(reply.isEmpty() ? ErrorClass.RESET : ErrorClass.CUT);
        }
        endedNanos = System.nanoTime();
        return reply.add(arrived.flip()) ? answered() : Progress.NONE;
    }

    private Progress answered() {
        ErrorClass fault = inquiry.fault(reply, nonce);
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
