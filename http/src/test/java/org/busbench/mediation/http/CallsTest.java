package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.busbench.common.FreePorts;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Handler.BodyReceiver;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The seam for who mediates elsewhere: a request piece by piece, calls of our own, an answer piece by piece. */
class CallsTest {
    private static final String POST = head("POST /in HTTP/1.1", "Host: x", "Content-Length: 12") + "abcIBMdefMSF";

    /** Takes the body, sends it on as a call of its own, and answers with what comes back, in capitals. */
    private static final class Shouting implements BodyReceiver, CallEvents, AnswerStream.Source {
        private final Exchange exchange;
        private final Endpoint endpoint;
        private final long announced;
        private final List<byte[]> body = new ArrayList<>();
        private final List<String> told;
        private AnswerStream answer;

        Shouting(Exchange exchange, Endpoint endpoint, long announced, List<String> told) {
            this.exchange = exchange;
            this.endpoint = endpoint;
            this.announced = announced;
            this.told = told;
        }

        @Override
        public void content(Slice slice, int from, int to) {
            byte[] bytes = new byte[to - from];
            slice.copyTo(from, bytes, 0, bytes.length);
            if (answer == null) {
                body.add(bytes);
            } else {
                String text = new String(bytes, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
                answer.send(Slice.of(text.getBytes(StandardCharsets.UTF_8)));
            }
        }

        @Override
        public void ended() {
            if (answer != null) {
                answer.end();
                return;
            }
            Call call = exchange.call(this);
            HeadEdits fields = HeadEdits.of(List.of(Map.entry("X-Mine", "yes")));
            call.start(endpoint, "POST", "/call", fields, announced);
            body.forEach(bytes -> call.send(Slice.of(bytes)));
            call.end();
        }

        @Override
        public void broken() {
            told.add("broken");
        }

        @Override
        public void congested() {
            told.add("congested");
        }

        @Override
        public void drained() {
            told.add("drained");
        }

        @Override
        public void answered(ResponseHead head, boolean hasBody) {
            HeadEdits fields = HeadEdits.of(List.of(Map.entry("X-Status", Integer.toString(head.status()))));
            answer = exchange.beginAnswer(200, fields, -1, this);
        }

        @Override
        public void failed(Failure failure) {
            told.add(failure.kind().name());
            if (answer == null) {
                answer = exchange.beginAnswer(failure.kind().status(), HeadEdits.NONE, 0, this);
                answer.end();
            } else {
                answer.cut();
            }
        }

        @Override
        public void pause() {
            told.add("pause");
        }

        @Override
        public void resume() {
            told.add("resume");
        }

        @Override
        public void gone() {
            told.add("gone");
        }
    }

    private static Handler shouting(Endpoint endpoint, long announced, List<String> told) {
        return exchange -> {
            Shouting shouting = new Shouting(exchange, endpoint, announced, told);
            exchange.receive(shouting);
        };
    }

    @ParameterizedTest
    @CsvSource({"12,Content-Length: 12", "-1,Transfer-Encoding: chunked"})
    void sendsARequestOfItsOwnAndAnswersWithWhatComesBack(long announced, String framing) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 201 Made\r\nContent-Length: 3\r\n\r\nibm");
                Proxy proxy = new Proxy(shouting(Endpoints.of(backend.address()), announced, new ArrayList<>()));
                Wire client = new Wire(proxy.port())) {
            for (int i = 0; i < 3; i++) {
                HttpMessage answer = client.send(POST).receive();

                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.headers()).containsEntry("x-status", "201").containsKey("transfer-encoding");
                assertThat(answer.text()).isEqualTo("IBM");
            }
            assertThat(backend.requests()).hasSize(3).allSatisfy(request -> {
                assertThat(request).startsWith("POST /call HTTP/1.1\r\n").contains("X-Mine: yes\r\n", framing + "\r\n");
                assertThat(request.replaceAll("\r\n|^c$", "")).contains("abcIBMdefMSF");
            });
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @Test
    void endsAnAnswerOfUnknownLengthWithTheConnectionForAnOldClient() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nibm");
                Proxy proxy = new Proxy(shouting(Endpoints.of(backend.address()), -1, new ArrayList<>()));
                Wire client = new Wire(proxy.port())) {
            HttpMessage answer =
                    client.send(POST.replace("HTTP/1.1", "HTTP/1.0")).receive();

            assertThat(answer.headers()).doesNotContainKey("transfer-encoding").containsEntry("connection", "close");
            assertThat(answer.text()).isEqualTo("IBM");
        }
    }

    @Test
    void tellsThatTheBackendCutItsAnswer() throws Exception {
        List<String> told = new ArrayList<>();
        String half = "HTTP/1.1 200 OK\r\nContent-Length: 30\r\nConnection: close\r\n\r\nibm";
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(half);
                });
                Proxy proxy = new Proxy(shouting(Endpoints.of(backend.address()), 12, told));
                Wire client = new Wire(proxy.port())) {
            HttpMessage answer = client.send(POST).receive();

            assertThat(answer.whole()).isFalse();
            assertThat(told).containsExactly("CLOSED");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {12, -1})
    void tellsThatNobodyListens(long announced) throws Exception {
        List<String> told = new ArrayList<>();
        int nobody = FreePorts.inARow(1);
        Endpoint endpoint = Endpoints.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), nobody));
        try (Proxy proxy = new Proxy(shouting(endpoint, announced, told));
                Wire client = new Wire(proxy.port())) {
            assertThat(client.send(POST).receive().status()).isEqualTo(502);

            assertThat(told).containsExactly("CONNECT");
        }
    }

    @Test
    void tellsThatTheClientWentInMidBody() throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        Handler handler = exchange -> exchange.receive(new BodyReceiver() {
            @Override
            public void content(Slice slice, int from, int to) {
                // Only the end is of interest.
            }

            @Override
            public void ended() {
                told.complete("ended");
            }

            @Override
            public void broken() {
                told.complete("broken");
            }
        });
        try (Proxy proxy = new Proxy(handler)) {
            try (Wire client = new Wire(proxy.port())) {
                client.send(POST.substring(0, POST.length() - 2));
            }
            assertThat(told.get(20, TimeUnit.SECONDS)).isEqualTo("broken");
        }
    }

    @Test
    void cutsAnAnswerThatIsShorterThanItsHeadSays() throws IOException {
        AnswerStream.Source nobody = new AnswerStream.Source() {
            @Override
            public void pause() {
                // It is short.
            }

            @Override
            public void resume() {
                // It is short.
            }

            @Override
            public void gone() {
                // It is short.
            }
        };
        Handler handler = exchange -> {
            AnswerStream answer = exchange.beginAnswer(200, HeadEdits.NONE, 10, nobody);
            answer.send(Slice.of("short".getBytes(StandardCharsets.US_ASCII)));
            answer.end();
        };
        try (Proxy proxy = new Proxy(handler);
                Wire client = new Wire(proxy.port())) {
            HttpMessage answer = client.send(head("GET / HTTP/1.1", "Host: x")).receive();

            assertThat(answer.whole()).isFalse();
        }
    }
}
