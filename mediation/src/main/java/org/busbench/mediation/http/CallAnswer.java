package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/** The answer to one {@link Call}, whose body is told as it comes. On the loop's thread. */
final class CallAnswer implements AnswerReader {
    private final HttpLoop state;
    private final Call call;
    private final CallEvents events;
    private final ResponseHead head;
    private final Body body;
    private boolean recycled;

    CallAnswer(HttpLoop state, Call call, CallEvents events, ResponseHead head, Framing framing) {
        this.state = state;
        this.call = call;
        this.events = events;
        this.head = head;
        this.body = new Body(framing, state.limits());
    }

    @Override
    public int read(Slice slice, int from) throws BadMessageException {
        DataRanges ranges = state.ranges();
        int to = body.read(slice, from, ranges);
        for (int i = 0; i < ranges.count() && !call.isOver(); i++) {
            events.content(slice, ranges.from(i), ranges.to(i));
        }
        return to;
    }

    @Override
    public boolean isComplete() {
        return body.isComplete();
    }

    @Override
    public boolean endsWithConnection() {
        return body.endsWithConnection();
    }

    @Override
    public boolean keepsAlive() {
        return head.keepsAlive() && !body.endsWithConnection();
    }

    @Override
    public void end() {
        call.answerEnded();
    }

    /** Gives the head back. */
    void recycle() {
        if (!recycled) {
            recycled = true;
            state.recycle(head);
        }
    }
}
