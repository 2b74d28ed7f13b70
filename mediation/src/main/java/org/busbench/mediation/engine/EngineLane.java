package org.busbench.mediation.engine;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.engine.OnDemandStart.Running;
import org.busbench.mediation.engine.OnDemandStart.Waiting;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.Handler.BodyReceiver;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;

/**
 * The entry of the engine lane: makes an {@link EngineRequest} of each exchange, and gives it to a worker when its body is whole or fills the pipe, and the
 * engine has started.
 *
 * <p>Called on the threads of the loops; nothing here blocks.
 */
final class EngineLane implements Handler {

    private final OnDemandStart engine;
    private final String published;

    /** Answers under {@code published}, the scheme and authority that clients know. */
    EngineLane(OnDemandStart engine, String published) {
        this.engine = engine;
        this.published = published;
    }

    @Override
    public void begin(Exchange exchange) {
        EngineRequest.Head head = EngineRequest.Head.of(exchange);
        EngineResponse response = new EngineResponse(exchange);
        if (!head.hasBody()) {
            mediate(exchange, head, response, BodyPipe.of(new byte[0]));
            return;
        }
        BodyPipe body = new BodyPipe(exchange.request().bodyLength());
        exchange.receive(new RequestBody(exchange, body, () -> mediate(exchange, head, response, body)));
    }

    private void mediate(Exchange exchange, EngineRequest.Head head, EngineResponse response, BodyPipe body) {
        engine.whenRunning(new Waiting() {
            @Override
            public void started(Running by) {
                try {
                    if (!by.workers().submitNew(new EngineRequest(by.axis(), published, head, response, body))) {
                        refused("too many messages wait to be mediated");
                    }
                } catch (Throwable e) {
                    // Other messages may wait for the same start.
                    Faults.survived("a message was not given to the engine", e);
                    refused("the mediator failed");
                }
            }

            @Override
            public void refused(String why) {
                exchange.execute(() -> {
                    if (!exchange.isAnswered()) {
                        exchange.answer(Answer.text(503, why));
                    }
                });
            }
        });
    }

    /**
     * Fills the pipe of a request. A short body is handed over when it is whole, so that no worker waits for a client. A long one is handed over when the
     * pipe is full, and the client waits for the worker from then on.
     */
    private static final class RequestBody implements BodyReceiver {

        private final Exchange exchange;
        private final BodyPipe pipe;
        private final Runnable handOver;
        private final Deadline idle;
        private boolean handedOver;

        RequestBody(Exchange exchange, BodyPipe pipe, Runnable handOver) {
            this.exchange = exchange;
            this.pipe = pipe;
            this.handOver = handOver;
            this.idle = exchange.loop().deadline(() -> exchange.attempt(this::abandon));
            pipe.onRoom(() -> exchange.loop().execute(this::resume));
        }

        @Override
        public void content(Slice slice, int from, int to) {
            if (!pipe.offer(slice, from, to)) {
                exchange.pauseBody();
                idle.set(TransportSettings.socketTimeout().toNanos());
                handOver();
            }
        }

        @Override
        public void ended() {
            idle.clear();
            pipe.end();
            handOver();
        }

        @Override
        public void broken() {
            idle.clear();
            pipe.fail("the client did not send its message to the end");
        }

        private void resume() {
            idle.clear();
            exchange.resumeBody();
        }

        /** No worker reads the full pipe: the client must not hold its memory for ever. */
        private void abandon() {
            pipe.discard();
            if (!exchange.isAnswered()) {
                exchange.answer(Answer.text(504, "the rest of the message was not read in time"));
            }
        }

        private void handOver() {
            if (!handedOver) {
                handedOver = true;
                handOver.run();
            }
        }
    }
}
