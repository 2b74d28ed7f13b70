package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * What a proxy does with its messages. Called on the loop's thread and must not block: what takes long is done elsewhere and brought back with
 * {@code exchange.loop().execute}. Whatever it throws is answered with 500, or cuts the connection when an answer has begun.
 */
public interface Handler {

    /**
     * A request's head is there. Decides with one call on the exchange, now or later; until then what arrives of the body is held back.
     */
    void begin(Exchange exchange);

    /**
     * No answer can be had, and nothing of one has gone to the client: answers instead, now or later. Another route is possible when {@link
     * Exchange#canForwardAgain()}.
     */
    default void failed(Exchange exchange, Failure failure) {
        exchange.answer(Answer.text(failure.kind().status(), failure.detail()));
    }

    /** Looks at a body while it arrives, until it knows what to do. On the loop's thread; must not block. */
    interface BodyWatcher {

        /**
         * Looks at the next bytes of the body, without chunk framing. May decide with a call on the exchange; then it is not asked again.
         *
         * @param slice holds them; not to be kept or released
         * @param from index of the first byte in the slice
         * @param to index after the last byte
         */
        void look(Exchange exchange, Slice slice, int from, int to);

        /** The whole body was looked at: decides. */
        void end(Exchange exchange);
    }

    /** Is given a request's whole body. On the loop's thread; must not block. */
    @FunctionalInterface
    interface BodyTaker {

        /**
         * The body is whole. Goes on with a call on the exchange, now or later.
         *
         * @param body without chunk framing; owned by the taker, who clears it or gives it to {@link Exchange#forward(Route, SliceQueue)}
         */
        void taken(Exchange exchange, SliceQueue body);
    }

    /** Is given a request's body as it comes. On the loop's thread; must not block. Nothing is told after {@link #ended} or {@link #broken}. */
    interface BodyReceiver {

        /**
         * Bytes came, without chunk framing.
         *
         * @param slice holds them; not to be kept or released
         * @param from index of the first byte
         * @param to index after the last byte
         */
        void content(Slice slice, int from, int to);

        /** The body is whole. */
        void ended();

        /** The rest of the body will not come: the client has gone or sends a malformed body, or the exchange has its answer. */
        void broken();
    }

    /** Is told of each exchange that is over: an access log, or counters. On the loop's thread; must not block. */
    @FunctionalInterface
    interface RequestLog {

        /** Keeps nothing. */
        RequestLog NONE = (exchange, outcome) -> {};

        /**
         * An exchange is over.
         *
         * @param exchange to be read within this call only, and not to be changed
         */
        void log(Exchange exchange, Outcome outcome);

        /** How an exchange ended. */
        enum Outcome {
            /** An upstream's answer went to the client, as it was or changed. */
            RELAYED,
            /** The mediator answered by itself because the handler wanted that. */
            ANSWERED,
            /** The mediator answered because something failed, or refused the request. */
            FAILED,
            /** An answer had begun and could not be ended. */
            CUT,
            /** The client went away before its answer. */
            ABANDONED
        }
    }
}
