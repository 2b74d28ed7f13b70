package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.junit.jupiter.api.Test;

/** A repeated head is not parsed again, and no peer may notice. One loop serves these tests, so that each message meets what is kept of the one before. */
class RepeatedHeadsTest {
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nServer: stub\r\nDate: then\r\nContent-Length: 5\r\n\r\nhello";
    private static final String REQUEST =
            head("POST /in HTTP/1.1", "Host: x", "Connection: X-Gone", "X-Gone: 1", "X-Kept: 2", "Content-Length: 3");

    @Test
    void sendsARepeatedHeadOnAsTheFirst() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 6; i++) {
                client.send(REQUEST + "ab" + i);
                assertThat(client.receiveRaw(ANSWER.length())).isEqualTo(ANSWER);
            }
            String first = backend.requests().get(0);
            assertThat(first).contains("X-Kept: 2\r\n").doesNotContain("X-Gone").endsWith("\r\n\r\nab0");
            for (int i = 0; i < 6; i++) {
                assertThat(backend.requests().get(i)).isEqualTo(first.replace("ab0", "ab" + i));
            }
        }
    }

    @Test
    void readsAHeadAnewThatDiffersAnywhere() throws Exception {
        List<String> bodies = new ArrayList<>();
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            for (String length : List.of("3", "3", "3", "2", "3", "13", "3", "3", "3")) {
                String body = "abcdefghijklm".substring(0, Integer.parseInt(length));
                client.send(REQUEST.replace("Length: 3", "Length: " + length) + body);
                assertThat(client.receive().text()).isEqualTo("hello");
                bodies.add("Content-Length: " + length + "\r\n\r\n" + body);
            }
            assertThat(backend.requests()).hasSameSizeAs(bodies);
            for (int i = 0; i < bodies.size(); i++) {
                assertThat(backend.requests().get(i)).endsWith(bodies.get(i));
            }
        }
    }

    @Test
    void understandsARepeatedHeadThatIsSplitAtEveryByte() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            String request = REQUEST + "abc";
            client.send(request);
            client.receive();
            for (int i = 1; i < request.length(); i++) {
                proxy.sendInTwo(client, request, i);
                assertThat(client.receiveRaw(ANSWER.length())).isEqualTo(ANSWER);
            }
            assertThat(backend.requests()).allMatch(backend.requests().get(0)::equals);
        }
    }

    @Test
    void refusesWhatItRefusedBefore() throws Exception {
        List<String> refused = List.of(
                head("POST / HTTP/1.1", "Host: x", "Content-Length: 3", "Transfer-Encoding: chunked"),
                head("POST / HTTP/1.1", "Content-Length: 0"),
                head("POST / HTTP/1.0", "Transfer-Encoding: chunked"));
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend)) {
            for (String request : refused) {
                for (int i = 0; i < 3; i++) {
                    try (Wire client = new Wire(proxy.port())) {
                        assertThat(client.send(request).receive().status()).isEqualTo(400);
                    }
                }
            }
            assertThat(backend.requests()).isEmpty();
        }
    }

    @Test
    void refusesAHeadThatIsTooLongEachTime() throws Exception {
        String request = head("GET / HTTP/1.1", "Host: x", "X-Long: " + "a".repeat(70_000));
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend)) {
            for (int i = 0; i < 3; i++) {
                try (Wire client = new Wire(proxy.port())) {
                    assertThat(client.send(request).receive().status()).isEqualTo(431);
                }
            }
            assertThat(backend.requests()).isEmpty();
        }
    }

    @Test
    void saysThatTheConnectionClosesThoughTheHeadsAreTheSame() throws Exception {
        String kept = head("GET / HTTP/1.0", "Connection: keep-alive");
        String closed = head("GET / HTTP/1.0");
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend)) {
            for (String request : List.of(kept, kept, kept, closed, closed, closed, kept)) {
                try (Wire client = new Wire(proxy.port())) {
                    HttpMessage answer = client.send(request).receive();
                    assertThat(answer.headers().get("connection"))
                            .isEqualTo(request.equals(kept) ? "keep-alive" : "close");
                }
            }
        }
    }

    @Test
    void seesAnotherRoutesAnswersThroughThatRoutesEdits() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER)) {
            Route plain = Route.to(Endpoints.of(backend.address()), "/plain");
            Route edited = plain.edited(HeadEdits.NONE.set("X-Kept", "9"), HeadEdits.NONE.remove("Server"));
            boolean[] turn = new boolean[1];
            try (Proxy proxy = new Proxy(exchange -> {
                        turn[0] = !turn[0];
                        exchange.forward(turn[0] ? plain : edited);
                    });
                    Wire client = new Wire(proxy.port())) {
                for (int i = 0; i < 8; i++) {
                    client.send(REQUEST + "abc");
                    String server = client.receive().headers().get("server");
                    assertThat(server).isEqualTo(i % 2 == 0 ? "stub" : null);
                    assertThat(backend.requests().get(i)).contains(i % 2 == 0 ? "X-Kept: 2\r\n" : "X-Kept: 9\r\n");
                }
            }
        }
    }

    @Test
    void asksAnotherHandlerThoughTheHeadIsTheSame() throws Exception {
        Handler[] handler = {exchange -> exchange.answer(answerOf(exchange, "one"))};
        try (Proxy proxy = new Proxy(exchange -> handler[0].begin(exchange));
                Wire client = new Wire(proxy.port())) {
            String request = head("GET / HTTP/1.1", "Host: x");
            for (String before : List.of("null", "one", "one")) {
                assertThat(client.send(request).receive().text()).startsWith("one after " + before);
            }
            handler[0] = exchange -> exchange.answer(answerOf(exchange, "two"));
            assertThat(client.send(request).receive().text()).startsWith("two after one");
            assertThat(client.send(request).receive().text()).startsWith("two after two");
            assertThat(client.send(head("GET / HTTP/1.1", "Host: y")).receive().text())
                    .startsWith("two after null");
        }
    }

    /** Names who answers, and who has derived something from this head before. */
    private static Answer answerOf(Exchange exchange, String name) {
        Object before = exchange.request().derived();
        exchange.request().derive(name);
        return Answer.text(200, name + " after " + before);
    }
}
