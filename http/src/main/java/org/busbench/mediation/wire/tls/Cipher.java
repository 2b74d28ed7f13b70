package org.busbench.mediation.wire.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;

/** Drives the JDK's engine for one connection, a record at a time. For the loop's thread, except the {@link #work}. */
final class Cipher {
    private static final System.Logger LOG = System.getLogger(Cipher.class.getName());
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int MOST_GATHERED = 16;

    private final SSLEngine engine;
    private final TlsLoop shared;
    private boolean established;

    /** The need of the next step. */
    enum Need {
        /** Another step may be possible now. */
        MORE,
        /** Bytes of the peer. */
        BYTES,
        /** The {@link Cipher#work} has to be done first. */
        COMPUTING
    }

    Cipher(SSLEngine engine, TlsLoop shared) {
        this.engine = engine;
        this.shared = shared;
    }

    boolean isEstablished() {
        return established;
    }

    /** Returns whether the peer has said that it sends no more. */
    boolean isInputOver() {
        return engine.isInboundDone();
    }

    /** We speak first. */
    void begin() {
        try {
            engine.beginHandshake();
        } catch (SSLException e) {
            throw new IllegalStateException("a new engine cannot begin", e);
        }
    }

    /** Does what is due: part of the handshake, or one record for the receiver. */
    Need step(SliceQueue arrived, WireConnection lower, ConnectionEvents receiver) throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (established && status != HandshakeStatus.NOT_HANDSHAKING && isOld() && !isEnding()) {
            throw new SSLException("the peer wants to renegotiate, which is not served");
        }
        return switch (status) {
            case NEED_TASK -> Need.COMPUTING;
            case NEED_WRAP -> wrap(new ByteBuffer[] {NOTHING}, 1, lower).bytesProduced() > 0 ? Need.MORE : Need.BYTES;
            default -> decrypt(arrived, receiver);
        };
    }

    /** Returns what takes long, to be done on another thread; meanwhile nothing else here is called but {@link #isInputOver}. */
    Runnable work() {
        return () -> {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
        };
    }

    /** Encrypts up to a record's worth of what waits; returns how many bytes of it. */
    int encrypt(SliceQueue waiting, WireConnection lower) throws IOException {
        int count = Math.min(waiting.size(), MOST_GATHERED);
        ByteBuffer[] views = new ByteBuffer[count];
        for (int i = 0; i < count; i++) {
            views[i] = waiting.get(i).ownView();
        }
        SSLEngineResult result = wrap(views, count, lower);
        if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
            throw new SSLException("nothing can be encrypted any more: " + result.getStatus());
        }
        waiting.drop(result.bytesConsumed());
        return result.bytesConsumed();
    }

    /** Says that no more comes. */
    void end(WireConnection lower) throws IOException {
        engine.closeOutbound();
        boolean more = true;
        while (more && !engine.isOutboundDone()) {
            more = wrap(new ByteBuffer[] {NOTHING}, 1, lower).bytesProduced() > 0;
        }
    }

    /** Tells the peer what was wrong, if the engine has found anything. */
    void alert(WireConnection lower) {
        try {
            end(lower);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no alert can be sent", e);
        }
    }

    private Need decrypt(SliceQueue arrived, ConnectionEvents receiver) throws IOException {
        ByteBuffer record = shared.records().first(arrived);
        if (record == null || engine.isInboundDone()) {
            return Need.BYTES;
        }
        ByteBuffer room = shared.room(engine.getSession().getApplicationBufferSize());
        SSLEngineResult result = engine.unwrap(record, room);
        arrived.drop(result.bytesConsumed());
        noteHandshake(result);
        if (result.bytesProduced() > 0) {
            Slice plain = shared.take(result.bytesProduced());
            receiver.received(plain);
        } else if (result.bytesConsumed() == 0 && result.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
            throw new SSLException("a record that cannot be decrypted: " + result.getStatus());
        }
        return Need.MORE;
    }

    private SSLEngineResult wrap(ByteBuffer[] sources, int count, WireConnection lower) throws IOException {
        ByteBuffer room = shared.room(engine.getSession().getPacketBufferSize());
        SSLEngineResult result = engine.wrap(sources, 0, count, room);
        if (result.bytesProduced() > 0) {
            lower.queue(shared.take(result.bytesProduced()));
        }
        noteHandshake(result);
        return result;
    }

    private void noteHandshake(SSLEngineResult result) {
        established |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
    }

    /** Up to TLS 1.2 a handshake in mid-connection is a renegotiation; TLS 1.3 has none, and other messages in its place. */
    private boolean isOld() {
        return !engine.getSession().getProtocol().equals("TLSv1.3");
    }

    private boolean isEnding() {
        return engine.isInboundDone() || engine.isOutboundDone();
    }
}
