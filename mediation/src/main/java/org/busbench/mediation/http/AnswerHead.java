package org.busbench.mediation.http;

/** Is told that a backend has begun to answer. On the loop's thread; must not block. */
@FunctionalInterface
public interface AnswerHead {

    /**
     * The head of the answer is there; nothing has gone to the client.
     *
     * @param exchange whose answer this is
     * @param head of the answer, valid until the exchange is over
     * @return changes to the head's fields in the place of the route's own, or null to leave it at those; they are not used when somebody is given the
     *     whole answer
     */
    HeadEdits came(Exchange exchange, ResponseHead head);
}
