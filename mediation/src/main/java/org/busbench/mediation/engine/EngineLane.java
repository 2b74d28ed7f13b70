package org.busbench.mediation.engine;

import java.time.Duration;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.engine.OnDemandStart.Running;
import org.busbench.mediation.engine.OnDemandStart.Waiting;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.Handler.BodyReceiver;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;

/**
 * The entry of the engine lane: makes an {@link EngineRequest} of each exchange, and gives it to a worker when its body is whole or fills the pipe, and the
 * engine has started.
 *
 * <p>Called on the threads of the loops; nothing here blocks.
 *
 * @param published the scheme and authority that clients know
 */
record EngineLane(OnDemandStart engine, String published, LaneLimits limits, MessageBytes waiting, MessageBytes reading)
        implements Handler {
    /** What a message takes beside its body, roughly. */
    private static final int HEAD_BYTES = 4 << 10;

    private static final String TOO_MANY = "too many messages wait to be mediated";

    @Override
    public void begin(Exchange exchange) {
        EngineRequest.Head head = EngineRequest.Head.of(exchange);
        MessageBytes.Share content = reading.new Share();
        exchange.whenOver(content::release);
        EngineResponse response = new EngineResponse(exchange, limits.socketTimeout(), content);
        MessageBytes.Share share = waiting.new Share();
        if (!share.take(HEAD_BYTES) && !share.isAlone()) {
            share.giveBack();
            exchange.answer(Answer.text(503, TOO_MANY));
        } else if (!head.hasBody()) {
            mediate(exchange, head, response, BodyPipe.of(new byte[0]), share);
        } else {
            BodyPipe body = new BodyPipe(
                    exchange.request().bodyLength(),
                    TransportHeaders.codings(head.fields()),
                    limits.messageBytes(),
                    content);
            Runnable handOver = () -> mediate(exchange, head, response, body, share);
            exchange.receive(new RequestBody(exchange, body, share, limits.socketTimeout(), handOver));
        }
    }

    private void mediate(
            Exchange exchange,
            EngineRequest.Head head,
            EngineResponse response,
            BodyPipe body,
            MessageBytes.Share share) {
        engine.whenRunning(new Waiting() {
            @Override
            public void started(Running by) {
                try {
                    EngineRequest request = new EngineRequest(by.axis(), published, head, response, body);
                    boolean accepted = by.workers().submit(() -> {
                        share.giveBack();
                        request.run();
                    });
                    if (!accepted) {
                        refused("the mediator stops");
                    }
                } catch (Throwable e) {
                    // Other messages may wait for the same start.
                    Faults.survived("a message was not given to the engine", e);
                    refused("the mediator failed");
                }
            }

            @Override
            public void refused(String why) {
                share.giveBack();
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
        private final MessageBytes.Share share;
        private final Duration patience;
        private final Runnable handOver;
        private final Deadline idle;
        private boolean handedOver;

        RequestBody(Exchange exchange, BodyPipe pipe, MessageBytes.Share share, Duration patience, Runnable handOver) {
            this.share = share;
            this.patience = patience;
            this.exchange = exchange;
            this.pipe = pipe;
            this.handOver = handOver;
            this.idle = exchange.loop().deadline(() -> exchange.attempt(this::abandon));
            pipe.onRoom(() -> exchange.loop().execute(this::resume));
        }

        @Override
        public void content(Slice slice, int from, int to) {
            if (!handedOver && !share.take(to - from) && !share.isAlone()) {
                exchange.answer(Answer.text(503, TOO_MANY));
            } else if (!pipe.offer(slice, from, to)) {
                exchange.pauseBody();
                idle.set(patience.toNanos());
                handOver();
            }
        }

        @Override
        public void ended() {
            idle.cancel();
            pipe.end();
            handOver();
        }

        @Override
        public void broken() {
            idle.cancel();
            if (!handedOver) {
                share.giveBack();
            }
            pipe.fail("the client did not send its message to the end");
        }

        private void resume() {
            idle.cancel();
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
