package org.busbench.mediation.http;

import java.util.Objects;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.EventLoop;

/**
 * One request and its answer. A {@link Handler} decides with one of {@link #forward}, {@link #watch}, {@link #collect} and {@link #answer};
 * after {@code watch} and {@code collect} with a further one. For the loop's thread. When the client has gone the exchange {@link #isOver()},
 * and what it is told then is not done: bodies that it is given are released.
 */
public final class Exchange extends Attachable {
    private final HttpLoop state;
    private final ClientConnection client;
    private final Decider decider;
    private final RequestHead request;
    private final Delivery delivery;
    private final RequestSide requestSide;
    private final AnswerSide answerSide;
    private final Entry entry;
    private AnswerRelay relay;
    private boolean answerSent;
    private boolean over;

    Exchange(HttpLoop state, ClientConnection client, RequestHead request) {
        this.state = state;
        this.client = client;
        this.decider = state.decider();
        this.request = request;
        this.answerSide = new AnswerSide(state, client, request);
        this.entry = state.entry(request, answerSide);
        SliceQueue held = new SliceQueue();
        this.delivery = new Delivery(state, this, held);
        this.requestSide = new RequestSide(state, this, delivery, held);
    }

    /**
     * {@return the request's head}
     *
     * @throws IllegalStateException if the exchange is over: the head's memory may belong to another request
     */
    public RequestHead request() {
        if (over) {
            throw new IllegalStateException("the exchange is over, and its head is gone");
        }
        return request;
    }

    /** {@return the loop on which the exchange lives} */
    public EventLoop loop() {
        return state.loop();
    }

    /**
     * Has it counted when it is over.
     *
     * @param where whose account it goes to
     */
    public void logTo(RequestLog where) {
        entry.account(where);
    }

    /** {@return whether nothing can be done for the client any more} */
    public boolean isOver() {
        return over;
    }

    /** {@return whether the request, as far as it came, is still here and could go to another endpoint} */
    public boolean canForwardAgain() {
        return !over && delivery.isRepeatable() && !answerSide.hasBegun();
    }

    /** {@return the same exchange, piece by piece} */
    public Streaming streaming() {
        return new Streaming(state, this, requestSide, answerSide);
    }

    /** Sends the request on, as it came, and streams the rest of its body; what was held back goes first. */
    public void forward(Route where) {
        if (over) {
            return;
        }
        if (!canForwardAgain()) {
            throw new IllegalStateException("the request has gone: it cannot be forwarded");
        }
        delivery.start(Objects.requireNonNull(where), requestSide.send());
    }

    /**
     * Sends the request on with another body, when the whole request has been taken; and again when it {@link Handler#failed}, where that may be.
     *
     * @param where to
     * @param body the new content, taken over
     */
    public void forward(Route where, SliceQueue body) {
        if (over) {
            body.clear();
            return;
        }
        requestSide.replace(body);
        forward(where);
    }

    /**
     * Has somebody look at the body while it arrives, until that decides.
     *
     * @param mostBytes how many bytes may be held back until then; more is {@link Failure.Kind#BODY_TOO_LARGE}
     * @param watcher who looks
     */
    public void watch(int mostBytes, BodyWatcher watcher) {
        requestSide.watch(mostBytes, watcher);
    }

    /**
     * Has the whole body taken.
     *
     * @param mostBytes how long it may be; more is {@link Failure.Kind#BODY_TOO_LARGE}
     * @param taker who is given it
     */
    public void collect(int mostBytes, BodyTaker taker) {
        requestSide.collect(mostBytes, taker);
    }

    /** Answers without a backend. What is still to come of the request is read and dropped. */
    public void answer(Answer answer) {
        if (over || answerSide.hasBegun()) {
            answer.body().clear();
            if (!over) {
                throw new IllegalStateException("the exchange has an answer already");
            }
            return;
        }
        dropRequest();
        answerSide.whole(answer, requestSide.canBeReadToItsEnd());
        answerSent();
    }

    /** Sends the backend's answer, which somebody was given whole, with this body and those changes to its head; null: the route's own. */
    public void relay(SliceQueue body, HeadEdits edits) {
        if (over || relay == null || answerSide.hasBegun()) {
            body.clear();
            if (!over) {
                throw new IllegalStateException("there is no whole answer to relay");
            }
            return;
        }
        relay.replace(body, edits);
    }

    void dropRequest() {
        delivery.drop();
        requestSide.discard();
        client.resume();
    }

    Route route() {
        return delivery.route();
    }

    boolean isRequestWhole() {
        return requestSide.isWhole();
    }

    /** Begins with a whole head; {@code more} tells whether bytes behind it have come already. */
    void begin(boolean more) {
        requestSide.headCame(more);
        decider.begin(this, requestSide);
    }

    int readBody(Slice slice, int from) throws BadMessageException {
        try {
            return requestSide.read(slice, from);
        } catch (RuntimeException e) {
            broken(e);
            return slice.length();
        }
    }

    /** The backend's connection has done its work. */
    void detached() {
        delivery.detach();
        if (!isRequestWhole()) {
            requestSide.discard();
        }
    }

    ClientConnection client() {
        return client;
    }

    /** The client takes no more, or more again. */
    void congest(boolean congested) {
        delivery.congest(congested);
        answerSide.congest(congested);
    }

    AnswerSide answerSide() {
        return answerSide;
    }

    AnswerRelay beginAnswer(ResponseHead head) {
        relay = new AnswerRelay(state, this, head);
        relay.begin();
        return relay;
    }

    void answerSent() {
        answerSent = true;
        if (isRequestWhole()) {
            requestWhole();
        } else if (answerSide.isClosing()) {
            finish();
            client.linger();
        }
    }

    /** The request was read to its end. */
    void requestWhole() {
        if (answerSent && !over) {
            finish();
            client.finished(answerSide.isClosing());
        }
    }

    /** More of a request that nobody wants than can be dropped. */
    void droppedTooMuch() {
        finish();
        client.linger();
    }

    /** There will be no answer of a backend. */
    void fail(Failure failure) {
        if (over) {
            return;
        }
        entry.failed(failure);
        delivery.drop();
        if (answerSide.hasBegun()) {
            cut();
            return;
        }
        if (relay != null) {
            relay.close();
            relay = null;
        }
        decider.failed(this, failure);
    }

    /** What follows of the request cannot be understood. */
    void refuse(BadMessageException problem) {
        entry.refused();
        if (answerSide.hasBegun()) {
            cut();
            return;
        }
        requestSide.spoil();
        answer(Answer.text(problem.status(), problem.getMessage()));
    }

    void clientGone() {
        delivery.drop();
        finish();
    }

    void cut() {
        delivery.drop();
        boolean endsWithConnection = relay != null ? relay.closesClient() : answerSide.endsWithConnection();
        finish();
        client.cut(endsWithConnection);
    }

    private void finish() {
        if (!over) {
            over = true;
            entry.close(answerSent);
            state.recycle(entry);
        }
        requestSide.discard();
        if (relay != null) {
            relay.close();
        }
        answerSide.gone();
        state.recycle(request);
    }

    /** A fault of our own: answers with 500, or cuts. */
    void broken(RuntimeException cause) {
        Decider.log(cause);
        if (!over) {
            entry.broken();
        }
        if (!over && !answerSide.hasBegun()) {
            answer(Answer.text(500, "the mediator failed"));
        } else {
            fail(new Failure(Failure.Kind.CLOSED, "the mediator failed"));
        }
    }
}
