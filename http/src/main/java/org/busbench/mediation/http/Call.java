package org.busbench.mediation.http;

import java.util.Objects;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.Faults;

/**
 * A request of the mediator's own to an upstream, for which no client need wait. It shares the pools of its loop with the requests that are forwarded. A
 * kept connection that turns out to be closed before it took anything is replaced once; nothing is ever sent twice.
 *
 * <p>For the loop's thread: {@link #start} once, then {@link #send} and {@link #end}.
 */
public final class Call extends Lease.Holder {
    private final HttpLoop http;
    private final CallEvents events;
    private final Lease upstream;
    private Framing framing;
    private byte[] head;
    private ResponseHead answer;
    private Progress progress = Progress.SENDING;
    private boolean congested;

    /** SENDING -> SENT when the body is whole; SENDING, SENT -> OVER when the answer is whole, or failed, or the call was abandoned. */
    private enum Progress {
        SENDING,
        SENT,
        OVER
    }

    Call(HttpLoop http, CallEvents events) {
        this.http = http;
        this.events = Objects.requireNonNull(events);
        this.upstream = new Lease(http, this);
    }

    /**
     * Goes for a connection.
     *
     * @param fields of the head, without Host, Content-Length and Transfer-Encoding
     * @param bodyBytes length of the body, 0 for an empty one, -1 when it is not known, -2 when there is none
     * @throws IllegalArgumentException if it would not be one request line
     */
    public void start(Endpoint where, String method, String target, HeadEdits fields, long bodyBytes) {
        framing = switch ((int) Math.max(-3, Math.min(0, bodyBytes))) {
            case 0 -> Framing.fixed(bodyBytes);
            case -1 -> Framing.CHUNKED;
            case -2 -> Framing.NONE;
            default -> throw new IllegalArgumentException("a body of " + bodyBytes + " bytes");
        };
        head = http.writer().request(method, target, where.authority(), fields, framing);
        upstream.take(where, method.equals("HEAD"), false);
    }

    /** Sends bytes of the body, and takes the slice over; they are framed here. */
    public void send(Slice content) {
        if (progress != Progress.SENDING || content.length() == 0) {
            content.release();
        } else if (framing.kind() == Framing.Kind.CHUNKED) {
            http.chunks().frame(content, this::pass);
        } else {
            pass(content);
        }
    }

    /** The body is whole. */
    public void end() {
        if (progress != Progress.SENDING) {
            return;
        }
        if (framing.kind() == Framing.Kind.CHUNKED) {
            pass(http.chunks().last());
        }
        progress = Progress.SENT;
        upstream.end();
    }

    /** Reads no further of the answer. */
    public void pauseAnswer() {
        upstream.pauseAnswer(true);
    }

    /** Reads on. */
    public void resumeAnswer() {
        upstream.pauseAnswer(false);
    }

    /** Gives up: the answer is not wanted any more, or the rest of the request will not come. Nothing is told. */
    public void abandon() {
        if (!isOver()) {
            finish();
            upstream.drop();
        }
    }

    private boolean isOver() {
        return progress == Progress.OVER;
    }

    /** {@return whether {@link #end} was called} */
    public boolean isRequestWhole() {
        return progress != Progress.SENDING;
    }

    @Override
    Slice writeHead() {
        return http.writer().plain(head);
    }

    @Override
    void upstreamCongested(boolean now) {
        if (congested != now && !isOver()) {
            congested = now;
            attempt(now ? events::congested : events::drained);
        }
    }

    @Override
    void interim(ResponseHead interim) {
        // A call asks for none.
    }

    @Override
    void answerBegan(ResponseHead came, Framing how) {
        answer = came;
        attempt(() -> events.answered(came, how.kind() != Framing.Kind.NONE));
    }

    @Override
    void answerCame(Slice slice, int from, int to, DataRanges ranges) {
        for (int i = 0; i < ranges.count() && !isOver(); i++) {
            int first = ranges.from(i);
            int end = ranges.to(i);
            attempt(() -> events.content(slice, first, end));
        }
    }

    @Override
    void answerEnded() {
        if (!isOver()) {
            finish();
            attempt(events::ended);
        }
    }

    @Override
    void upstreamFailed(Failure failure) {
        if (!isOver()) {
            finish();
            tellFailure(failure);
        }
    }

    /** What the receiver throws ends this call, which the receiver is told. */
    private void attempt(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            Faults.survived("an answer was dropped by a fault of the mediator", e);
            abandon();
            tellFailure(new Failure(Failure.Kind.CLOSED, "the mediator failed"));
        }
    }

    private void tellFailure(Failure failure) {
        try {
            events.failed(failure);
        } catch (Throwable e) {
            Faults.survived("a failure could not be told", e);
        }
    }

    private void pass(Slice slice) {
        if (answer != null && upstream.isSpent()) {
            // The answer came before the whole request, and its connection is gone.
            slice.release();
        } else {
            upstream.send(slice);
        }
    }

    private void finish() {
        progress = Progress.OVER;
        upstream.held().clear();
        if (answer != null) {
            http.recycle(answer);
            answer = null;
        }
    }
}
