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
 * the calling thread. A connection at rest holds no buffer: a mediator may leave thousands open. For the loop's thread only.
 */
final class TlsSocket implements ByteChannel {
    /** A record of the longest kind, and what is in it (RFC 8446 section 5.2, RFC 5246 section 6.2.3), are not longer. */
    static final int BUFFER_BYTES = 17 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final BufferPool buffers;
    /** Encrypted bytes that came; between calls, position to limit. */
    private ByteBuffer in = NOTHING;
    /** Decrypted bytes that were not asked for yet; between calls, position to limit. */
    private ByteBuffer plain = NOTHING;
    /** Encrypted bytes to send; between calls, position to limit. */
    private ByteBuffer out = NOTHING;
    /** How many of the bytes that a caller wants to send are in {@link #out}: they are taken from it when they are sent. */
    private int sending;

    private boolean drained;

    /** Takes buffers of at least {@link #BUFFER_BYTES}. */
    TlsSocket(SocketChannel socket, SSLEngine engine, BufferPool buffers) {
        this.socket = socket;
        this.engine = engine;
        this.buffers = buffers;
        engine.setUseClientMode(false);
    }

    private ByteBuffer held(ByteBuffer buffer) {
        return buffer.capacity() == 0 ? buffers.acquire().flip() : buffer;
    }

    private ByteBuffer kept(ByteBuffer buffer) {
        if (buffer.capacity() == 0 || buffer.hasRemaining()) {
            return buffer;
        }
        buffers.release(buffer);
        return NOTHING;
    }

    private void rest() {
        in = kept(in);
        plain = kept(plain);
        out = kept(out);
    }

    /** Whether there may be bytes to read of which a selector does not tell. */
    boolean hasBuffered() {
        return plain.hasRemaining() || !drained;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int count = readSome(target);
        rest();
        return count;
    }

    private int readSome(ByteBuffer target) throws IOException {
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
        in = held(in).compact();
        int count = socket.read(in);
        in.flip();
        return count;
    }

    private Status unwrap() throws IOException {
        plain = held(plain).clear();
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
        out = held(out).compact();
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
            out = held(out).clear();
            SSLEngineResult result = engine.wrap(source.duplicate(), out);
            out.flip();
            if (result.getStatus() == Status.CLOSED) {
                throw new EOFException("the client has closed the TLS session");
            }
            sending = result.bytesConsumed();
        }
        rest();
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
        rest();
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
