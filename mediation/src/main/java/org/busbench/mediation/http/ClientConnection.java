package org.busbench.mediation.http;

import java.io.IOException;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;

/**
 * A client's connection: reads one request after the other and answers them in this order; what a client sends ahead waits, and is not read
 * any further meanwhile. On its loop.
 */
final class ClientConnection implements ConnectionEvents {
    private static final long LINGER_NANOS = 2_000_000_000L;
    private static final int MOST_LINGER_BYTES = 1 << 20;

    private final HttpLoop state;
    private final WireConnection wire;
    private final SliceQueue ahead = new SliceQueue();
    private RequestHead head;
    private Exchange exchange;
    private boolean paused;
    private boolean congested;
    private boolean inputEnded;
    private boolean reading;
    private boolean lingering;
    private boolean closing;
    private int lingered;
    private long sentAtLook;

    ClientConnection(HttpLoop state, WireConnection wire) {
        this.state = state;
        this.wire = wire;
        wire.deadline().set(state.limits().headTimeout().toNanos());
    }

    WireConnection wire() {
        return wire;
    }

    void send(Slice slice) {
        wire.queue(slice);
    }

    /** Reads no further while the backend cannot take more. */
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

    /** Returns whether no request may follow on this connection, whatever the client wants. */
    boolean isEnding() {
        return state.loop().isDraining() || closing;
    }

    /** The answer is sent and the request was read: the next one may come. */
    void finished(boolean close) {
        exchange = null;
        paused = false;
        if (close || (inputEnded && ahead.isEmpty())) {
            end();
            return;
        }
        wire.deadline().set(state.limits().idleTimeout().toNanos());
        if (!reading) {
            readAhead();
        }
    }

    /** The answer is sent, and the rest of the request is of no interest: closes so that the client can still read the answer. */
    void linger() {
        exchange = null;
        ahead.clear();
        lingering = true;
        closing = true;
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
        ahead.clear();
        if (bodyEndsWithConnection) {
            wire.abort();
        } else {
            end();
        }
    }

    @Override
    public void received(Slice bytes) {
        if (lingering) {
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
        wire.deadline().set(state.limits().stallTimeout().toNanos());
        if (exchange != null) {
            exchange.congest(true);
        }
    }

    @Override
    public void drained() {
        congested = false;
        if (exchange == null) {
            wire.deadline().set(state.limits().idleTimeout().toNanos());
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
            wire.deadline().set(state.limits().stallTimeout().toNanos());
        } else if (wire.unsentBytes() > 0) {
            leave();
            wire.abort();
        } else if (exchange != null && !exchange.isRequestWhole()) {
            exchange.refuse(new BadMessageException(408, "the body did not come in time"));
        } else if (exchange != null) {
            // It waits for its answer, and the backend's connection has a deadline for that.
            sentAtLook = wire.sentBytes();
        } else if (head != null && !head.isEmpty() && !closing) {
            refuse(new BadMessageException(408, "the head did not come in time"));
        } else {
            leave();
            wire.close();
        }
    }

    @Override
    public void draining() {
        if (exchange == null && (head == null || head.isEmpty()) && !lingering) {
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
        if (closing || !wire.isOpen()) {
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
            if (at < slice.length() && !closing && wire.isOpen()) {
                ahead.addFirst(slice.part(at, slice.length()));
            }
        } catch (BadMessageException e) {
            refuse(e);
        }
    }

    /** Returns whether bytes can be read: of the request under way, or of the next one when this client takes its answers. */
    private boolean isReady() {
        return !closing && wire.isOpen() && (exchange == null ? !congested : !exchange.isRequestWhole());
    }

    private void awaitBody() {
        if (exchange != null && !exchange.isRequestWhole() && !paused) {
            wire.deadline().set(state.limits().stallTimeout().toNanos());
        }
    }

    private int readHead(Slice slice, int from) throws BadMessageException {
        if (head == null) {
            head = state.requestHead();
            wire.deadline().set(state.limits().headTimeout().toNanos());
        }
        int at = head.read(slice, from, state.limits());
        if (head.isComplete()) {
            RequestHead complete = head;
            head = null;
            wire.deadline().set(state.limits().stallTimeout().toNanos());
            exchange = new Exchange(state, this, complete);
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
        state.tally().refused();
        releaseHead();
        Answer answer = Answer.text(problem.status(), problem.getMessage());
        wire.queue(state.writer().answer(answer, HeadWriter.Persistence.CLOSED));
        answer.body().giveTo(wire::queue);
        linger();
    }

    private void end() {
        closing = true;
        wire.close();
        if (wire.unsentBytes() > 0) {
            sentAtLook = wire.sentBytes();
            wire.deadline().set(state.limits().stallTimeout().toNanos());
        }
    }

    private void leave() {
        closing = true;
        releaseHead();
        ahead.clear();
        if (exchange != null) {
            Exchange leaving = exchange;
            exchange = null;
            leaving.clientGone();
        }
    }

    private void releaseHead() {
        if (head != null) {
            state.recycle(head);
            head = null;
        }
    }
}
