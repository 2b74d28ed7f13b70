package org.busbench.mediation.http;

import org.busbench.mediation.buffer.SliceQueue;

/** Asks a handler and answers for its faults. On the threads of the loops. */
final class Decider {
    private static final System.Logger LOG = System.getLogger(Decider.class.getName());

    private final Handler handler;

    Decider(Handler handler) {
        this.handler = handler;
    }

    static void log(RuntimeException cause) {
        LOG.log(System.Logger.Level.ERROR, "a handler failed", cause);
    }

    void begin(Exchange exchange, RequestSide request) {
        try {
            handler.begin(exchange);
            if (!exchange.isOver()) {
                request.begun();
            }
        } catch (RuntimeException e) {
            exchange.broken(e);
        }
    }

    void failed(Exchange exchange, Failure failure) {
        try {
            handler.failed(exchange, failure);
        } catch (RuntimeException e) {
            exchange.broken(e);
        }
    }

    /** Gives a whole answer to who wants it. */
    static void taken(Exchange exchange, AnswerTaker taker, ResponseHead head, SliceQueue body) {
        SliceQueue taken = new SliceQueue();
        taken.addAll(body);
        try {
            taker.taken(exchange, head, taken);
        } catch (RuntimeException e) {
            taken.clear();
            exchange.broken(e);
        }
    }
}
