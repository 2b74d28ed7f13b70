package org.busbench.common.tls;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * A non-blocking socket under TLS, for one thread. The work of a handshake (about 1 ms of CPU) is done on that thread:
 * connections kept alive pay it once.
 */
public final class TlsChannel implements Closeable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Encrypted bytes that came and are not decrypted yet; between calls, position to limit. */
    private final ByteBuffer in;
    /** Encrypted bytes to send; between calls, position to limit. */
    private final ByteBuffer out;

    private boolean drained;

    /** Begins the handshake on a connected socket. */
    public TlsChannel(SocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.in = ByteBuffer.allocate(packet).flip();
        this.out = ByteBuffer.allocate(packet).flip();
        engine.beginHandshake();
    }

    /** Goes on with the handshake, and says whether it is over. */
    public boolean open() throws IOException {
        ByteBuffer noData = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    if (!flush() || !wrap(NOTHING)) {
                        return false;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (unwrap(noData) == Status.BUFFER_UNDERFLOW && !fill()) {
                        return false;
                    }
                }
                default -> {
                    return flush();
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Reads encrypted bytes; false when there are none. */
    private boolean fill() throws IOException {
        in.compact();
        int length = channel.read(in);
        in.flip();
        if (length < 0) {
            throw new EOFException("the peer ended the connection within the TLS handshake");
        }
        return length > 0;
    }

    /**
     * Reads what is there, as far as it fits.
     *
     * @return its length; 0 for nothing; -1 when the peer sends no more
     * @throws IOException when the connection or its encryption is broken
     */
    public int read(byte[] bytes) throws IOException {
        ByteBuffer plain = ByteBuffer.wrap(bytes);
        drained = false;
        while (true) {
            Status status = unwrap(plain);
            if (status == Status.BUFFER_OVERFLOW) {
                return plain.position();
            }
            if (status == Status.CLOSED) {
                return endOr(plain.position());
            }
            if (status == Status.BUFFER_UNDERFLOW) {
                in.compact();
                int length = channel.read(in);
                in.flip();
                if (length <= 0) {
                    drained = length == 0;
                    return length < 0 ? endOr(plain.position()) : plain.position();
                }
            }
        }
    }

    /** The end is told by the next read when there are bytes before it. */
    private static int endOr(int length) {
        return length > 0 ? length : -1;
    }

    private Status unwrap(ByteBuffer plain) throws IOException {
        SSLEngineResult result = engine.unwrap(in, plain);
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        return result.getStatus();
    }

    /** Whether the last read left nothing behind, as far as can be known without another one. */
    public boolean isDrained() {
        return drained;
    }

    /**
     * Sends as much as the socket takes.
     *
     * @param request moves on by what was taken
     * @return whether all of it, and of what was taken before, is on its way
     * @throws IOException when the connection or its encryption is broken
     */
    public boolean write(ByteBuffer request) throws IOException {
        while (flush()) {
            if (!request.hasRemaining()) {
                return true;
            }
            wrap(request);
        }
        return false;
    }

    /** Whether there are bytes that the socket did not take yet. */
    public boolean wantsToWrite() {
        return out.hasRemaining();
    }

    private boolean wrap(ByteBuffer plain) throws IOException {
        out.clear();
        SSLEngineResult result = engine.wrap(plain, out);
        out.flip();
        if (result.getStatus() == Status.CLOSED && plain.hasRemaining()) {
            throw new EOFException("the peer has closed the TLS session");
        }
        return flush();
    }

    private boolean flush() throws IOException {
        if (out.hasRemaining()) {
            channel.write(out);
        }
        return !out.hasRemaining();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
