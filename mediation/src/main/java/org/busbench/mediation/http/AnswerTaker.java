package org.busbench.mediation.http;

import org.busbench.mediation.buffer.SliceQueue;

/** Is given a backend's whole answer. On the loop's thread; must not block. */
@FunctionalInterface
public interface AnswerTaker {

    /**
     * The answer is whole and nothing of it has gone to the client. Goes on with {@link Exchange#relay} or {@link Exchange#answer}, now or
     * later.
     *
     * @param exchange whose answer this is
     * @param head of the answer, valid until the exchange is over
     * @param body without chunk framing; owned by the taker, who clears it or gives it to {@link Exchange#relay}
     */
    void taken(Exchange exchange, ResponseHead head, SliceQueue body);
}
