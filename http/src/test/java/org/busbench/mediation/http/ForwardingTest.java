package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingTest {
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nServer: stub\r\nDate: then\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED_ANSWER = head("HTTP/1.1 200 OK", "Date: then", "Transfer-Encoding: chunked")
            + head("3;note=x", "hel", "2", "lo", "0", "Checksum: 7");

    @ParameterizedTest
    @CsvSource({
        "/base, /in, /base",
        "/base, /in/a?b=c, /base/a?b=c",
        "/base, /in?b, /base?b",
        "/base/, /in//a, /base///a",
        "'', /in, /",
        "'', /in/a, /a",
        "'', /in?b, /?b",
    })
    void putsTheRestOfAPathBehindAnother(String base, String target, String asked) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                Proxy proxy = below(base, backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n").receive();
            }

            assertThat(backend.requests())
                    .hasSize(3)
                    .allMatch(request -> request.startsWith("GET " + asked + " HTTP/1.1\r\n"));
        }
    }

    private static Proxy below(String base, ScriptedBackend backend) throws IOException {
        Route route = Route.below(Endpoints.of(backend.address()), base, "/in".length());
        return new Proxy(exchange -> exchange.forward(route));
    }

    @Test
    void rewritesOnlyWhatIsForThisHop() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(head(
                            "POST /a?b=c HTTP/1.1",
                            "Host: front",
                            "SOAPAction: \"urn:x\"",
                            "Connection: close, X-Private",
                            "X-Private: 1",
                            "Keep-Alive: 5",
                            "TE: trailers",
                            "Upgrade: h2c",
                            "Proxy-Connection: x",
                            "content-length:   3  ",
                            "X-Last: \t kept ")
                    + "abc");
            assertThat(client.receive().text()).isEqualTo("hello");
            assertThat(client.isClosedByPeer()).isTrue();
            String authority =
                    backend.address().getHostString() + ":" + backend.address().getPort();
            assertThat(backend.requests())
                    .containsExactly(head(
                                    "POST /a?b=c HTTP/1.1",
                                    "Host: " + authority,
                                    "SOAPAction: \"urn:x\"",
                                    "X-Last: \t kept ",
                                    "Via: 1.1 busbench",
                                    "Content-Length: 3")
                            + "abc");
        }
    }

    @Test
    void passesChunkFramingAndTrailersThroughUnchanged() throws Exception {
        String body = head("2;x=\"y\"", "ab", "000A", "0123456789", "0", "Sum: 1", "Other:");
        try (ScriptedBackend backend = ScriptedBackend.answering(CHUNKED_ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n" + body);
            String answer = client.receiveRaw(CHUNKED_ANSWER.length());
            assertThat(answer).isEqualTo(CHUNKED_ANSWER);
            assertThat(backend.requests().get(0))
                    .contains("Transfer-Encoding: chunked\r\n")
                    .endsWith("\r\n\r\n" + body);
        }
    }

    @Test
    void passesNoTrailerOnWhereConnectionNamesFields() throws Exception {
        String framing = "Transfer-Encoding: chunked\r\n";
        String body = head("3", "abc", "0", "Sum: 1", "Other:");
        String names = "Connection: Sum\r\nTrailer: Sum\r\n";
        try (ScriptedBackend backend =
                        ScriptedBackend.answering("HTTP/1.1 200 OK\r\nDate: x\r\n" + names + framing + "\r\n" + body);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            String bare = framing + "\r\n" + head("3", "abc", "0");
            client.send("PUT / HTTP/1.1\r\nHost: x\r\n" + names + framing + "\r\n" + body);
            assertThat(client.receiveRaw(("HTTP/1.1 200 OK\r\nDate: x\r\n" + bare).length()))
                    .isEqualTo("HTTP/1.1 200 OK\r\nDate: x\r\n" + bare);
            assertThat(backend.requests().get(0)).endsWith("Via: 1.1 busbench\r\n" + bare);
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.receive().whole()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"})
    void passesNoContentOfA205On(String rest) throws Exception {
        String head = "HTTP/1.1 205 Reset Content\r\nDate: x\r\n";
        try (ScriptedBackend backend = ScriptedBackend.answering(head + rest);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            String expected = head + "Content-Length: 0\r\n\r\n";
            for (int i = 0; i < 3; i++) {
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(client.receiveRaw(expected.length())).isEqualTo(expected);
            }
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void understandsAnswersThatAreSplitAtEveryByte(boolean chunked) throws Exception {
        String request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        String answer = chunked ? CHUNKED_ANSWER : ANSWER;
        BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    while (talk.readRequest() != null) {
                        talk.write(pieces.take());
                        talk.write(pieces.take());
                    }
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 1; i < answer.length(); i++) {
                long read = proxy.receivedBytes() + request.length() + i;
                client.send(request);
                pieces.add(answer.substring(0, i));
                proxy.awaitReceived(read);
                pieces.add(answer.substring(i));
                assertThat(client.receive().text())
                        .as("split before byte %d", i)
                        .isEqualTo("hello");
            }
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /p HTTP/1.1\r\nHost: x\r\nX-Field: value\r\nContent-Length: 7\r\n\r\nabcdefg",
                "POST /p HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;e\r\nabc\r\n4\r\ndefg\r\n0\r\nT: 1\r\n\r\n"
            })
    void understandsRequestsThatAreSplitAtEveryByte(String request) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 1; i < request.length(); i++) {
                proxy.sendInTwo(client, request, i);
                assertThat(client.receive().text())
                        .as("split before byte %d", i)
                        .isEqualTo("hello");
            }
            String body = request.substring(request.indexOf("\r\n\r\n"));
            assertThat(backend.requests()).hasSize(request.length() - 1).allMatch(seen -> seen.endsWith(body));
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @Test
    void answersPipelinedRequestsInTheirOrder() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    for (String request = talk.readRequest(); request != null; request = talk.readRequest()) {
                        String name = request.substring(5, request.indexOf(' ', 5));
                        talk.write("HTTP/1.1 200 OK\r\nContent-Length: " + name.length() + "\r\n\r\n" + name);
                    }
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 10; i++) {
                requests.append("PUT /n").append(i).append(" HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
            }
            client.send(requests.toString());
            for (int i = 0; i < 10; i++) {
                assertThat(client.receive().text()).isEqualTo("n" + i);
            }
            // The same once more, a byte at a time.
            for (byte b : requests.toString().getBytes(StandardCharsets.ISO_8859_1)) {
                client.send(new byte[] {b});
            }
            for (int i = 0; i < 10; i++) {
                assertThat(client.receive().text()).isEqualTo("n" + i);
            }
        }
    }

    @Test
    void keepsConnectionsOfBothVersionsAsTheyAsk() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend)) {
            try (Wire client = new Wire(proxy.port())) {
                for (int i = 0; i < 3; i++) {
                    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                    HttpMessage answer = client.receive();
                    assertThat(answer.headers()).containsEntry("connection", "keep-alive");
                    assertThat(answer.text()).isEqualTo("hello");
                }
                client.send("GET / HTTP/1.0\r\n\r\n");
                assertThat(client.receive().headers()).containsEntry("connection", "close");
                assertThat(client.isClosedByPeer()).isTrue();
            }
            assertThat(backend.requests()).allMatch(request -> request.startsWith("GET / HTTP/1.1\r\nHost: "));
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @Test
    void takesChunksOutForAClientOfHttp10() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(CHUNKED_ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            HttpMessage answer = client.receive();
            assertThat(answer.headers()).doesNotContainKeys("transfer-encoding", "content-length");
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(answer.text()).isEqualTo("hello");
        }
    }

    @Test
    void putsAnAnswerThatEndsWithItsConnectionIntoChunks() throws Exception {
        String request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        String begin = "HTTP/1.0 200 OK\r\n\r\nhel";
        Semaphore read = new Semaphore(0);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(begin);
                    read.acquire();
                    talk.write("lo");
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 3; i++) {
                long until = proxy.receivedBytes() + request.length() + begin.length();
                client.send(request);
                proxy.awaitReceived(until);
                read.release();
                HttpMessage answer = client.receive();
                assertThat(answer.headers()).containsEntry("transfer-encoding", "chunked");
                assertThat(answer.text()).isEqualTo("hello");
                assertThat(answer.whole()).isTrue();
            }
            assertThat(backend.connections()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET|HTTP/1.1 204 No Content\r\nDate: y\r\n\r\n",
                "GET|HTTP/1.1 304 Not Modified\r\nDate: y\r\nContent-Length: 700\r\n\r\n",
                "HEAD|HTTP/1.1 200 OK\r\nDate: y\r\nContent-Length: 700\r\n\r\n",
                "HEAD|HTTP/1.1 200 OK\r\nDate: y\r\nTransfer-Encoding: chunked\r\n\r\n"
            })
    void knowsAnswersWithoutABody(String row) throws Exception {
        String method = row.substring(0, row.indexOf('|'));
        String answer = row.substring(row.indexOf('|') + 1);
        try (ScriptedBackend backend = ScriptedBackend.answering(answer);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 3; i++) {
                client.send(method + " / HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(client.receiveRaw(answer.length())).isEqualTo(answer);
            }
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @Test
    void passesInterimAnswersOnButNoContinueThatNobodyAskedFor() throws Exception {
        String hints = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 100 Continue\r\n\r\n" + hints + ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.receiveRaw(hints.length() + ANSWER.length())).isEqualTo(hints + ANSWER);
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void givesLeaveToSendTheBodyItself() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(100);
            client.send("abc");
            assertThat(client.receive().text()).isEqualTo("hello");
            assertThat(backend.requests().get(0)).doesNotContain("Expect").endsWith("\r\n\r\nabc");
            // A body that is here already needs no leave.
            client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc");
            assertThat(client.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void servesAClientThatHasClosedItsSendingSide() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
            client.halfClose();
            assertThat(List.of(client.receive().text(), client.receive().text()))
                    .containsOnly("hello");
            assertThat(client.isClosedByPeer()).isTrue();
        }
    }
}
