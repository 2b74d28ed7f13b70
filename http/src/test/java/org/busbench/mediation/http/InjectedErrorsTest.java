package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.busbench.common.FreePorts;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.Handler.BodyReceiver;
import org.busbench.mediation.http.Handler.BodyWatcher;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.Dialer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An Error of the code that HTTP calls costs the exchange that caused it and nothing else; {@link Proxy#close} finds lost buffers. */
class InjectedErrorsTest {
    private static final String FIRST = head("POST /in HTTP/1.1", "Host: x", "Content-Length: 12") + "abcdef";
    private static final String REST = "ghijkl";
    private static final String GOOD = head("POST /good HTTP/1.1", "Host: x", "Content-Length: 2") + "ok";
    private static final int CUT = 0;

    /** The call of a handler's code that throws, and the status that the client gets. */
    private enum Place {
        BEGIN(500),
        LOOK(500),
        END_OF_LOOK(500),
        TAKEN(500),
        CONTENT(500),
        END_OF_CONTENT(500),
        BROKEN(404),
        ANSWER_HEAD(500),
        ANSWER_TAKEN(500),
        FAILED(500),
        LOGGED(200),
        STREAM_PAUSED(CUT),
        STREAM_GONE(CUT),
        CALL_ANSWERED(502),
        CALL_CONTENT(502),
        CALL_ENDED(502),
        TASK(500),
        TASK_AFTER_HEAD(CUT),
        DEADLINE(500);

        private final int status;

        Place(int status) {
            this.status = status;
        }
    }

    static Stream<Arguments> injections() {
        return Stream.<Supplier<Error>>of(
                        StackOverflowError::new,
                        () -> new OutOfMemoryError("injected"),
                        () -> new NoClassDefFoundError("injected"),
                        () -> new Error("injected"))
                .flatMap(error -> Arrays.stream(Place.values()).map(place -> Arguments.of(place, error.get())));
    }

    @ParameterizedTest
    @MethodSource("injections")
    void endsOneExchangeAndServesTheNext(Place place, Error error) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                Proxy proxy = new Proxy(new Injector(place, error, Endpoints.of(backend.address())));
                Wire other = new Wire(proxy.port());
                Wire client = new Wire(proxy.port())) {
            assertThat(other.send(GOOD).receive().text()).isEqualTo("ok");
            client.send(FIRST).send(REST);
            if (place.status != CUT) {
                assertThat(client.receive().status()).isEqualTo(place.status);
            } else if (place == Place.STREAM_GONE) {
                assertThat(client.receiveHead().status()).isEqualTo(200);
                client.reset();
            } else if (place == Place.STREAM_PAUSED) {
                // Reads nothing until the answer is paused, which cuts it.
                proxy.awaitRest(2);
            } else {
                assertThat(client.receiveHead().status()).isEqualTo(200);
                assertThat(client.endsHere()).isTrue();
            }
            assertThat(other.send(GOOD).receive().text()).isEqualTo("ok");
            try (Wire next = new Wire(proxy.port())) {
                assertThat(next.send(GOOD).receive().text()).isEqualTo("ok");
            }
        }
    }

    /** Mediates in the way that reaches the place. */
    private record Injector(Place place, Error error, Endpoint backend)
            implements Handler, BodyWatcher, BodyReceiver, AnswerStream.Source {

        private void strike(Place here) {
            if (here == place) {
                throw error;
            }
        }

        @Override
        public void begin(Exchange exchange) {
            if (exchange.request().target().equals("/good")) {
                exchange.forward(Route.to(backend, null));
                return;
            }
            strike(Place.BEGIN);
            Route route = Route.to(backend, null);
            switch (place) {
                case LOOK, END_OF_LOOK -> exchange.watch(1000, this);
                case TAKEN -> exchange.collect(1000, (same, body) -> struck(body));
                case CONTENT, END_OF_CONTENT -> exchange.receive(this);
                case BROKEN -> {
                    exchange.receive(this);
                    exchange.answer(Answer.text(404, "not here"));
                }
                case ANSWER_HEAD -> exchange.forward(route.metBy((same, head) -> struck(null)));
                case ANSWER_TAKEN -> exchange.forward(route.answeredBy(1000, (same, head, body) -> struck(body)));
                case FAILED -> exchange.forward(Route.to(dead(), null));
                case LOGGED -> {
                    exchange.logTo((same, outcome) -> strike(Place.LOGGED));
                    exchange.forward(route);
                }
                case STREAM_PAUSED, STREAM_GONE -> stream(exchange);
                case TASK -> exchange.execute(() -> strike(Place.TASK));
                case TASK_AFTER_HEAD -> {
                    exchange.beginAnswer(200, HeadEdits.NONE, 9, this);
                    exchange.execute(() -> strike(Place.TASK_AFTER_HEAD));
                }
                case DEADLINE ->
                    exchange.loop()
                            .deadline(() -> exchange.attempt(() -> strike(Place.DEADLINE)))
                            .set(TimeUnit.MILLISECONDS.toNanos(1));
                default -> call(exchange);
            }
        }

        /** Owns the body as a taker does, and throws. */
        private HeadEdits struck(SliceQueue body) {
            if (body != null) {
                body.clear();
            }
            throw error;
        }

        private static Endpoint dead() {
            return new Endpoint(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.inARow(1)),
                    "dead",
                    1,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Dialer.PLAIN);
        }

        private void stream(Exchange exchange) {
            AnswerStream answer = exchange.beginAnswer(200, HeadEdits.NONE, 64 << 20, this);
            for (int i = 0; place == Place.STREAM_PAUSED && i < 64; i++) {
                answer.send(Slice.of(new byte[1 << 20]));
            }
        }

        private void call(Exchange exchange) {
            Call call = exchange.call(new CallEvents() {
                @Override
                public void congested() {
                    // The request has no body.
                }

                @Override
                public void drained() {
                    // The request has no body.
                }

                @Override
                public void answered(ResponseHead head, boolean hasBody) {
                    strike(Place.CALL_ANSWERED);
                }

                @Override
                public void content(Slice slice, int from, int to) {
                    strike(Place.CALL_CONTENT);
                }

                @Override
                public void ended() {
                    strike(Place.CALL_ENDED);
                }

                @Override
                public void failed(Failure failure) {
                    exchange.answer(Answer.text(failure.kind().status(), failure.detail()));
                }
            });
            call.start(backend, "GET", "/call", HeadEdits.NONE, -2);
            call.end();
        }

        @Override
        public void failed(Exchange exchange, Failure failure) {
            strike(Place.FAILED);
        }

        @Override
        public void look(Exchange exchange, Slice slice, int from, int to) {
            strike(Place.LOOK);
        }

        @Override
        public void end(Exchange exchange) {
            strike(Place.END_OF_LOOK);
        }

        @Override
        public void content(Slice slice, int from, int to) {
            strike(Place.CONTENT);
        }

        @Override
        public void ended() {
            strike(Place.END_OF_CONTENT);
        }

        @Override
        public void broken() {
            strike(Place.BROKEN);
        }

        @Override
        public void pause() {
            strike(Place.STREAM_PAUSED);
        }

        @Override
        public void resume() {
            // The client takes more.
        }

        @Override
        public void gone() {
            strike(Place.STREAM_GONE);
        }
    }
}
