package org.busbench.mediation.http;

import java.util.Objects;

/** Where a request goes and what becomes of its answer. Immutable; made once for many messages. */
public final class Route {
    private final Endpoint endpoint;
    private final String target;
    private final HeadEdits requestEdits;
    private final HeadEdits answerEdits;
    private final int mostAnswerBytes;
    private final AnswerTaker answers;
    private final AnswerHead heads;
    private final byte[] lineRest;

    private Route(
            Endpoint endpoint,
            String target,
            HeadEdits requestEdits,
            HeadEdits answerEdits,
            int mostAnswerBytes,
            AnswerTaker answers,
            AnswerHead heads) {
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.target = target;
        this.requestEdits = Objects.requireNonNull(requestEdits, "requestEdits");
        this.answerEdits = Objects.requireNonNull(answerEdits, "answerEdits");
        this.mostAnswerBytes = mostAnswerBytes;
        this.answers = answers;
        this.heads = heads;
        this.lineRest =
                Octets.of((target == null ? "" : target) + " HTTP/1.1\r\nHost: " + endpoint.authority() + "\r\n");
    }

    /**
     * Makes a route that streams both ways and changes nothing.
     *
     * @param endpoint the backend
     * @param target path and query to ask for, or null: what the client asked for
     * @throws IllegalArgumentException if the target cannot stand in a request line
     */
    public static Route to(Endpoint endpoint, String target) {
        if (target != null && (target.isEmpty() || target.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f))) {
            throw new IllegalArgumentException("no target of a request: '" + target + "'; escape it as in a URI");
        }
        return new Route(endpoint, target, HeadEdits.NONE, HeadEdits.NONE, 0, null, null);
    }

    /**
     * Returns this route with changes to fields.
     *
     * @param request changes to the request's fields
     * @param answer changes to the fields of a backend's answer
     */
    public Route edited(HeadEdits request, HeadEdits answer) {
        return new Route(endpoint, target, request, answer, mostAnswerBytes, answers, heads);
    }

    /**
     * Returns this route with somebody who is given the whole answer.
     *
     * @param mostBytes how long the answer's body may be; more is {@link Failure.Kind#ANSWER_TOO_LARGE}
     * @param taker who is given it
     */
    public Route answeredBy(int mostBytes, AnswerTaker taker) {
        if (mostBytes < 1) {
            throw new IllegalArgumentException("an answer of at most " + mostBytes + " bytes: at least 1 is needed");
        }
        return new Route(endpoint, target, requestEdits, answerEdits, mostBytes, Objects.requireNonNull(taker), heads);
    }

    /**
     * Returns this route with somebody who is told when an answer begins.
     *
     * @param who is told
     */
    public Route metBy(AnswerHead who) {
        return new Route(
                endpoint, target, requestEdits, answerEdits, mostAnswerBytes, answers, Objects.requireNonNull(who));
    }

    /** {@return the backend} */
    public Endpoint endpoint() {
        return endpoint;
    }

    HeadEdits requestEdits() {
        return requestEdits;
    }

    HeadEdits answerEdits() {
        return answerEdits;
    }

    /** Tells who wants to know that an answer begins; returns what becomes of its head. */
    HeadEdits meet(Exchange exchange, ResponseHead head) {
        HeadEdits own = heads == null ? null : heads.came(exchange, head);
        return own == null ? answerEdits : own;
    }

    boolean collectsAnswer() {
        return answers != null;
    }

    int mostAnswerBytes() {
        return mostAnswerBytes;
    }

    AnswerTaker answers() {
        return answers;
    }

    boolean hasTarget() {
        return target != null;
    }

    /** Returns what follows the method, or the client's target, in the request line, and the Host field. */
    byte[] lineRest() {
        return lineRest;
    }
}
