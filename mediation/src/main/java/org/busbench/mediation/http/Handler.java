package org.busbench.mediation.http;

/**
 * What a proxy does with its messages. Called on the loop's thread and must not block: what takes long is done elsewhere and brought back with
 * {@code exchange.loop().execute}. A runtime exception is answered with 500, or cuts the connection when an answer has begun.
 */
public interface Handler {

    /**
     * A request's head is there. Decides with one call on the exchange, now or later; until then what arrives of the body is held back.
     *
     * @param exchange of this request and its answer
     */
    void begin(Exchange exchange);

    /**
     * No answer can be had, and nothing of one has gone to the client: answers instead, now or later. Another route is possible when {@link
     * Exchange#canForwardAgain()}.
     *
     * @param exchange that failed
     * @param failure why
     */
    default void failed(Exchange exchange, Failure failure) {
        exchange.answer(Answer.text(failure.kind().status(), failure.detail()));
    }
}
