package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Response;

/** Faults that only a content shows which a proxy does not expect: a compressed, an empty, a large one, or one behind HEAD. */
enum ContentFaults implements Fault {
    /** Passes a compressed message on, and not the field that says so. */
    DROPS_CODING {
        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> right.handle(request.withoutContentCoding(), answer);
        }
    },

    /** Sends what it cannot read where everything else goes, compressed messages too. */
    ROUTES_UNREAD {
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
    },

    /** Says of every answer that it is compressed. */
    LABELS_GZIP {
        @Override
        public Handler requests(Handler right) {
            return (request, answer) ->
                    right.handle(request, response -> answer.accept(response.withContentCoding("gzip")));
        }
    },

    /** Takes an empty answer for a broken one. */
    FAILS_ON_EMPTY {
        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> right.handle(
                    request,
                    response -> answer.accept(
                            response.body().length > 0
                                    ? response
                                    : Response.text(500, "unexpected end of the answer")));
        }
    },

    /** Writes the content of an answer behind its head, even to HEAD. */
    HEAD_WITH_CONTENT {
        @Override
        public Handler requests(Handler right) {
            return (request, answer) ->
                    right.handle(request, response -> answer.accept(response.with(Response.Ending.STAYS_WITH_CONTENT)));
        }
    },

    /** Never answers a message with a long text in one element, as a thread does that died of it. */
    DIES_OF_LONG_SYMBOLS {
        private static final int LONGEST = 10_000;

        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> {
                String text = new String(request.body(), StandardCharsets.ISO_8859_1);
                boolean isLong = Arrays.stream(text.split("[<>]", -1)).anyMatch(part -> part.length() > LONGEST);
                right.handle(request, isLong ? response -> {} : answer);
            };
        }
    }
}
