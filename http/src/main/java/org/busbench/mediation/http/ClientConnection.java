package org.busbench.mediation.http;

import java.io.IOException;
import java.util.function.Supplier;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Persistence;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;

/**
 * A client's connection: reads one request after the other and answers them in this order. What a client sends ahead waits, and no more is read
 * meanwhile. On its loop's thread.
 */
final class ClientConnection implements ConnectionEvents {
    private static final long LINGER_NANOS = 2_000_000_000L;
    private static final int MOST_LINGER_BYTES = 1 << 20;

    private final HttpLoop http;
    private final Supplier<Handler> handlers;
    private final WireConnection wire;
    private final SliceQueue ahead = new SliceQueue();
    private State state = State.IDLE;
    private RequestHead head;
    private Exchange exchange;
    private boolean paused;
    private boolean congested;
    private boolean inputEnded;
    private boolean reading;
    private boolean closesAfterAnswer;
    private int lingered;
    private long sentAtLook;

    /**
     * What the connection does. Beside it stand facts about the two directions: {@code paused} (the exchange takes no more of the body), {@code congested}
     * (the client reads too slowly) and {@code inputEnded} (the client sends no more).
     *
     * <pre>
     * IDLE      -> HEAD       bytes came
     * HEAD      -> EXCHANGE   the head is whole
     *           -> LINGERING  the head is refused
     * EXCHANGE  -> IDLE       answered, and the request was read to its end
     *           -> LINGERING  answered, and the rest of the request is of no interest
     * any       -> CLOSING    the client went away or took too long, the answer was cut, or it said that the connection closes
     * </pre>
     */
    private enum State {
        IDLE,
        HEAD,
        EXCHANGE,
        /** The sending side is closed; what still comes is dropped, so that the client can read the answer. */
        LINGERING,
        /** Only what is queued is still sent. */
        CLOSING
    }

    ClientConnection(HttpLoop http, Supplier<Handler> handlers, WireConnection wire) {
        this.http = http;
        this.handlers = handlers;
        this.wire = wire;
        wire.deadline().set(http.limits().headTimeout().toNanos());
    }

    WireConnection wire() {
        return wire;
    }

    void send(Slice slice) {
        wire.queue(slice);
    }

    /** Returns whether the head of the answer has said that the connection closes. */
    boolean closesAfterAnswer() {
        return closesAfterAnswer;
    }

    /** Decides whether the connection closes after the answer, whose head has to say so; {@code reusable} says whether another request can follow it. */
    Persistence persistence(RequestHead request, boolean reusable) {
        closesAfterAnswer = !reusable || !request.keepsAlive() || http.loop().isDraining() || isClosing();
        if (closesAfterAnswer) {
            return Persistence.CLOSED;
        }
        return request.isHttp10() ? Persistence.KEPT : Persistence.IMPLIED;
    }

    /** Reads no further while the upstream cannot take more. */
    void pause() {
        paused = true;
        wire.suspendReading();
        wire.deadline().clear();
    }

    void resume() {
        if (paused) {
            paused = false;
            if (ahead.isEmpty()) {
                wire.resumeReading();
            }
            awaitBody();
        }
    }

    /** The answer is sent and the request was read: the next one may come. */
    void finished() {
        exchange = null;
        state = State.IDLE;
        paused = false;
        if (closesAfterAnswer || (inputEnded && ahead.isEmpty())) {
            end();
            return;
        }
        wire.deadline().set(http.limits().idleTimeout().toNanos());
        if (!reading) {
            readAhead();
        }
    }

    /** The answer is sent, and the rest of the request is of no interest: closes so that the client can still read the answer. */
    void linger() {
        exchange = null;
        ahead.clear();
        state = State.LINGERING;
        wire.endOutput();
        wire.resumeReading();
        wire.deadline().set(LINGER_NANOS);
        if (inputEnded) {
            wire.close();
        }
    }

    /** An answer that has begun cannot be ended: the client must see that. */
    void cut(boolean bodyEndsWithConnection) {
        exchange = null;
        state = State.IDLE;
        ahead.clear();
        if (bodyEndsWithConnection) {
            wire.abort();
        } else {
            end();
        }
    }

    @Override
    public void received(Slice bytes) {
        if (state == State.LINGERING) {
            lingered += bytes.length();
            bytes.release();
            if (lingered > MOST_LINGER_BYTES) {
                wire.close();
            }
            return;
        }
        ahead.add(bytes);
        readAhead();
    }

    @Override
    public void ended() {
        inputEnded = true;
        if (exchange == null) {
            wire.close();
            releaseHead();
        } else if (!exchange.isRequestWhole()) {
            leave();
            wire.abort();
        }
    }

    @Override
    public void failed(IOException cause) {
        leave();
    }

    @Override
    public void congested() {
        congested = true;
        sentAtLook = wire.sentBytes();
        wire.deadline().set(http.limits().stallTimeout().toNanos());
        if (exchange != null) {
            exchange.congest(true);
        }
    }

    @Override
    public void drained() {
        congested = false;
        if (exchange == null) {
            wire.deadline().set(http.limits().idleTimeout().toNanos());
            readAhead();
        } else {
            wire.deadline().clear();
            awaitBody();
            exchange.congest(false);
        }
    }

    @Override
    public void expired() {
        if (wire.unsentBytes() > 0 && wire.sentBytes() > sentAtLook) {
            sentAtLook = wire.sentBytes();
            wire.deadline().set(http.limits().stallTimeout().toNanos());
        } else if (wire.unsentBytes() > 0) {
            leave();
            wire.abort();
        } else if (exchange != null && !exchange.isRequestWhole()) {
            exchange.refuse(new BadMessageException(408, "the body did not come in time"));
        } else if (exchange != null) {
            // It waits for its answer, and the upstream connection has a deadline for that.
            sentAtLook = wire.sentBytes();
        } else if (isInHead()) {
            refuse(new BadMessageException(408, "the head did not come in time"));
        } else {
            leave();
            wire.close();
        }
    }

    @Override
    public void draining() {
        if (exchange == null && !isInHead() && state != State.LINGERING) {
            leave();
            wire.close();
        }
    }

    private void readAhead() {
        reading = true;
        while (!ahead.isEmpty() && isReady()) {
            Slice slice = ahead.poll();
            try {
                read(slice);
            } finally {
                slice.release();
            }
        }
        reading = false;
        if (isClosing() || !wire.isOpen()) {
            ahead.clear();
        } else if (!ahead.isEmpty()) {
            ahead.settle();
            wire.suspendReading();
        } else if (!paused && !inputEnded) {
            wire.resumeReading();
        } else if (inputEnded && exchange == null) {
            end();
        }
    }

    /** Reads as much of a slice as belongs together, and puts the rest back. */
    private void read(Slice slice) {
        int at = 0;
        try {
            while (at < slice.length() && isReady()) {
                if (exchange == null) {
                    at = readHead(slice, at);
                } else {
                    awaitBody();
                    at = exchange.readBody(slice, at);
                }
            }
            if (at < slice.length() && !isClosing() && wire.isOpen()) {
                ahead.addFirst(slice.part(at, slice.length()));
            }
        } catch (BadMessageException e) {
            refuse(e);
        }
    }

    /** Returns whether bytes can be read: of the request under way, or of the next one when this client takes its answers. */
    private boolean isReady() {
        return !isClosing() && wire.isOpen() && (exchange == null ? !congested : !exchange.isRequestWhole());
    }

    private boolean isClosing() {
        return state == State.CLOSING || state == State.LINGERING;
    }

    /** Returns whether a part of a head has come. */
    private boolean isInHead() {
        return state == State.HEAD && !head.isEmpty();
    }

    private void awaitBody() {
        if (exchange != null && !exchange.isRequestWhole() && !paused) {
            wire.deadline().set(http.limits().stallTimeout().toNanos());
        }
    }

    private int readHead(Slice slice, int from) throws BadMessageException {
        if (state == State.IDLE) {
            state = State.HEAD;
            head = http.requestHead();
            wire.deadline().set(http.limits().headTimeout().toNanos());
        }
        int at = head.read(slice, from, http.limits());
        if (head.isComplete()) {
            RequestHead complete = head;
            head = null;
            state = State.EXCHANGE;
            wire.deadline().set(http.limits().stallTimeout().toNanos());
            exchange = new Exchange(http, this, handlers.get(), complete);
            exchange.begin(at < slice.length() || !ahead.isEmpty());
        }
        return at;
    }

    /** Answers a request that cannot be understood; what follows it cannot be, either. */
    private void refuse(BadMessageException problem) {
        if (exchange != null) {
            exchange.refuse(problem);
            return;
        }
        http.countRefused();
        boolean withContent = head == null || !head.asksForHead();
        releaseHead();
        Answer answer = Answer.text(problem.status(), problem.getMessage());
        wire.queue(http.writer()
                .answer(answer.status(), answer.contentType(), answer.fields(), answer.framing(), Persistence.CLOSED));
        if (withContent) {
            answer.body().giveTo(wire::queue);
        } else {
            answer.body().clear();
        }
        linger();
    }

    private void end() {
        state = State.CLOSING;
        wire.close();
        if (wire.unsentBytes() > 0) {
            sentAtLook = wire.sentBytes();
            wire.deadline().set(http.limits().stallTimeout().toNanos());
        }
    }

    private void leave() {
        state = State.CLOSING;
        releaseHead();
        ahead.clear();
        if (exchange != null) {
            Exchange leaving = exchange;
            exchange = null;
            leaving.abandon();
        }
    }

    private void releaseHead() {
        if (head != null) {
            http.recycle(head);
            head = null;
            state = state == State.HEAD ? State.IDLE : state;
        }
    }
}
