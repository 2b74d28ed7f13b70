package org.busbench.mediation.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;

/**
 * The use of an upstream connection for one request: a client's ({@link Exchange}) or the mediator's own ({@link Call}). It waits for a connection, and
 * holds what comes of the body until there is one. The {@link Holder} calls it, and is told of the answer. On the loop's thread.
 *
 * <p>The pool can hand out a connection that the upstream has just closed. Then the request is sent once more, on a fresh connection, if the network took
 * nothing of it, or if it has no body and a method that may be repeated (RFC 9110 section 9.2.2).
 */
final class Lease {
    /** More of a body than this is not held while there is no connection: the sender is paused. */
    private static final int MOST_HELD = 128 << 10;

    private final HttpLoop http;
    private final Holder holder;
    private final SliceQueue held = new SliceQueue();
    private State state = State.UNSENT;
    private Endpoint endpoint;
    private UpstreamConnection connection;
    private Deadline patience;
    private int headBytes;
    private boolean answersHead;
    private boolean repeatable;
    private boolean whole;
    private boolean retried;

    /**
     * Where the request is.
     *
     * <pre>
     * UNSENT -> QUEUED  all connections to the endpoint are in use
     *        -> LEASED  the pool had an idle connection, or one is being made
     * QUEUED -> LEASED
     *        -> UNSENT  no connection became free in time, or the holder gave up
     * LEASED -> UNSENT  the connection could not be made or broke, and all of the request is still here
     *        -> SPENT   the answer is whole, the holder gave up, or the connection broke
     * SPENT  -> UNSENT  the request was given another body
     * </pre>
     */
    private enum State {
        UNSENT,
        QUEUED,
        LEASED,
        SPENT
    }

    /** A request that goes to an upstream. A class, so that what it is told is no part of a public face. After {@link #drop} it is told nothing. */
    abstract static class Holder {

        /** There is a connection: writes the head for the upstream. */
        abstract Slice writeHead();

        /** Neither the upstream nor the memory for it takes more of the body for now, or both take more again. */
        abstract void upstreamCongested(boolean congested);

        /** A head of 1xx came, but not 100 or 101. It is valid within this call. */
        abstract void interim(ResponseHead head);

        /** The head of the answer came, and belongs to the holder now. */
        abstract void answerBegan(ResponseHead head, Framing framing);

        /** Bytes of the answer's body came; the ranges tell where its content is. */
        abstract void answerCame(Slice slice, int from, int to, DataRanges ranges);

        /** The answer is whole. Its connection may serve another request already. */
        abstract void answerEnded();

        /** There will be no answer, or no more of it. */
        abstract void upstreamFailed(Failure failure);
    }

    Lease(HttpLoop http, Holder holder) {
        this.http = http;
        this.holder = holder;
    }

    Holder holder() {
        return holder;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Returns what is held of the body because it cannot be sent yet. */
    SliceQueue held() {
        return held;
    }

    /** Returns whether all that came of the request is still here, and no connection works for it. */
    boolean isUnsent() {
        return state == State.UNSENT;
    }

    /** Returns whether a connection has done its work, or its work was in vain. */
    boolean isSpent() {
        return state == State.SPENT;
    }

    /** Returns whether the answer is one to HEAD, which has no body. */
    boolean answersHead() {
        return answersHead;
    }

    /** Returns whether all of the body has come. */
    boolean isWhole() {
        return whole;
    }

    /**
     * Goes for a connection; it may be there within this call.
     *
     * @param mayRepeat whether the upstream may get the request twice
     */
    void take(Endpoint where, boolean forHead, boolean mayRepeat) {
        endpoint = where;
        answersHead = forHead;
        repeatable = mayRepeat;
        go(false);
    }

    /** Sends a part of the body, or holds it until there is a connection. */
    void send(Slice part) {
        if (isConnected()) {
            connection.send(part);
            return;
        }
        held.add(part);
        if (held.bytes() > MOST_HELD) {
            holder.upstreamCongested(true);
        }
    }

    /** The request is whole: the time in which the upstream has to answer begins. */
    void end() {
        whole = true;
        if (isConnected()) {
            connection.awaitAnswer();
        }
    }

    /** Reads no further of the answer for now, or reads on. */
    void pauseAnswer(boolean paused) {
        if (isConnected()) {
            connection.pause(paused);
        }
    }

    /** Another body has taken the place of the one that was sent. */
    void renew() {
        if (state == State.SPENT) {
            state = State.UNSENT;
            retried = false;
        }
    }

    /** Gives up the place in the queue, or the connection, because no answer is needed any more. */
    void drop() {
        if (state == State.QUEUED) {
            leaveQueue();
        }
        if (connection != null) {
            UpstreamConnection dropped = connection;
            returned();
            dropped.drop();
        }
    }

    // ---- the pool's side

    /** All connections are in use: waits for one, at most so long. */
    void queued(Duration longest) {
        state = State.QUEUED;
        if (patience == null) {
            patience = http.loop().deadline(this::waitedTooLong);
        }
        patience.set(longest.toNanos());
    }

    /** A connection is being made. */
    void connecting(UpstreamConnection leased) {
        if (state == State.QUEUED) {
            patience.cancel();
        }
        connection = leased;
        state = State.LEASED;
    }

    /** There is a connection: sends the head and what is held. */
    void granted(UpstreamConnection leased) {
        connecting(leased);
        headBytes = 0;
        connection.begin(this);
        try {
            Slice head = holder.writeHead();
            headBytes = head.length();
            connection.send(head);
            if (!held.isEmpty()) {
                held.giveTo(connection::send);
                holder.upstreamCongested(false);
            }
        } catch (Throwable e) {
            // Another request's answer may have brought the connection here: that one goes on.
            Faults.survived("a request was not sent by a fault of the mediator", e);
            connection.fail(Failure.Kind.CLOSED, "the mediator failed to send the request");
        }
    }

    /** The connection has done its work. */
    void returned() {
        connection = null;
        state = State.SPENT;
    }

    /** The connection cannot give an answer, or not all of it: goes for a fresh one, or fails. */
    void failed(Failure failure) {
        UpstreamConnection broken = connection;
        boolean nothingSent = broken.hasSentNothing();
        if (nothingSent && broken.isConnected()) {
            broken.takeUnsent(held);
            held.drop(headBytes);
        }
        boolean again = !broken.hasAnswerBegun() && (nothingSent || repeatable);
        connection = null;
        state = again ? State.UNSENT : State.SPENT;
        if (again && broken.isReused() && !retried) {
            retried = true;
            go(true);
        } else {
            holder.upstreamFailed(failure);
        }
    }

    private void go(boolean fresh) {
        UpstreamConnection idle = http.pools().lease(this, fresh);
        if (idle != null) {
            granted(idle);
        }
    }

    private boolean isConnected() {
        return state == State.LEASED && connection.isConnected();
    }

    private void waitedTooLong() {
        leaveQueue();
        long millis = TimeUnit.NANOSECONDS.toMillis(endpoint.connectTimeout().toNanos());
        holder.upstreamFailed(new Failure(
                Failure.Kind.CONNECT_TIMEOUT,
                "all " + endpoint.mostConnections() + " connections to " + endpoint.authority() + " were in use for "
                        + millis + " ms"));
    }

    private void leaveQueue() {
        http.pools().forget(this);
        patience.cancel();
        state = State.UNSENT;
    }
}
