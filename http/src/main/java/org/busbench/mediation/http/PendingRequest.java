package org.busbench.mediation.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.Deadline;

/**
 * A request on its way to an upstream: a client's ({@link Exchange}) or the mediator's own ({@link Call}). It waits for a connection, sends its head
 * and what is held of its body, and is given the answer. On the loop's thread.
 *
 * <p>The pool can hand out a connection that the upstream has just closed. Then the request is sent once more, on a fresh connection, if the network took
 * nothing of it, or if it has no body and a method that may be repeated (RFC 9110 section 9.2.2).
 */
abstract class PendingRequest {
    /** More of a body than this is not held while there is no connection: the sender is paused. */
    private static final int MOST_HELD = 128 << 10;

    private final HttpLoop http;
    private final SliceQueue held = new SliceQueue();
    private State state = State.UNSENT;
    private Endpoint endpoint;
    private UpstreamConnection upstream;
    private Deadline patience;
    private int headBytes;
    private boolean retried;

    /**
     * Where the request is.
     *
     * <pre>
     * UNSENT     -> QUEUED      all connections to the endpoint are in use
     *            -> CONNECTING  a connection is being made
     *            -> ATTACHED    the pool had an idle connection
     * QUEUED     -> CONNECTING, ATTACHED
     *            -> UNSENT      no connection became free in time, or the exchange gave up
     * CONNECTING -> ATTACHED
     *            -> UNSENT      the connection could not be made
     *            -> SPENT       the exchange gave up
     * ATTACHED   -> UNSENT      the connection broke, and all of the request is still here
     *            -> SPENT       the answer is whole, the exchange gave up, or the connection broke
     * SPENT      -> UNSENT      the request was given another body
     * </pre>
     */
    private enum State {
        UNSENT,
        QUEUED,
        CONNECTING,
        ATTACHED,
        SPENT
    }

    PendingRequest(HttpLoop http) {
        this.http = http;
    }

    final HttpLoop http() {
        return http;
    }

    final Endpoint endpoint() {
        return endpoint;
    }

    /** Returns what is held of the body because it cannot be sent yet. */
    final SliceQueue held() {
        return held;
    }

    /** Returns whether all that came of the request is still here, and no connection works for it. */
    final boolean isUnsent() {
        return state == State.UNSENT;
    }

    /** Returns whether a connection has done its work, or its work was in vain. */
    final boolean isSpent() {
        return state == State.SPENT;
    }

    /** Goes for a connection; it may be there within this call. */
    final void lease(Endpoint where) {
        endpoint = where;
        http.pools().lease(this, false);
    }

    /** Sends a part of the body, or holds it until there is a connection. */
    final void sendBody(Slice part) {
        if (state == State.ATTACHED) {
            upstream.send(part);
            return;
        }
        held.add(part);
        if (held.bytes() > MOST_HELD) {
            pauseRequest();
        }
    }

    /** The request is whole: the time in which the upstream has to answer begins. */
    final void awaitAnswer() {
        if (state == State.ATTACHED) {
            upstream.awaitAnswer();
        }
    }

    final void pauseUpstream() {
        if (state == State.ATTACHED) {
            upstream.pause();
        }
    }

    final void resumeUpstream() {
        if (state == State.ATTACHED) {
            upstream.resume();
        }
    }

    /** Another body has taken the place of the one that was sent. */
    final void renew() {
        if (state == State.SPENT) {
            state = State.UNSENT;
        }
    }

    /** Gives up the place in the queue, or the connection, because the exchange needs no answer any more. */
    final void dropUpstream() {
        if (state == State.QUEUED) {
            leaveQueue();
        }
        if (upstream != null) {
            UpstreamConnection dropped = upstream;
            detached();
            dropped.drop();
        }
    }

    /** All connections are in use: waits for one, at most so long. */
    final void queued(Duration longest) {
        state = State.QUEUED;
        if (patience == null) {
            patience = http.loop().deadline(this::waitedTooLong);
        }
        patience.set(longest.toNanos());
    }

    /** A connection is being made. */
    final void connecting(UpstreamConnection connection) {
        stopWaiting();
        upstream = connection;
        state = State.CONNECTING;
    }

    /** There is a connection. */
    final void attached(UpstreamConnection connection) {
        stopWaiting();
        upstream = connection;
        state = State.ATTACHED;
        Slice head = writeHead();
        headBytes = head.length();
        connection.send(head);
        connection.send(held);
        resumeRequest();
    }

    /** The connection has done its work. */
    final void detached() {
        upstream = null;
        state = State.SPENT;
    }

    /** The connection cannot give an answer, or not all of it: goes for a fresh one, or fails. */
    final void connectionFailed(UpstreamConnection connection, Failure failure) {
        boolean nothingSent = connection.hasSentNothing();
        if (nothingSent && state == State.ATTACHED) {
            SliceQueue unsent = new SliceQueue();
            connection.takeUnsent(unsent);
            unsent.drop(headBytes);
            held.addAll(unsent);
        }
        boolean repeatable = !connection.hasAnswerBegun() && (nothingSent || mayBeSentTwice());
        upstream = null;
        state = repeatable ? State.UNSENT : State.SPENT;
        if (repeatable && connection.isReused() && !retried && !isOver()) {
            retried = true;
            http.pools().lease(this, true);
            return;
        }
        upstreamFailed(failure);
    }

    private void waitedTooLong() {
        leaveQueue();
        long millis = TimeUnit.NANOSECONDS.toMillis(endpoint.connectTimeout().toNanos());
        upstreamFailed(new Failure(
                Failure.Kind.CONNECT_TIMEOUT,
                "all " + endpoint.mostConnections() + " connections to " + endpoint.authority() + " were in use for "
                        + millis + " ms"));
    }

    private void leaveQueue() {
        http.pools().forget(this);
        patience.cancel();
        state = State.UNSENT;
    }

    private void stopWaiting() {
        if (state == State.QUEUED) {
            patience.cancel();
        }
    }

    /** Returns whether the exchange gave up. */
    abstract boolean isOver();

    /** Returns whether all of the body has come. */
    abstract boolean isRequestWhole();

    /** Returns whether the upstream may get the request twice. */
    abstract boolean mayBeSentTwice();

    /** Writes the head for the upstream. */
    abstract Slice writeHead();

    /** Neither the upstream nor the memory for it can take more of the body. */
    abstract void pauseRequest();

    /** More of the body can be taken. */
    abstract void resumeRequest();

    /** A head of 1xx came, but not 100 or 101. It is valid within this call. */
    abstract void interim(ResponseHead head);

    /** Returns how the end of the answer's body is found. */
    abstract Framing answerFraming(ResponseHead head);

    /** The head of the answer came, and belongs to this request now. */
    abstract void answerBegan(ResponseHead head, Framing framing);

    /** Bytes of the answer's body came; the ranges tell where its content is. */
    abstract void answerCame(Slice slice, int from, int to, DataRanges ranges);

    /** The answer is whole. Its connection is {@link #detached} and may serve another request already. */
    abstract void answerEnded();

    /** There will be no answer, or no more of it. */
    abstract void upstreamFailed(Failure failure);
}
