package org.busbench.mediation.http;

import java.net.InetSocketAddress;

/**
 * One exchange whose request is taken, and whose answer is given, piece by piece. For the loop's thread. When the exchange is over nothing is done any
 * more.
 */
public final class Streaming {
    private final HttpLoop state;
    private final Exchange exchange;
    private final RequestSide requestSide;
    private final AnswerSide answerSide;

    Streaming(HttpLoop state, Exchange exchange, RequestSide requestSide, AnswerSide answerSide) {
        this.state = state;
        this.exchange = exchange;
        this.requestSide = requestSide;
        this.answerSide = answerSide;
    }

    /** {@return whether an answer has begun, or can be given no more} */
    public boolean isAnswered() {
        return exchange.isOver() || answerSide.hasBegun();
    }

    /** {@return the client's address and port} */
    public InetSocketAddress client() {
        return exchange.client().wire().peer();
    }

    /**
     * Makes a request of our own on this exchange's loop. It lives on when the exchange is over.
     *
     * @param events who is told what becomes of it
     * @return the call, to be started
     */
    public Call call(CallEvents events) {
        return new Call(state, events);
    }

    /**
     * Has the body handed on as it comes. To be called when nothing of it was asked for yet.
     *
     * @param receiver who is given it
     */
    public void receive(BodyReceiver receiver) {
        requestSide.stream(receiver);
    }

    /** Reads no further of the body, so that the client has to wait. */
    public void pauseBody() {
        if (!exchange.isOver() && !requestSide.isWhole()) {
            exchange.client().pause();
        }
    }

    /** Reads on. */
    public void resumeBody() {
        if (!exchange.isOver()) {
            exchange.client().resume();
        }
    }

    /**
     * Begins an answer whose body is made while it is sent. What is still to come of the request is read and dropped.
     *
     * @param status 200 to 599
     * @param fields of the head, without Content-Length, Transfer-Encoding and Connection
     * @param bodyBytes length of the body, or -1 when it is not known
     * @param source who makes it
     * @return where it is sent to; null when the exchange {@link #isAnswered()} already
     */
    public AnswerStream begin(int status, HeadEdits fields, long bodyBytes, AnswerSource source) {
        if (isAnswered()) {
            return null;
        }
        exchange.dropRequest();
        boolean bodyless = status == 204 || status == 304;
        Framing framing = bodyBytes >= 0 ? Framing.fixed(bodyBytes) : Framing.CHUNKED;
        if (bodyless) {
            framing = Framing.NONE;
        } else if (bodyBytes < 0 && exchange.request().isHttp10()) {
            framing = Framing.UNTIL_CLOSE;
        }
        boolean silent = bodyless || exchange.request().isMethod("HEAD");
        AnswerStream answer = new AnswerStream(state, exchange, source, framing, silent);
        answerSide.stream(answer, status, fields, framing, requestSide.canBeReadToItsEnd());
        return answer;
    }
}
