package org.busbench.mediation.http;

import java.io.IOException;
import java.time.Duration;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.body.Body;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;

/**
 * A connection to an upstream: serves one request after the other, and closes when bytes come that belong to no answer. On its loop's thread.
 */
final class UpstreamConnection implements ConnectionEvents {
    private final HttpLoop http;
    private final ConnectionPools.Pool pool;
    private State state = State.CONNECTING;
    private WireConnection wire;
    private Lease lease;
    private ResponseHead head;
    private Body body;
    private boolean answerKeepsAlive;
    private long sentBefore;
    private long sentAtLook;
    private boolean paused;
    private boolean reused;

    /**
     * What the connection does.
     *
     * <pre>
     * CONNECTING -> REQUESTED  connected: the request goes out
     * REQUESTED  -> ANSWERED   the first byte of the answer came
     * ANSWERED   -> IDLE       the answer is whole, and the upstream keeps the connection
     * IDLE       -> REQUESTED  the pool gives it the next request
     * any        -> CLOSED     failed, dropped, expired, or the upstream ended it
     * </pre>
     */
    private enum State {
        CONNECTING,
        REQUESTED,
        ANSWERED,
        IDLE,
        CLOSED
    }

    UpstreamConnection(HttpLoop http, ConnectionPools.Pool pool) {
        this.http = http;
        this.pool = pool;
    }

    /** Makes the connection for a request. */
    void connect(Lease forRequest) {
        lease = forRequest;
        lease.connecting(this);
        wire = pool.endpoint().dialer().dial(http.loop(), pool.endpoint().address(), this);
        wire.deadline().set(pool.endpoint().connectTimeout().toNanos());
    }

    /** Serves a request, which is sent next. */
    void begin(Lease next) {
        lease = next;
        state = State.REQUESTED;
        sentBefore = wire.sentBytes();
        sentAtLook = sentBefore;
        wire.deadline().set(pool.endpoint().answerTimeout().toNanos());
    }

    void send(Slice slice) {
        wire.queue(slice);
    }

    /** The request is whole: the time to answer begins. */
    void awaitAnswer() {
        if (state != State.ANSWERED) {
            wire.deadline().set(pool.endpoint().answerTimeout().toNanos());
        }
    }

    /** Reads no further while the client cannot take more, or reads on. */
    void pause(boolean now) {
        paused = now;
        if (paused) {
            wire.suspendReading();
            wire.deadline().clear();
        } else {
            wire.resumeReading();
            wire.deadline().set(stallNanos());
        }
    }

    boolean isConnected() {
        return state != State.CONNECTING;
    }

    boolean isReused() {
        return reused;
    }

    boolean hasAnswerBegun() {
        return state == State.ANSWERED;
    }

    /** Returns whether the network has taken nothing of the request. */
    boolean hasSentNothing() {
        return wire.sentBytes() == sentBefore;
    }

    void takeUnsent(SliceQueue target) {
        wire.takeUnsent(target);
    }

    /** The request is given up before its answer is whole. */
    void drop() {
        lease = null;
        leave();
        wire.abort();
    }

    @Override
    public void connected() {
        lease.granted(this);
    }

    @Override
    public void received(Slice bytes) {
        try {
            int at = 0;
            while (at < bytes.length() && lease != null) {
                at = read(bytes, at);
            }
            if (at < bytes.length() && state != State.CLOSED) {
                // Bytes that belong to no request: what else the upstream says cannot be trusted.
                leave();
                wire.abort();
            }
        } catch (BadMessageException e) {
            fail(Failure.Kind.BAD_ANSWER, "the backend's answer is no HTTP: " + e.getMessage());
        } finally {
            bytes.release();
        }
    }

    @Override
    public void ended() {
        if (lease == null) {
            leave();
            wire.close();
        } else if (body != null && body.endsWithConnection()) {
            finish(false);
        } else {
            fail(Failure.Kind.CLOSED, "the backend closed the connection before its answer was whole");
        }
    }

    @Override
    public void failed(IOException cause) {
        if (lease == null) {
            leave();
        } else if (state == State.CONNECTING) {
            fail(Failure.Kind.CONNECT, "cannot connect to the backend: " + cause.getMessage());
        } else {
            fail(Failure.Kind.CLOSED, "the backend's connection broke: " + cause.getMessage());
        }
    }

    @Override
    public void congested() {
        if (lease != null) {
            lease.holder().upstreamCongested(true);
        }
    }

    @Override
    public void drained() {
        if (lease != null) {
            awaitAnswer();
            lease.holder().upstreamCongested(false);
        }
    }

    @Override
    public void expired() {
        if (lease == null) {
            leave();
            wire.close();
        } else if (state == State.CONNECTING) {
            fail(
                    Failure.Kind.CONNECT_TIMEOUT,
                    "the backend took no connection within "
                            + text(pool.endpoint().connectTimeout()));
        } else if (isClientsTurn() || (wire.unsentBytes() > 0 && wire.sentBytes() > sentAtLook)) {
            sentAtLook = wire.sentBytes();
            wire.deadline().set(pool.endpoint().answerTimeout().toNanos());
        } else {
            fail(
                    Failure.Kind.ANSWER_TIMEOUT,
                    "the backend did not answer within " + text(pool.endpoint().answerTimeout()));
        }
    }

    @Override
    public void draining() {
        if (lease == null) {
            leave();
            wire.close();
        }
    }

    private int read(Slice bytes, int from) throws BadMessageException {
        state = State.ANSWERED;
        if (!paused) {
            wire.deadline().set(stallNanos());
        }
        int at = body == null ? readHead(bytes, from) : readBody(bytes, from);
        if (body != null && body.isComplete()) {
            finish(at == bytes.length() && answerKeepsAlive && lease.isWhole() && wire.unsentBytes() == 0);
        }
        return at;
    }

    private int readBody(Slice bytes, int from) throws BadMessageException {
        int to = body.read(bytes, from, http.ranges());
        lease.holder().answerCame(bytes, from, to, http.ranges());
        return to;
    }

    private int readHead(Slice bytes, int from) throws BadMessageException {
        if (head == null) {
            head = http.responseHead();
        }
        int at = head.read(bytes, from, http.limits());
        if (!head.isComplete()) {
            return at;
        }
        ResponseHead complete = head;
        if (complete.status() == 101) {
            throw complete.bad("it changes to a protocol that was not asked for");
        }
        head = null;
        if (complete.status() >= 200) {
            Framing framing = complete.framing(lease.answersHead());
            body = new Body(framing, http.limits().headBytes(), !complete.namesFields());
            answerKeepsAlive = complete.keepsAlive() && !body.endsWithConnection();
            lease.holder().answerBegan(complete, framing);
            return at;
        }
        if (complete.status() != 100) {
            lease.holder().interim(complete);
        }
        http.recycle(complete);
        return at;
    }

    /** The answer is whole. */
    private void finish(boolean reusable) {
        Lease finished = lease;
        finished.returned();
        lease = null;
        body = null;
        reused = true;
        state = State.IDLE;
        if (paused) {
            pause(false);
        }
        wire.deadline().set(http.limits().idleTimeout().toNanos());
        if (!reusable || !pool.free(this)) {
            leave();
            wire.close();
        }
        finished.holder().answerEnded();
    }

    void fail(Failure.Kind kind, String detail) {
        Lease failing = lease;
        lease = null;
        failing.failed(new Failure(kind, detail + " (" + pool.endpoint().authority() + ")"));
        leave();
        wire.abort();
    }

    /** Lets go of everything but the wire. */
    private void leave() {
        if (head != null) {
            http.recycle(head);
            head = null;
        }
        body = null;
        if (state != State.CLOSED) {
            state = State.CLOSED;
            pool.gone(this, lease == null);
        }
    }

    /** Returns whether the upstream waits for the client's bytes. */
    private boolean isClientsTurn() {
        return state == State.REQUESTED && !lease.isWhole() && wire.unsentBytes() == 0;
    }

    private long stallNanos() {
        return http.limits().stallTimeout().toNanos();
    }

    private static String text(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
