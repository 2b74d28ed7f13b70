package org.busbench.backend.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * The server's side of TLS on a non-blocking socket. Reading and writing go on with the handshake, whose work is done on
 * the calling thread. For the loop's thread only.
 */
final class TlsSocket implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final SSLEngine engine;
    /** Encrypted bytes that came; between calls, position to limit. */
    private final ByteBuffer in;
    /** Decrypted bytes that were not asked for yet; between calls, position to limit. */
    private final ByteBuffer plain;
    /** Encrypted bytes to send; between calls, position to limit. */
    private final ByteBuffer out;
    /** How many of the bytes that a caller wants to send are in {@link #out}: they are taken from it when they are sent. */
    private int sending;

    private boolean drained;

    TlsSocket(SocketChannel socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        engine.setUseClientMode(false);
        in = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).flip();
        plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .flip();
        out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).flip();
    }

    /** Whether there may be bytes to read of which a selector does not tell. */
    boolean hasBuffered() {
        return plain.hasRemaining() || !drained;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int before = target.position();
        drained = false;
        while (target.hasRemaining()) {
            if (plain.hasRemaining()) {
                ByteBuffer part = plain.slice(plain.position(), Math.min(plain.remaining(), target.remaining()));
                plain.position(plain.position() + part.remaining());
                target.put(part);
            } else {
                Status status = unwrap();
                if (status == Status.CLOSED) {
                    return readOr(target.position() - before, -1);
                }
                if (status == Status.BUFFER_UNDERFLOW) {
                    int count = fill();
                    if (count <= 0) {
                        drained = true;
                        return readOr(target.position() - before, count);
                    }
                }
            }
        }
        return target.position() - before;
    }

    private static int readOr(int count, int otherwise) {
        return count > 0 ? count : otherwise;
    }

    private int fill() throws IOException {
        in.compact();
        int count = socket.read(in);
        in.flip();
        return count;
    }

    private Status unwrap() throws IOException {
        plain.clear();
        SSLEngineResult result = engine.unwrap(in, plain);
        plain.flip();
        HandshakeStatus next = result.getHandshakeStatus();
        while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
            next = next == HandshakeStatus.NEED_TASK ? runTasks() : sendHandshake();
        }
        return result.getStatus();
    }

    private HandshakeStatus runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        return engine.getHandshakeStatus();
    }

    /** An answer that is under way has begun in {@link #out}: the handshake's message follows it when there is room. */
    private HandshakeStatus sendHandshake() throws IOException {
        out.compact();
        SSLEngineResult result = engine.wrap(NOTHING, out);
        out.flip();
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new IOException("the client reads neither its answer nor the handshake");
        }
        socket.write(out);
        return result.getStatus() == Status.CLOSED ? HandshakeStatus.NOT_HANDSHAKING : result.getHandshakeStatus();
    }

    /** Sends as much as the socket takes; the bytes of a record stay in the source until all of the record is sent. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        int before = source.position();
        while (flush()) {
            source.position(source.position() + sending);
            sending = 0;
            if (!source.hasRemaining()) {
                break;
            }
            out.clear();
            SSLEngineResult result = engine.wrap(source.duplicate(), out);
            out.flip();
            if (result.getStatus() == Status.CLOSED) {
                throw new EOFException("the client has closed the TLS session");
            }
            sending = result.bytesConsumed();
        }
        return source.position() - before;
    }

    private boolean flush() throws IOException {
        if (out.hasRemaining()) {
            socket.write(out);
        }
        return !out.hasRemaining();
    }

    /** Tells the client that no more comes; to be called when all is sent. */
    void shutdownOutput() throws IOException {
        engine.closeOutbound();
        sendHandshake();
        socket.shutdownOutput();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
