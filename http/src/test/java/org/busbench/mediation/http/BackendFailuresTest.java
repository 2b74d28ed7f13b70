package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.Dialer;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendFailuresTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String POST = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final HttpLimits QUICK =
            new HttpLimits(4096, 1000, 50, Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5));

    @Test
    void answers502WhenNobodyListens() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) server.getLocalSocketAddress();
        }
        try (Proxy proxy = new Proxy(exchange -> exchange.forward(Route.to(Endpoints.of(nobody), null)));
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 3; i++) {
                client.send(POST);
                assertThat(client.receive().status()).isEqualTo(502);
            }
        }
    }

    @Test
    void triesAnotherEndpointWhileTheRequestIsStillHere() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) server.getLocalSocketAddress();
        }
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = new Proxy(new Handler() {
                    @Override
                    public void begin(Exchange exchange) {
                        exchange.forward(Route.to(Endpoints.of(nobody), null));
                    }

                    @Override
                    public void failed(Exchange exchange, Failure failure) {
                        assertThat(exchange.canForwardAgain()).isTrue();
                        exchange.forward(Route.to(Endpoints.of(backend.address()), "/other"));
                    }
                });
                Wire client = new Wire(proxy.port())) {
            client.send(POST);
            assertThat(client.receive().text()).isEqualTo("ok");
            assertThat(backend.requests().get(0)).startsWith("POST /other ").endsWith("\r\n\r\nabc");
        }
    }

    /** Rows: expected status, what the backend says before it closes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "502|''",
                "502|HTTP/1.1 200",
                "502|HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n",
                "502|SMTP 220 hello\\r\\n\\r\\n",
                "502|HTTP/1.1 2x0 OK\\r\\n\\r\\n",
                "502|HTTP/2.0 200 OK\\r\\n\\r\\n",
                "502|http/1.1 200 OK\\r\\n\\r\\n",
                "502|HTTP/1.1  200 OK\\r\\n\\r\\n",
                "502|HTTP/1.1 2000 OK\\r\\n\\r\\n",
                "502|HTTP/1.x 200 OK\\r\\n\\r\\n",
                "502|HTTP/1.1 200 OK\\r\\nA : b\\r\\n\\r\\n",
                "502|HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked, chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "502|HTTP/1.1 101 Switching\\r\\n\\r\\n",
                "502|HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\nok",
                "502|HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nok",
                "502|HTTP/1.1 200 OK\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\nok",
                "502|HTTP/1.0 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "502|HTTP/1.1 200 OK\\r\\nA: b\\r\\n c\\r\\n\\r\\n",
                "502|HTTP/1.1 200 OK\\nA: b\\n\\n",
            })
    void answersInThePlaceOfABackendThatDoesNotAnswer(int status, String answer) throws Exception {
        String said = answer.replace("\\r", "\r").replace("\\n", "\n");
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(said);
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(POST);
            HttpMessage message = client.receive();
            assertThat(message.status()).isEqualTo(status);
            // The client's connection has not suffered.
            client.send(POST);
            assertThat(client.receive().status()).isEqualTo(status);
            assertThat(backend.requests()).hasSize(2);
        }
    }

    /** Rows: a beginning of an answer that the backend then breaks off, by an end or a reset. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "false|HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nabc",
                "true|HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nabc",
                "false|HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n",
                "false|HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n0\\r\\n",
                "false|HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\nx\\r\\n",
                "true|HTTP/1.1 200 OK\\r\\n\\r\\nabc",
            })
    void cutsAnAnswerThatTheBackendHasCut(boolean reset, String answer) throws Exception {
        String said = answer.replace("\\r", "\r").replace("\\n", "\n");
        CountDownLatch heard = new CountDownLatch(1);
        try (ScriptedBackend backend = breakingOff(said, heard, reset);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(GET);
            proxy.awaitReceived(GET.length() + said.length());
            heard.countDown();
            HttpMessage message = client.receive();
            assertThat(message.status()).isEqualTo(200);
            assertThat(message.whole()).isFalse();
            proxy.awaitRest(0);
        }
    }

    @Test
    void resetsTheClientWhenOnlyTheEndOfTheConnectionCouldTellTheEndOfTheBody() throws Exception {
        String request = "GET / HTTP/1.0\r\n\r\n";
        String said = "HTTP/1.1 200 OK\r\n\r\nabc";
        CountDownLatch heard = new CountDownLatch(1);
        try (ScriptedBackend backend = breakingOff(said, heard, true);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(request);
            proxy.awaitReceived(request.length() + said.length());
            heard.countDown();
            assertThat(failureOf(client)).hasMessageContaining("reset");
        }
    }

    @Test
    void answers504WhenTheBackendIsSilent() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    done.await();
                });
                Proxy proxy = proxyWithTimeouts(backend.address(), 10);
                Wire client = new Wire(proxy.port())) {
            client.send(POST);
            assertThat(client.receive().status()).isEqualTo(504);
            proxy.awaitRest(1);
            done.countDown();
        }
    }

    @Test
    void cutsWhenTheBackendFallsSilentInTheMiddle() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
                    done.await();
                });
                Proxy proxy = Proxy.to(backend, QUICK);
                Wire client = new Wire(proxy.port())) {
            client.send(POST);
            assertThat(client.receive().whole()).isFalse();
            proxy.awaitRest(0);
            done.countDown();
        }
    }

    @Test
    void waitsForAConnectionWhenAllAreInUse() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    while (talk.readRequest() != null) {
                        go.await();
                        talk.write(ANSWER);
                    }
                });
                Proxy proxy = new Proxy(exchange -> exchange.forward(Route.to(
                        new Endpoint(
                                backend.address(),
                                "backend",
                                1,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(5),
                                Dialer.PLAIN),
                        null)));
                Wire first = new Wire(proxy.port());
                Wire second = new Wire(proxy.port());
                Wire third = new Wire(proxy.port())) {
            first.send(POST);
            backend.awaitRequests(1);
            second.send(POST);
            proxy.awaitReceived(2L * POST.length());
            third.send(POST);
            proxy.awaitReceived(3L * POST.length());
            third.reset();
            Eventually.value("the end of the third connection", proxy::connections, open -> open == 3);
            go.countDown();
            assertThat(first.receive().text()).isEqualTo("ok");
            assertThat(second.receive().text()).isEqualTo("ok");
            assertThat(backend.connections()).isEqualTo(1);
            assertThat(backend.requests()).hasSize(2);
        }
    }

    @Test
    void givesUpWaitingForAConnection() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    done.await();
                });
                Proxy proxy = new Proxy(exchange -> exchange.forward(Route.to(
                        new Endpoint(
                                backend.address(), "x", 1, Duration.ofMillis(200), Duration.ofSeconds(2), Dialer.PLAIN),
                        null)));
                Wire first = new Wire(proxy.port());
                Wire second = new Wire(proxy.port())) {
            first.send(POST);
            backend.awaitRequests(1);
            second.send(POST);
            assertThat(second.receive().status()).isEqualTo(504);
            first.reset();
            done.countDown();
        }
    }

    /** The backend closes each connection after its first answer, without having said so. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void doesNotUseAConnectionThatWasClosedWhileItWasIdle(boolean reset) throws Exception {
        Semaphore answered = new Semaphore(0);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(ANSWER);
                    if (reset) {
                        answered.acquire();
                        talk.reset();
                    }
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 50; i++) {
                client.send(POST);
                assertThat(client.receive().text()).as("request %d", i).isEqualTo("ok");
                answered.release();
                proxy.awaitRest(1);
            }
            assertThat(backend.requests()).hasSize(50);
        }
    }

    @Test
    void sendsAHarmlessRequestOnceMoreOnAFreshConnection() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(ANSWER);
                    talk.readRequest();
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(GET);
            assertThat(client.receive().text()).isEqualTo("ok");
            client.send(GET);
            assertThat(client.receive().text()).isEqualTo("ok");
            assertThat(backend.requests()).hasSize(3);
            // A POST may have been done: it is not sent twice.
            client.send(POST);
            assertThat(client.receive().status()).isEqualTo(502);
            assertThat(backend.requests()).hasSize(4);
        }
    }

    @Test
    void keepsNoConnectionOnWhichMoreCameThanWasAskedFor() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER + ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 5; i++) {
                client.send(POST);
                assertThat(client.receive().text()).isEqualTo("ok");
                proxy.awaitRest(1);
            }
            assertThat(backend.connections()).isEqualTo(5);
        }
    }

    @Test
    void passesOnAnAnswerThatCameBeforeTheWholeRequest() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readHead();
                    talk.write("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 100000") + "abc");
            HttpMessage answer = client.receive();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(client.isClosedByPeer()).isTrue();
        }
    }

    /** One that says this, and breaks off when it was heard. */
    private static ScriptedBackend breakingOff(String said, CountDownLatch heard, boolean reset) throws IOException {
        return new ScriptedBackend(talk -> {
            talk.readRequest();
            talk.write(said);
            heard.await();
            if (reset) {
                talk.reset();
            }
        });
    }

    private static Proxy proxyWithTimeouts(InetSocketAddress backend, int connections) throws IOException {
        Endpoint endpoint = new Endpoint(
                backend, "backend", connections, Duration.ofSeconds(5), Duration.ofMillis(300), Dialer.PLAIN);
        return new Proxy(exchange -> exchange.forward(Route.to(endpoint, null)), HttpLimits.USUAL, WireLimits.USUAL);
    }

    private static Exception failureOf(Wire client) {
        try {
            client.receive();
            return new IOException("the answer ended as if it were whole");
        } catch (IOException e) {
            return e;
        }
    }
}
