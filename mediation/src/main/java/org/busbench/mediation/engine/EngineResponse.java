package org.busbench.mediation.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.axis2.transport.OutTransportInfo;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.AnswerStream;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;

/**
 * The response that a client waits for. The first answer is sent, while its body is being made if need be. A second answer is dropped, since the client
 * would take it for the answer to its next request.
 *
 * <p>States: {@code AWAITED -> ANSWERED} when Synapse, or the fallback, answers; {@code AWAITED -> MEDIATION_FAILED -> ANSWERED} when Synapse threw before
 * that. The body is sent after {@code ANSWERED}, by a {@link BodyPump}.
 *
 * <p>The fallback answers a client whom Synapse forgets: a fault sequence may send nothing, an endpoint may discard a late answer. It waits until no upstream
 * request of this client is open. Then it waits one second after a failure, since Synapse may still answer from a thread of its own. In all other cases it
 * waits for the socket timeout, since an aggregation may be waiting for more answers.
 *
 * <p>For any thread, unless stated otherwise.
 */
final class EngineResponse implements OutTransportInfo, UpstreamRequest.Origin {

    static final int ACCEPTED = 202;

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int INTERNAL_ERROR = 500;
    private static final int GATEWAY_TIMEOUT = 504;

    private enum State {
        AWAITED,
        MEDIATION_FAILED,
        ANSWERED
    }

    private final Exchange exchange;
    private final EventLoop loop;
    private final boolean soap12;
    private final Duration socketTimeout;
    private final boolean toHead;
    private final MessageBytes.Share content;
    private final Deadline fallback;
    private final AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
    private final AtomicInteger openRequests = new AtomicInteger();
    private volatile boolean forwarded;
    /** Of the fault for a message that no endpoint took; 0 for none. */
    private volatile int unsentStatus;

    /** The loop's thread alone uses the fields from here on. */
    private boolean upstreamAnswered;

    private int fallbackStatus = GATEWAY_TIMEOUT;

    /** On the loop's thread. */
    EngineResponse(Exchange exchange, Duration socketTimeout, MessageBytes.Share content) {
        this.content = content;
        this.socketTimeout = socketTimeout;
        this.exchange = exchange;
        this.loop = exchange.loop();
        this.soap12 = FaultText.isSoap12(exchange.request().value("Content-Type"));
        this.toHead = exchange.request().isMethod("HEAD");
        this.fallback = loop.deadline(() -> exchange.attempt(this::fallback));
    }

    @Override
    public MessageBytes.Share content() {
        return content;
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public Call call(CallEvents events) {
        return exchange.call(events);
    }

    @Override
    public void requestStarted() {
        forwarded = true;
        openRequests.incrementAndGet();
    }

    /** No endpoint took the message. */
    void unsent(int status) {
        unsentStatus = status;
    }

    /** No other answer will follow: answers 202, or with a fault when no endpoint took the message. */
    void acknowledge() {
        if (unsentStatus == 0 || forwarded) {
            answer(ACCEPTED, HeadEdits.NONE, null);
        } else {
            answerFault(unsentStatus);
        }
    }

    @Override
    public void requestEnded(Failure failure) {
        loop.execute(() -> {
            openRequests.decrementAndGet();
            upstreamAnswered |= failure == null;
            if (state.get() != State.MEDIATION_FAILED) {
                fallbackStatus =
                        failure == null ? GATEWAY_TIMEOUT : failure.kind().status();
            }
            armFallback(failure != null && !upstreamAnswered ? AFTER_FAILURE : socketTimeout);
        });
    }

    /** The in sequence has ended. The end of an upstream request arms the fallback itself, perhaps already: it must not be delayed. */
    void mediated() {
        if (!forwarded) {
            loop.execute(() -> armFallback(socketTimeout));
        }
    }

    /** Synapse's answer could not be sent, or Synapse threw and no fault handler has answered. */
    void mediationFailed() {
        loop.execute(() -> {
            state.compareAndSet(State.AWAITED, State.MEDIATION_FAILED);
            fallbackStatus = INTERNAL_ERROR;
            armFallback(AFTER_FAILURE);
        });
    }

    private void armFallback(Duration wait) {
        State now = state.get();
        if (openRequests.get() == 0 && now != State.ANSWERED) {
            fallback.set((now == State.MEDIATION_FAILED ? AFTER_FAILURE : wait).toNanos());
        }
    }

    private void fallback() {
        if (openRequests.get() == 0) {
            answerFault(fallbackStatus);
        }
    }

    /** Answers with a SOAP fault of the mediator's own, unless there was an answer. */
    void answerFault(int status) {
        byte[] fault = FaultText.plain(soap12, status).getBytes(StandardCharsets.UTF_8);
        answer(
                status,
                HeadEdits.of(List.of(Map.entry("Content-Type", FaultText.contentType(soap12)))),
                BodyPipe.of(fault));
    }

    boolean isAnswered() {
        return state.get() == State.ANSWERED;
    }

    /**
     * Answers, unless there was an answer.
     *
     * @param status 200 to 599
     * @param body what follows it, or null for nothing
     */
    boolean answer(int status, HeadEdits fields, BodyPipe body) {
        if (state.getAndSet(State.ANSWERED) == State.ANSWERED) {
            if (body != null) {
                body.discard();
            }
            return false;
        }
        BodyPipe content = body == null ? BodyPipe.of(new byte[0]) : body;
        sendLater(status, fields, content, content::length);
        return true;
    }

    /** Answers HEAD like {@link #answer}, with the length that an answer to GET would have, or -2 when it is not known. */
    void answerHead(int status, HeadEdits fields, long length) {
        if (state.getAndSet(State.ANSWERED) != State.ANSWERED) {
            sendLater(status, fields, BodyPipe.of(new byte[0]), () -> length);
        }
    }

    private void sendLater(int status, HeadEdits fields, BodyPipe content, LongSupplier length) {
        loop.execute(() -> {
            exchange.attempt(() -> send(status, fields, content, length.getAsLong()));
            if (exchange.isOver()) {
                content.discard();
            }
        });
    }

    /** {@return whether the client's method is HEAD} */
    boolean isToHead() {
        return toHead;
    }

    @Override
    public void setContentType(String contentType) {
        // The content type is one of the fields that Synapse gives with its answer.
    }

    private void send(int status, HeadEdits fields, BodyPipe body, long length) {
        fallback.cancel();
        BodyPump pump = new BodyPump(loop, body);
        AnswerStream stream = exchange.beginAnswer(status, fields, length, pump);
        if (stream == null) {
            body.discard();
            return;
        }
        pump.start(new BodyPump.Sink() {
            @Override
            public void send(Slice part) {
                stream.send(part);
            }

            @Override
            public void end() {
                stream.end();
            }

            @Override
            public void cut(String why) {
                stream.cut();
            }
        });
    }
}
