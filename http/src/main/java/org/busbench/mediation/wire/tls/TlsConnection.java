package org.busbench.mediation.wire.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.WireConnection;

/**
 * A connection whose bytes are encrypted on another one. Plaintext waits until the handshake is done, and while more than the bound waits in
 * the connection below; what was encrypted counts as sent, since it cannot be taken back. A peer that ends the connection below without a
 * close_notify has cut it (RFC 8446 section 6.1). For the loop's thread.
 */
final class TlsConnection implements WireConnection, ConnectionEvents {
    private static final long LINGER_NANOS = 2_000_000_000L;

    private final EventLoop loop;
    private final Cipher cipher;
    private final SliceQueue arrived = new SliceQueue();
    private final Outflow outflow;
    private final Deadline patience;
    private WireConnection lower;
    private ConnectionEvents events;
    private boolean dialled;
    private boolean suspended;
    private boolean computing;
    private boolean flushPlanned;
    private boolean inputOver;
    private boolean closing;
    private boolean closed;
    private boolean broken;

    TlsConnection(EventLoop loop, SSLEngine engine, Duration longest) {
        this.loop = loop;
        this.cipher = new Cipher(engine, TlsLoop.of(loop));
        this.outflow = new Outflow(cipher);
        this.patience =
                loop.deadline(() -> fail(new IOException("no TLS handshake within " + longest.toMillis() + " ms")));
        patience.set(longest.toNanos());
    }

    /** Encrypts onto this connection. */
    void on(WireConnection connection) {
        lower = connection;
    }

    @Override
    public InetSocketAddress peer() {
        return lower.peer();
    }

    @Override
    public Deadline deadline() {
        return lower.deadline();
    }

    /** Tells the receiver what happens, with {@link ConnectionEvents#connected} only if we have dialled. */
    void tell(ConnectionEvents listener, boolean whenConnected) {
        events = listener;
        dialled = whenConnected;
    }

    @Override
    public void queue(Slice slice) {
        if (closed || outflow.ending) {
            slice.release();
            return;
        }
        outflow.waiting.add(slice);
        planFlush();
    }

    @Override
    public long unsentBytes() {
        return outflow.waiting.bytes() + lower.unsentBytes();
    }

    @Override
    public long sentBytes() {
        return outflow.encrypted + lower.sentBytes();
    }

    @Override
    public void takeUnsent(SliceQueue target) {
        target.addAll(outflow.waiting);
    }

    @Override
    public void suspendReading() {
        suspended = true;
        lower.suspendReading();
    }

    @Override
    public void resumeReading() {
        suspended = false;
        if (!computing) {
            lower.resumeReading();
        }
    }

    @Override
    public void endOutput() {
        outflow.ending = true;
        planFlush();
    }

    @Override
    public void close() {
        if (closed || closing) {
            return;
        }
        closing = true;
        outflow.ending = true;
        arrived.clear();
        if (cipher.isEstablished()) {
            planFlush();
        } else {
            release();
            lower.close();
        }
    }

    @Override
    public void abort() {
        release();
        lower.abort();
    }

    @Override
    public boolean isOpen() {
        return !closed && !closing && lower.isOpen();
    }

    @Override
    public void connected() {
        cipher.begin();
        run();
    }

    @Override
    public void received(Slice bytes) {
        if (closed || closing || inputOver) {
            bytes.release();
            return;
        }
        arrived.add(bytes);
        run();
    }

    @Override
    public void ended() {
        if (closed || inputOver) {
            return;
        }
        fail(new IOException(
                cipher.isEstablished()
                        ? "the connection ended without a close_notify of TLS: what came may be cut off"
                        : "the connection ended within the TLS handshake"));
    }

    @Override
    public void failed(IOException cause) {
        if (closed) {
            return;
        }
        closed = true;
        if (!closing) {
            events.failed(cause);
        }
        release();
    }

    @Override
    public void congested() {
        outflow.congested = true;
        if (!closed && !closing) {
            events.congested();
        }
    }

    @Override
    public void drained() {
        outflow.congested = false;
        flush();
        if (!closed && !closing) {
            events.drained();
        }
    }

    @Override
    public void expired() {
        if (broken) {
            lower.abort();
        } else {
            events.expired();
        }
    }

    @Override
    public void draining() {
        if (!closed && !closing) {
            events.draining();
        }
    }

    /** Goes on as far as what has arrived allows. */
    private void run() {
        try {
            Cipher.Need need = Cipher.Need.MORE;
            while (need == Cipher.Need.MORE && isReading()) {
                boolean before = cipher.isEstablished();
                need = cipher.step(arrived, lower, events);
                if (!before && cipher.isEstablished()) {
                    established();
                }
            }
            if (need == Cipher.Need.COMPUTING && isReading()) {
                compute();
            } else if (cipher.isInputOver() && isReading()) {
                inputOver = true;
                arrived.clear();
                events.ended();
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private boolean isReading() {
        return !closed && !closing && !inputOver && !computing;
    }

    private void established() {
        patience.clear();
        if (dialled) {
            events.connected();
        }
        planFlush();
    }

    private void compute() {
        computing = true;
        lower.suspendReading();
        Runnable work = cipher.work();
        TlsContext.compute(() -> {
            IOException failure = null;
            try {
                work.run();
            } catch (Throwable e) {
                Faults.survived("a TLS handshake failed", e);
                failure = new IOException("the mediator failed in a TLS handshake", e);
            }
            IOException found = failure;
            loop.execute(() -> attempt(() -> computed(found)));
        });
    }

    private void computed(IOException failure) {
        computing = false;
        if (failure != null) {
            fail(failure);
        }
        if (closed) {
            return;
        }
        if (!suspended) {
            lower.resumeReading();
        }
        run();
    }

    private void planFlush() {
        if (!flushPlanned && !closed) {
            flushPlanned = true;
            loop.beforeIterationEnds(() -> attempt(this::flush));
        }
    }

    /** Runs a step that no event of the connection below begins, so that this connection alone ends by what it throws. */
    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            Faults.survived("a connection was ended by a fault of the mediator", e);
            fail(new IOException("a fault of the mediator", e));
        }
    }

    private void flush() {
        flushPlanned = false;
        if (closed || !cipher.isEstablished()) {
            return;
        }
        try {
            if (outflow.flush(lower) && !closing) {
                lower.endOutput();
            }
            if (closing && outflow.waiting.bytes() == 0) {
                release();
                lower.close();
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Ends it for a reason of our own, and tells the peer in an alert. */
    private void fail(IOException cause) {
        if (closed) {
            return;
        }
        cipher.alert(lower);
        lower.close();
        boolean silent = closing;
        closed = true;
        broken = true;
        if (!silent) {
            events.failed(cause);
        }
        release();
        lower.deadline().set(LINGER_NANOS);
    }

    private void release() {
        closed = true;
        patience.clear();
        arrived.clear();
        outflow.waiting.clear();
    }

    /** The bytes that one connection has to encrypt and send. For the loop's thread. */
    static final class Outflow {
        private final Cipher cipher;
        private final SliceQueue waiting = new SliceQueue();
        private long encrypted;
        /** Whether the connection below has enough for the time being. */
        private boolean congested;
        /** Whether a close_notify goes behind what waits; nothing can be added after it. */
        private boolean ending;

        private boolean over;

        Outflow(Cipher cipher) {
            this.cipher = cipher;
        }

        /** Encrypts what the connection below may get now; returns whether the end was said just now. */
        boolean flush(WireConnection lower) throws IOException {
            while (!congested && !waiting.isEmpty()) {
                encrypted += cipher.encrypt(waiting, lower);
            }
            if (!waiting.isEmpty() || !ending || over) {
                return false;
            }
            over = true;
            cipher.end(lower);
            return true;
        }
    }
}
