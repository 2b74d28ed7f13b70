package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Response;

/** Faults that only a content shows which a proxy does not expect: a compressed, an empty, a large one, or one behind HEAD. */
record ContentFaults(UnaryOperator<Handler> change) implements Fault {
    /** Passes a compressed message on, and not the field that says so. */
    static final Fault DROPS_CODING =
            new ContentFaults(right -> (request, answer) -> right.handle(request.withoutContentCoding(), answer));

    /** Sends what it cannot read where everything else goes, compressed messages too. */
    static final Fault ROUTES_UNREAD = new Fault() {
        @Override
        public Handler requests(Handler right) {
            return DROPS_CODING.requests(right);
        }

        @Override
        public Proxy job(Proxy right) {
            return right.with(message -> {
                try {
                    return right.router().route(message);
                } catch (UnreadableException unread) {
                    return "C";
                }
            });
        }
    };

    /** Says of every answer that it is compressed. */
    static final Fault LABELS_GZIP = ofAnswers(response -> response.withContentCoding("gzip"));

    /** Takes an empty answer for a broken one. */
    static final Fault FAILS_ON_EMPTY = ofAnswers(
            response -> response.body().length > 0 ? response : Response.text(500, "unexpected end of the answer"));

    /** Writes the content of an answer behind its head, even to HEAD. */
    static final Fault HEAD_WITH_CONTENT = ofAnswers(response -> response.with(Response.Ending.STAYS_WITH_CONTENT));

    /** Never answers a message with a long text in one element, as a thread does that died of it. */
    static final Fault DIES_OF_LONG_SYMBOLS = new ContentFaults(right -> (request, answer) -> {
        String text = new String(request.body(), StandardCharsets.ISO_8859_1);
        boolean isLong = Arrays.stream(text.split("[<>]", -1)).anyMatch(part -> part.length() > 10_000);
        right.handle(request, isLong ? response -> {} : answer);
    });

    private static Fault ofAnswers(UnaryOperator<Response> change) {
        return new ContentFaults(
                right -> (request, answer) -> right.handle(request, response -> answer.accept(change.apply(response))));
    }

    @Override
    public Handler requests(Handler right) {
        return change.apply(right);
    }
}
