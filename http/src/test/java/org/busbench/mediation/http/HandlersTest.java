package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.Handler.BodyWatcher;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seam for compiled proxies: forward, watch, collect, answer. */
class HandlersTest {
    private static final String FIXED = head("POST /in HTTP/1.1", "Host: x", "Content-Length: 12") + "abcIBMdefMSF";
    private static final String CHUNKED = head("POST /in HTTP/1.1", "Host: x", "Transfer-Encoding: chunked")
            + head("4", "abcI", "5", "BMdef", "3", "MSF", "0");

    /** Forwards to the endpoint whose name comes first in the body, and answers when none does. */
    private static final class Chooser implements BodyWatcher {
        private final ScriptedBackend ibm;
        private final StringBuilder seen = new StringBuilder();

        Chooser(ScriptedBackend ibm) {
            this.ibm = ibm;
        }

        @Override
        public void look(Exchange exchange, Slice slice, int from, int to) {
            for (int i = from; i < to; i++) {
                seen.append((char) slice.get(i));
                if (seen.toString().endsWith("IBM")) {
                    exchange.forward(Route.to(Endpoints.of(ibm.address()), "/ibm"));
                    return;
                }
            }
        }

        @Override
        public void end(Exchange exchange) {
            exchange.answer(Answer.text(404, "nobody takes " + seen));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void watchesABodyAndForwardsItUntouched(boolean chunked) throws Exception {
        String request = chunked ? CHUNKED : FIXED;
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nibm");
                Proxy proxy = new Proxy(exchange -> exchange.watch(1000, new Chooser(backend)));
                Wire client = new Wire(proxy.port())) {
            for (int i = 1; i < request.length(); i++) {
                proxy.sendInTwo(client, request, i);
                assertThat(client.receive().text()).isEqualTo("ibm");
            }
            String body = request.substring(request.indexOf("\r\n\r\n"));
            assertThat(backend.requests()).allMatch(seen -> seen.startsWith("POST /ibm ") && seen.endsWith(body));
        }
    }

    @Test
    void answersWhenNothingWasFoundAndGoesOn() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nibm");
                Proxy proxy = new Proxy(exchange -> exchange.watch(1000, new Chooser(backend)));
                Wire client = new Wire(proxy.port())) {
            client.send((FIXED + CHUNKED).replace("IBM", "SUN").replace("abcI", "abcS"));
            assertThat(client.receive().status()).isEqualTo(404);
            assertThat(client.receive().text()).startsWith("nobody takes abcSBMdefMSF");
            client.send(FIXED);
            assertThat(client.receive().text()).isEqualTo("ibm");
        }
    }

    @Test
    void holdsNoMoreOfABodyThanItWasAllowed() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nibm");
                Proxy proxy = new Proxy(exchange -> {
                    if (exchange.request().target().equals("/watch")) {
                        exchange.watch(10, new Chooser(backend));
                    } else {
                        exchange.collect(10, (same, body) -> body.clear());
                    }
                });
                Wire client = new Wire(proxy.port())) {
            String body = "nothing in here";
            client.send(head("POST /watch HTTP/1.1", "Host: x", "Content-Length: 15") + body);
            assertThat(client.receive().status()).isEqualTo(413);
            client.send(head("POST /collect HTTP/1.1", "Host: x", "Content-Length: 15") + body);
            assertThat(client.receive().status()).isEqualTo(413);
            client.send(head("POST /collect HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "f\r\n" + body);
            assertThat(client.receive().status()).isEqualTo(413);
        }
        try (Proxy proxy = new Proxy(exchange -> exchange.collect(10, (same, body) -> body.clear()));
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Expect: 100-continue", "Content-Length: 15"));
            assertThat(client.receive().status()).isEqualTo(413);
        }
    }

    @Test
    void closesWhenTheRestOfARefusedBodyIsTooLongToRead() throws Exception {
        try (Proxy proxy = new Proxy(exchange -> exchange.answer(Answer.text(404, "nothing here")));
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 100") + "a".repeat(100));
            assertThat(client.receive().headers()).doesNotContainKey("connection");
            client.send(head("POST / HTTP/1.1", "Host: x", "Expect: 100-continue", "Content-Length: 100"));
            HttpMessage answer = client.receive();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(client.isClosedByPeer()).isTrue();
        }
        try (Proxy proxy = new Proxy(exchange -> exchange.answer(Answer.text(404, "nothing here")));
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 9000000") + "a".repeat(100));
            assertThat(client.receive().headers()).containsEntry("connection", "close");
            assertThat(client.isClosedByPeer()).isTrue();
        }
    }

    /** Both bodies whole, changed on another thread, given back on the loop. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void transformsBothWaysOnAnotherThread(boolean chunked) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        String answered = chunked
                ? head("HTTP/1.1 200 OK", "X: 1", "Transfer-Encoding: chunked") + head("5", "world", "0")
                : head("HTTP/1.1 200 OK", "X: 1", "Content-Length: 5") + "world";
        try (ScriptedBackend backend = ScriptedBackend.answering(answered);
                Proxy proxy = transforming(backend, pool);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 20; i++) {
                client.send(chunked ? CHUNKED : FIXED);
                HttpMessage answer = client.receive();
                assertThat(answer.text()).isEqualTo("WORLD");
                assertThat(answer.headers()).containsEntry("x", "2").containsEntry("content-length", "5");
            }
            client.send(head("HEAD /in HTTP/1.1", "Host: x"));
            assertThat(client.receiveRaw(8)).isEqualTo("HTTP/1.1");
            assertThat(backend.requests().get(0)).endsWith(head("Content-Length: 12") + "ABCIBMDEFMSF");
            // Clients that go away while their message is with the other thread.
            for (int i = 0; i < 20; i++) {
                try (Wire hasty = new Wire(proxy.port())) {
                    hasty.send(FIXED).reset();
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void refusesAnAnswerThatIsLongerThanItMayHold() throws Exception {
        try (ScriptedBackend backend =
                        ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n01234567890");
                Proxy proxy = new Proxy(exchange -> exchange.forward(Route.to(Endpoints.of(backend.address()), null)
                        .answeredBy(10, (same, answer, body) -> same.relay(body, null))));
                Wire client = new Wire(proxy.port())) {
            client.send(head("GET / HTTP/1.1", "Host: x"));
            assertThat(client.receive().status()).isEqualTo(502);
        }
    }

    @Test
    void editsFieldsBothWays() throws Exception {
        HeadEdits request = HeadEdits.NONE.remove("X-Secret").set("SOAPAction", "urn:new");
        HeadEdits answer = HeadEdits.NONE.remove("server").add("X-Served", "yes");
        try (ScriptedBackend backend =
                        ScriptedBackend.answering(head("HTTP/1.1 200 OK", "Server: s", "Content-Length: 0"));
                Proxy proxy = new Proxy(exchange -> exchange.forward(
                        Route.to(Endpoints.of(backend.address()), "/t").edited(request, answer)));
                Wire client = new Wire(proxy.port())) {
            client.send(head("GET / HTTP/1.1", "Host: x", "x-secret: 1", "SoapAction: old", "Keep: me"));
            assertThat(client.receive().headers())
                    .containsEntry("x-served", "yes")
                    .doesNotContainKey("server");
            assertThat(backend.requests().get(0))
                    .contains("Keep: me\r\n", "SOAPAction: urn:new\r\n")
                    .doesNotContainIgnoringCase("secret", "old");
        }
    }

    @Test
    void answers500WhenAHandlerFails() throws Exception {
        try (Proxy proxy = new Proxy(exchange -> {
                    throw new IllegalStateException("a fault that the test wants");
                });
                Wire client = new Wire(proxy.port())) {
            client.send(FIXED + FIXED);
            assertThat(client.receive().status()).isEqualTo(500);
            assertThat(client.receive().status()).isEqualTo(500);
        }
    }

    @Test
    void finishesWhatIsUnderWayWhenItStops() throws Exception {
        CountDownLatch draining = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
            talk.readRequest();
            draining.await();
            talk.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            talk.read();
        })) {
            Wire busy;
            Wire idle;
            try (Proxy proxy = Proxy.to(backend)) {
                busy = new Wire(proxy.port()).send(FIXED);
                idle = new Wire(proxy.port());
                backend.awaitRequests(1);
                Eventually.value("both clients and the backend connected", proxy::connections, open -> open == 3);
                proxy.stop();
                assertThat(idle.isClosedByPeer()).isTrue();
                draining.countDown();
                HttpMessage answer = busy.receive();
                assertThat(answer.text()).isEqualTo("ok");
                assertThat(answer.headers()).containsEntry("connection", "close");
                assertThat(busy.isClosedByPeer()).isTrue();
            }
            busy.close();
            idle.close();
        }
    }

    private static Proxy transforming(ScriptedBackend backend, ExecutorService pool) throws IOException {
        HeadEdits edits = HeadEdits.NONE.set("X", "2");
        Route route = Route.to(Endpoints.of(backend.address()), "/out")
                .edited(HeadEdits.NONE, edits)
                .answeredBy(1000, (exchange, answer, body) -> {
                    byte[] text = bytes(body);
                    pool.execute(() -> {
                        byte[] upper = upper(text);
                        exchange.loop().execute(() -> exchange.relay(SliceQueue.of(upper), null));
                    });
                });
        return new Proxy(
                exchange -> exchange.collect(1000, (same, body) -> {
                    byte[] text = bytes(body);
                    pool.execute(() -> {
                        byte[] upper = upper(text);
                        same.loop().execute(() -> same.forward(route, SliceQueue.of(upper)));
                    });
                }),
                HttpLimits.USUAL,
                WireLimits.USUAL);
    }

    private static byte[] bytes(SliceQueue body) {
        byte[] bytes = new byte[(int) body.bytes()];
        body.copyTo(bytes, 0);
        body.clear();
        return bytes;
    }

    private static byte[] upper(byte[] text) {
        String upper = new String(text, StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT);
        return upper.getBytes(StandardCharsets.US_ASCII);
    }
}
