package org.busbench.mediation.http;

import java.time.Duration;
import java.util.Objects;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * A request of the mediator's own to a backend, which no client need wait for. It shares the pools of its loop with the requests that are forwarded. A
 * kept connection that turns out to be closed before it took anything is replaced once; nothing is ever sent twice.
 *
 * <p>For the loop's thread: {@link #start} once, then {@link #send} and {@link #end}.
 */
public final class Call implements PendingRequest {
    private static final int MOST_HELD = 128 << 10;
    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LAST_CHUNK = Octets.of("0\r\n\r\n");

    private final HttpLoop state;
    private final CallEvents events;
    private final SliceQueue held = new SliceQueue();
    private Endpoint endpoint;
    private Framing framing;
    private byte[] head;
    private boolean answersHead;
    private UpstreamConnection back;
    private CallAnswer answered;
    private boolean attached;
    private Waiting waiting;
    private boolean congested;
    private boolean whole;
    private boolean retried;
    private boolean over;

    Call(HttpLoop state, CallEvents events) {
        this.state = state;
        this.events = Objects.requireNonNull(events);
    }

    /**
     * Goes for a connection.
     *
     * @param where the backend
     * @param method a token
     * @param target path and query
     * @param fields of the head, without Host, Content-Length and Transfer-Encoding
     * @param bodyBytes length of the body, 0 for an empty one, -1 when it is not known, -2 when there is none
     * @throws IllegalArgumentException if it would not be one request line
     */
    public void start(Endpoint where, String method, String target, HeadEdits fields, long bodyBytes) {
        endpoint = where;
        framing = switch ((int) Math.max(-3, Math.min(0, bodyBytes))) {
            case 0 -> Framing.fixed(bodyBytes);
            case -1 -> Framing.CHUNKED;
            case -2 -> Framing.NONE;
            default -> throw new IllegalArgumentException("a body of " + bodyBytes + " bytes");
        };
        answersHead = method.equals("HEAD");
        head = state.writer().request(RequestLine.of(method, target), where.authority(), fields, framing);
        state.pools().lease(this, false);
    }

    /** Sends bytes of the body, and takes the slice over; they are framed here. */
    public void send(Slice content) {
        if (over || whole) {
            content.release();
            return;
        }
        if (content.length() == 0) {
            content.release();
        } else if (framing.is(Framing.Kind.CHUNKED)) {
            pass(state.writer().chunkSize(content.length()));
            pass(content);
            pass(state.writer().plain(LINE_END));
        } else {
            pass(content);
        }
    }

    /** The body is whole. */
    public void end() {
        if (over || whole) {
            return;
        }
        if (framing.is(Framing.Kind.CHUNKED)) {
            pass(state.writer().plain(LAST_CHUNK));
        }
        whole = true;
        if (attached) {
            back.awaitAnswer();
        }
    }

    /** Reads no further of the answer. */
    public void pauseAnswer() {
        if (attached) {
            back.pause();
        }
    }

    /** Reads on. */
    public void resumeAnswer() {
        if (attached) {
            back.resume();
        }
    }

    /** Nobody wants the answer any more, or the rest of the request will not come. Nothing is told. */
    public void abandon() {
        if (over) {
            return;
        }
        over = true;
        if (waiting != null) {
            waiting.leave();
            waiting = null;
        }
        held.clear();
        if (back != null) {
            UpstreamConnection dropped = back;
            forget();
            dropped.drop();
        }
        finish();
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public void await(Duration longest) {
        waiting = new Waiting(state, this, longest, failure -> {
            waiting = null;
            fail(failure);
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
        connection.send(state.writer().plain(head));
        connection.send(held);
        resumeRequest();
    }

    @Override
    public void failed(UpstreamConnection connection, Failure failure) {
        boolean repeatable = connection.hasSentNothing() && !connection.hasAnswerBegun();
        if (repeatable && attached) {
            SliceQueue unsent = new SliceQueue();
            connection.takeUnsent(unsent);
            unsent.drop(head.length);
            held.addAll(unsent);
        }
        forget();
        if (repeatable && connection.isReused() && !retried && !over) {
            retried = true;
            state.pools().lease(this, true);
            return;
        }
        fail(failure);
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public void pauseRequest() {
        if (!congested && !over) {
            congested = true;
            events.congested();
        }
    }

    @Override
    public void resumeRequest() {
        if (congested && !over) {
            congested = false;
            events.drained();
        }
    }

    @Override
    public void interim(ResponseHead interim) {
        // Nobody has asked for it.
    }

    @Override
    public AnswerReader answered(ResponseHead answer) {
        Framing how = answer.framing(answersHead);
        answered = new CallAnswer(state, this, events, answer, how);
        events.answered(answer, !how.is(Framing.Kind.NONE));
        return answered;
    }

    @Override
    public void detached() {
        forget();
        held.clear();
    }

    boolean isOver() {
        return over;
    }

    void answerEnded() {
        if (!over) {
            over = true;
            finish();
            events.ended();
        }
    }

    private void pass(Slice slice) {
        if (attached) {
            back.send(slice);
            return;
        }
        if (answered != null) {
            // The answer came before the whole request, and its connection is gone.
            slice.release();
            return;
        }
        held.add(slice);
        if (held.bytes() > MOST_HELD) {
            pauseRequest();
        }
    }

    private void fail(Failure failure) {
        if (over) {
            return;
        }
        over = true;
        held.clear();
        finish();
        events.failed(failure);
    }

    private void forget() {
        back = null;
        attached = false;
    }

    private void finish() {
        if (answered != null) {
            answered.recycle();
        }
    }

    private void stopWaiting() {
        if (waiting != null) {
            waiting.end();
            waiting = null;
        }
    }
}
