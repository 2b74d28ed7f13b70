package org.busbench.mediation.http;

import java.util.Objects;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.RequestRewrite;
import org.busbench.mediation.http.head.ResponseHead;

/**
 * Where a request goes and what becomes of its answer. Immutable; made once for many messages, by {@link #to} or {@link #below}.
 *
 * @param mostAnswerBytes how long the body of an answer that is collected may be
 * @param answers the collector of the whole answer, or null
 * @param heads the listener for the beginning of the answer, or null
 */
public record Route(
        Endpoint endpoint,
        RequestRewrite rewrite,
        HeadEdits answerEdits,
        int mostAnswerBytes,
        AnswerTaker answers,
        AnswerHead heads) {

    /** Is told that an upstream has begun to answer. On the loop's thread; must not block. */
    @FunctionalInterface
    public interface AnswerHead {

        /**
         * The head of the answer is there; nothing has gone to the client.
         *
         * @param head of the answer, valid until the exchange is over
         * @return changes to the head's fields in the place of the route's own, or null to leave it at those; not used when the whole answer is taken
         */
        HeadEdits came(Exchange exchange, ResponseHead head);
    }

    /** Is given an upstream's whole answer. On the loop's thread; must not block. */
    @FunctionalInterface
    public interface AnswerTaker {

        /**
         * The answer is whole and nothing of it has gone to the client. Goes on with {@link Exchange#relay} or {@link Exchange#answer}, now or later.
         *
         * @param head of the answer, valid until the exchange is over
         * @param body without chunk framing; owned by the taker, who clears it or gives it to {@link Exchange#relay}
         */
        void taken(Exchange exchange, ResponseHead head, SliceQueue body);
    }

    public Route {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(answerEdits, "answerEdits");
    }

    /**
     * Makes a route that streams both ways and changes nothing.
     *
     * @param target path and query to ask for, or null: what the client asked for
     * @throws IllegalArgumentException if the target cannot stand in a request line
     */
    public static Route to(Endpoint endpoint, String target) {
        return new Route(endpoint, RequestRewrite.to(target, endpoint.authority()), HeadEdits.NONE, 0, null, null);
    }

    /**
     * Makes a route that streams both ways and asks for what the client asked for below another path.
     *
     * @param base takes the place of the first {@code skipped} characters of the client's target, which must be a path
     * @throws IllegalArgumentException if the base cannot stand in a request line
     */
    public static Route below(Endpoint endpoint, String base, int skipped) {
        RequestRewrite rewrite = RequestRewrite.below(base, skipped, endpoint.authority());
        return new Route(endpoint, rewrite, HeadEdits.NONE, 0, null, null);
    }

    /** Returns this route with changes to fields. */
    public Route edited(HeadEdits request, HeadEdits answer) {
        RequestRewrite edited = rewrite.edited(Objects.requireNonNull(request, "requestEdits"));
        return new Route(endpoint, edited, answer, mostAnswerBytes, answers, heads);
    }

    /**
     * Returns this route with a collector of the whole answer.
     *
     * @param mostBytes how long the answer's body may be; more is {@link Failure.Kind#ANSWER_TOO_LARGE}
     */
    public Route answeredBy(int mostBytes, AnswerTaker taker) {
        if (mostBytes < 1) {
            throw new IllegalArgumentException("an answer of at most " + mostBytes + " bytes: at least 1 is needed");
        }
        return new Route(endpoint, rewrite, answerEdits, mostBytes, Objects.requireNonNull(taker), heads);
    }

    /** Returns this route with a listener for the beginning of the answer. */
    public Route metBy(AnswerHead who) {
        return new Route(endpoint, rewrite, answerEdits, mostAnswerBytes, answers, Objects.requireNonNull(who));
    }
}
