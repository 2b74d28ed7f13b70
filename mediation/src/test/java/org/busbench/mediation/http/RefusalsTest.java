package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.time.Duration;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.rig.HttpMessage;
import org.busbench.mediation.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must not be understood one way or the other is refused, and nothing behind it is looked at. */
class RefusalsTest {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final HttpLimits SMALL =
            new HttpLimits(1024, 100, 10, Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(300));

    /** Rows: status, request with \r, \n, \t, \0 written out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 3\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\nContent-Length: 3\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 3\\r\\nContent-Length: 4\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 3, 3\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: +3\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: -3\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0x3\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length:\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 9999999999999999999\\r\\n\\r\\nabc",
                "400|POST / HTTP/1.0\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "501|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "501|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked, identity\\r\\n\\r\\n0\\r\\n\\r\\n",
                "501|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "501|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nA: b\\r\\n c\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\n\\tA: b\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\n Host: x\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\nHost: x\\n\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\nA: b\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nA: b\\rc\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nA: b\\0c\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nnocolon\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\n: v\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nA(: v\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: x\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: a b\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\nHost: a/b\\r\\n\\r\\n",
                "400|GET /a b HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET  / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET /\\tHTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET /\\r\\nHost: x\\r\\n\\r\\n",
                "400|/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / http/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/1.1 \\r\\nHost: x\\r\\n\\r\\n",
                "400|G(T / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "505|GET / HTTP/2.0\\r\\nHost: x\\r\\n\\r\\n",
                "501|CONNECT x:1 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "417|POST / HTTP/1.1\\r\\nHost: x\\r\\nExpect: miracles\\r\\nContent-Length: 1\\r\\n\\r\\na",
            })
    void refusesWhatTwoReadersCouldReadDifferently(int status, String request) throws Exception {
        refuses(status, unescaped(request));
    }

    /** Rows: chunked body. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "x\\r\\n",
                "\\r\\nabc",
                "0x3\\r\\nabc",
                "-3\\r\\nabc",
                "+3\\r\\nabc",
                " 3\\r\\nabc",
                "3 \\r\\nabc",
                "3\\nabc\\r\\n0\\r\\n\\r\\n",
                "3\\rxabc",
                "3;a\\nb\\r\\n",
                "3;a=\\0\\r\\n",
                "1000000000000000\\r\\n",
                "3\\r\\nabcd\\r\\n0\\r\\n\\r\\n",
                "3\\r\\nabc\\n0\\r\\n\\r\\n",
                "3\\r\\nab\\r\\n0\\r\\n\\r\\n",
                "0\\r\\nnocolon\\r\\n\\r\\n",
                "0\\r\\n folded: 1\\r\\n\\r\\n",
                "0\\r\\nA : 1\\r\\n\\r\\n",
                "0\\r\\nA: 1\\n\\r\\n",
                "0\\r\\n\\n",
            })
    void refusesChunksThatTwoReadersCouldReadDifferently(String body) throws Exception {
        refuses(400, head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + unescaped(body));
    }

    @Test
    void refusesWhatIsLargerThanItsLimits() throws Exception {
        refuses(414, head("GET /" + "a".repeat(200) + " HTTP/1.1", "Host: x"));
        refuses(414, "GET /" + "a".repeat(3000));
        refuses(431, head("GET / HTTP/1.1", "Host: x", "A: " + "b".repeat(2000)));
        refuses(431, "GET / HTTP/1.1\r\nHost: x\r\nA: " + "b".repeat(2000));
        refuses(431, head("GET / HTTP/1.1", "Host: x").replace("\r\n\r\n", "\r\n") + "A: b\r\n".repeat(10) + "\r\n");
        refuses(431, head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "1;" + "e".repeat(2000));
        refuses(431, head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "0\r\nA: " + "e".repeat(2000));
    }

    @Test
    void answersClientsThatDoNotFinish() throws Exception {
        refuses(408, "GET / HT");
        refuses(408, head("POST / HTTP/1.1", "Host: x", "Content-Length: 10") + "abc");
        refuses(408, head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "5\r\nabc");
    }

    @Test
    void closesIdleConnectionsWithoutAWord() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend, SMALL);
                Wire client = new Wire(proxy.port());
                Wire silent = new Wire(proxy.port())) {
            client.send(head("GET / HTTP/1.1", "Host: x"));
            assertThat(client.receive().text()).isEqualTo("ok");
            assertThat(client.isClosedByPeer()).isTrue();
            assertThat(silent.isClosedByPeer()).isTrue();
            proxy.awaitRest(0);
        }
    }

    @Test
    void looksAtNothingBehindARefusedRequest() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 4", "Transfer-Encoding: chunked")
                    + head("GET /smuggled HTTP/1.1", "Host: x"));
            assertThat(client.receive().status()).isEqualTo(400);
            assertThat(client.isClosedByPeer()).isTrue();
            assertThat(backend.requests()).isEmpty();
        }
    }

    private static void refuses(int status, String request) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = new Proxy(
                        exchange -> exchange.forward(Route.to(Endpoint.of(backend.address()), null)),
                        SMALL,
                        WireLimits.USUAL);
                Wire client = new Wire(proxy.port())) {
            client.send(request);
            HttpMessage answer = client.receive();
            assertThat(answer.status()).as(request).isEqualTo(status);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(client.isClosedByPeer()).isTrue();
            assertThat(backend.requests()).isEmpty();
        }
    }

    private static String unescaped(String text) {
        return text.replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\\t", "\t")
                .replace("\\0", "\0");
    }
}
