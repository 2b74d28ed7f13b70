package org.busbench.mediation.http;

import java.io.IOException;
import java.time.Duration;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;

/** A connection to a backend: serves one exchange after the other, and closes when anything comes that nobody asked for. On its loop. */
final class UpstreamConnection implements ConnectionEvents {
    private final HttpLoop state;
    private final ConnectionPools.Pool pool;
    private WireConnection wire;
    private PendingRequest pending;
    private ResponseHead head;
    private AnswerReader answer;
    private long sentBefore;
    private long sentAtLook;
    private boolean connecting;
    private boolean paused;
    private boolean reused;
    private boolean answerBegun;
    private boolean gone;

    UpstreamConnection(HttpLoop state, ConnectionPools.Pool pool) {
        this.state = state;
        this.pool = pool;
    }

    /** Makes the connection for a request. */
    void connect(PendingRequest forWhom) {
        pending = forWhom;
        pending.connecting(this);
        connecting = true;
        wire = pool.endpoint().dialer().dial(state.loop(), pool.endpoint().address(), this);
        wire.deadline().set(pool.endpoint().connectTimeout().toNanos());
    }

    /** Takes a request to the backend. */
    void begin(PendingRequest forWhom) {
        pending = forWhom;
        sentBefore = wire.sentBytes();
        sentAtLook = sentBefore;
        answerBegun = false;
        wire.deadline().set(pool.endpoint().answerTimeout().toNanos());
        pending.attach(this);
    }

    void send(Slice slice) {
        wire.queue(slice);
    }

    void send(SliceQueue slices) {
        slices.giveTo(wire::queue);
    }

    /** The request is whole: the time to answer begins. */
    void awaitAnswer() {
        if (!answerBegun) {
            wire.deadline().set(pool.endpoint().answerTimeout().toNanos());
        }
    }

    /** Reads no further while the client cannot take more. */
    void pause() {
        paused = true;
        wire.suspendReading();
        wire.deadline().clear();
    }

    void resume() {
        paused = false;
        wire.resumeReading();
        wire.deadline().set(stallNanos());
    }

    boolean isReused() {
        return reused;
    }

    boolean hasAnswerBegun() {
        return answerBegun;
    }

    /** Returns whether the network has taken nothing of the request. */
    boolean hasSentNothing() {
        return wire.sentBytes() == sentBefore;
    }

    void takeUnsent(SliceQueue target) {
        wire.takeUnsent(target);
    }

    /** The exchange needs it no longer, in the midst of it. */
    void drop() {
        pending = null;
        leave();
        wire.abort();
    }

    @Override
    public void connected() {
        connecting = false;
        begin(pending);
    }

    @Override
    public void received(Slice bytes) {
        try {
            int at = 0;
            while (at < bytes.length() && pending != null) {
                at = read(bytes, at);
            }
            if (at < bytes.length() && !gone) {
                // Bytes that belong to no request: what else it says cannot be trusted.
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
        if (pending != null && answer != null && answer.endsWithConnection()) {
            AnswerReader ending = answer;
            finish(false);
            ending.end();
            return;
        }
        if (pending == null) {
            leave();
            wire.close();
        } else {
            fail(Failure.Kind.CLOSED, "the backend closed the connection before its answer was whole");
        }
    }

    @Override
    public void failed(IOException cause) {
        if (pending == null) {
            leave();
        } else if (connecting) {
            fail(Failure.Kind.CONNECT, "cannot connect to the backend: " + cause.getMessage());
        } else {
            fail(Failure.Kind.CLOSED, "the backend's connection broke: " + cause.getMessage());
        }
    }

    @Override
    public void congested() {
        if (pending != null) {
            pending.pauseRequest();
        }
    }

    @Override
    public void drained() {
        if (pending != null) {
            awaitAnswer();
            pending.resumeRequest();
        }
    }

    @Override
    public void expired() {
        if (pending == null) {
            leave();
            wire.close();
        } else if (connecting) {
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
        if (pending == null) {
            leave();
            wire.close();
        }
    }

    private int read(Slice bytes, int from) throws BadMessageException {
        answerBegun = true;
        if (!paused) {
            wire.deadline().set(stallNanos());
        }
        int at = from;
        if (answer == null) {
            if (head == null) {
                head = state.responseHead();
            }
            at = head.read(bytes, at, state.limits());
            if (!head.isComplete()) {
                return at;
            }
            beginAnswer();
        } else {
            at = answer.read(bytes, at);
        }
        if (answer != null && answer.isComplete()) {
            AnswerReader ending = answer;
            finish(at == bytes.length() && ending.keepsAlive() && pending.isWhole() && wire.unsentBytes() == 0);
            ending.end();
        }
        return at;
    }

    private void beginAnswer() throws BadMessageException {
        if (head.status() >= 200) {
            ResponseHead complete = head;
            head = null;
            answer = pending.answered(complete);
            return;
        }
        if (head.status() == 101) {
            throw head.bad("it changes to a protocol that nobody asked for");
        }
        if (head.status() != 100) {
            pending.interim(head);
        }
        state.recycle(head);
        head = null;
    }

    /** The answer is whole. */
    private void finish(boolean reusable) {
        pending.detached();
        pending = null;
        answer = null;
        reused = true;
        if (paused) {
            resume();
        }
        wire.deadline().set(state.limits().idleTimeout().toNanos());
        if (!reusable || !pool.free(this)) {
            leave();
            wire.close();
        }
    }

    private void fail(Failure.Kind kind, String detail) {
        PendingRequest failing = pending;
        pending = null;
        failing.failed(this, new Failure(kind, detail + " (" + pool.endpoint().authority() + ")"));
        leave();
        wire.abort();
    }

    /** Lets go of everything but the wire. */
    private void leave() {
        if (head != null) {
            state.recycle(head);
            head = null;
        }
        answer = null;
        if (!gone) {
            gone = true;
            pool.gone(this, pending == null);
        }
    }

    private boolean isClientsTurn() {
        return !answerBegun && !pending.isWhole() && wire.unsentBytes() == 0;
    }

    private long stallNanos() {
        return state.limits().stallTimeout().toNanos();
    }

    private static String text(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
