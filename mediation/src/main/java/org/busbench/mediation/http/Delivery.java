package org.busbench.mediation.http;

import java.time.Duration;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * Brings one request to a backend. A connection that was kept can have been closed meanwhile: then the request goes out once more on a fresh
 * one, if the network had taken nothing of it, or if it has no body and a method that may be repeated (RFC 9110 section 9.2.2).
 */
final class Delivery implements PendingRequest {
    private static final int MOST_HELD_WAITING = 128 << 10;

    private final HttpLoop state;
    private final Exchange exchange;
    private final SliceQueue held;
    private Route route;
    private Framing framing;
    private UpstreamConnection back;
    private int headBytes;
    private boolean attached;
    private Waiting waiting;
    private boolean retried;
    private boolean gone;

    Delivery(HttpLoop state, Exchange exchange, SliceQueue held) {
        this.state = state;
        this.exchange = exchange;
        this.held = held;
    }

    Route route() {
        return route;
    }

    /** Reads no further of the answer while the client cannot take more. */
    void congest(boolean congested) {
        if (attached && congested) {
            back.pause();
        } else if (attached) {
            back.resume();
        }
    }

    /** Returns whether everything that came of the request is still here. */
    boolean isRepeatable() {
        return !gone && back == null && waiting == null;
    }

    /** Another body has taken the place of the one that has gone. */
    void renew() {
        gone = false;
    }

    void start(Route where, Framing how) {
        route = where;
        framing = how;
        state.pools().lease(this, false);
    }

    /** Sends a part of the body, now or when there is a connection. */
    void send(Slice part) {
        if (attached) {
            back.send(part);
            return;
        }
        held.add(part);
        if (held.bytes() > MOST_HELD_WAITING) {
            exchange.client().pause();
        }
    }

    void requestWhole() {
        if (attached) {
            back.awaitAnswer();
        }
    }

    @Override
    public Endpoint endpoint() {
        return route.endpoint();
    }

    @Override
    public boolean isWhole() {
        return exchange.isRequestWhole();
    }

    @Override
    public void pauseRequest() {
        exchange.client().pause();
    }

    @Override
    public void resumeRequest() {
        exchange.client().resume();
    }

    @Override
    public void interim(ResponseHead head) {
        exchange.answerSide().interim(head);
    }

    @Override
    public AnswerReader answered(ResponseHead head) {
        return exchange.beginAnswer(head);
    }

    @Override
    public void detached() {
        exchange.detached();
    }

    @Override
    public void await(Duration longest) {
        waiting = new Waiting(state, this, longest, failure -> {
            waiting = null;
            exchange.fail(failure);
        });
    }

    @Override
    public void connecting(UpstreamConnection connection) {
        stopWaiting();
        back = connection;
    }

    @Override
    public void attach(UpstreamConnection connection) {
        stopWaiting();
        back = connection;
        attached = true;
        Slice head = state.writer().request(exchange.request(), route, framing);
        headBytes = head.length();
        connection.send(head);
        connection.send(held);
        exchange.client().resume();
    }

    /** The connection has done its work. */
    void detach() {
        back = null;
        attached = false;
        gone = true;
    }

    @Override
    public void failed(UpstreamConnection connection, Failure failure) {
        boolean nothingSent = connection.hasSentNothing();
        if (nothingSent && attached) {
            takeBack(connection);
        }
        back = null;
        attached = false;
        boolean repeatable = !connection.hasAnswerBegun() && (nothingSent || isHarmless());
        gone |= !repeatable;
        if (repeatable && connection.isReused() && !retried && !exchange.isOver()) {
            retried = true;
            state.pools().lease(this, true);
            return;
        }
        exchange.client().resume();
        exchange.fail(failure);
    }

    /** Nobody wants the answer any more. */
    void drop() {
        if (waiting != null) {
            waiting.leave();
            waiting = null;
        }
        if (back != null) {
            UpstreamConnection dropped = back;
            detach();
            dropped.drop();
        }
    }

    private void takeBack(UpstreamConnection connection) {
        SliceQueue unsent = new SliceQueue();
        connection.takeUnsent(unsent);
        unsent.drop(headBytes);
        held.addAll(unsent);
    }

    /** Returns whether the backend may be asked twice. */
    private boolean isHarmless() {
        return exchange.request().isIdempotent() && !framing.is(Framing.Kind.CHUNKED) && framing.length() == 0;
    }

    private void stopWaiting() {
        if (waiting != null) {
            waiting.end();
            waiting = null;
        }
    }
}
