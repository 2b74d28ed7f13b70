package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.UnaryOperator;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must not be understood one way or the other is refused, and nothing behind it is looked at. */
class RefusalsTest {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final HttpLimits SMALL = limits(Duration.ofSeconds(20));
    private static final HttpLimits HASTY = limits(Duration.ofMillis(500));

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
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked, identity\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
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
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: \\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked;q=1\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked, chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: identity\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: \"chunked\"\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: , ,\\r\\n\\r\\n0\\r\\n\\r\\n",
                "400|GET / HTTP/1.1 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET /  HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/1.10\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/11\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/1,1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET /HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "400|GET / HTTP/1.1\\r\\n\\tHost: x\\r\\n\\r\\n",
                "505|GET / HTTP/2.0\\r\\nHost: x\\r\\n\\r\\n",
                "501|CONNECT x:1 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
                "417|POST / HTTP/1.1\\r\\nHost: x\\r\\nExpect: miracles\\r\\nContent-Length: 1\\r\\n\\r\\na",
            })
    void refusesWhatTwoReadersCouldReadDifferently(int status, String request) throws Exception {
        refuses(status, unescaped(request));
    }

    /** RFC 9110 section 9.3.2. */
    @Test
    void refusesHeadWithAHeadAlone() throws Exception {
        for (String[] each : new String[][] {
            {"400", "HEAD / HTTP/1.1\r\n\r\n"},
            {"400", "\r\nHEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"},
            {"400", "HEAD /< HTTP/1.1\r\nHost: x\r\n\r\n"},
            {"400", "HEAD / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx"},
            {"414", "HEAD /" + "x".repeat(200) + " HTTP/1.1\r\nHost: x\r\n\r\n"},
            {"414", "HEAD /" + "x".repeat(2000)},
            {"417", "HEAD / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n"},
            {"431", "HEAD / HTTP/1.1\r\nHost: x\r\nA: " + "x".repeat(2000) + "\r\n\r\n"},
            {"501", "HEAD / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"},
            {"505", "HEAD / HTTP/2.0\r\nHost: x\r\n\r\n"},
        }) {
            try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                    Proxy proxy = new Proxy(
                            exchange -> exchange.forward(Route.to(Endpoints.of(backend.address()), null)),
                            SMALL,
                            WireLimits.USUAL);
                    Wire wire = new Wire(proxy.port())) {
                String answer = wire.send(each[1]).receiveRaw(10_000);
                assertThat(answer)
                        .startsWith("HTTP/1.1 " + each[0] + " ")
                        .contains("\r\nContent-Length: ")
                        .endsWith("\r\n\r\n")
                        .containsOnlyOnce("\r\n\r\n");
            }
        }
    }

    /** RFC 9110 sections 6.6.1 and 5.6.7. */
    @Test
    void tellsTheDateOfARefusalAndOfAnAnswerThatHasNone() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire wire = new Wire(proxy.port())) {
            String forwarded = head("GET / HTTP/1.1", "Host: x");
            for (String request : List.of(forwarded, forwarded, forwarded, head("GET / HTTP/1.1", "Host: <"))) {
                String date = wire.send(request).receive().headers().get("date");
                assertThat(date).matches("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
                assertThat(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
                        .isAfter(Instant.now().minusSeconds(60));
            }
        }
    }

    /** RFC 9110 sections 4.2 and 7.2, RFC 3986 section 3.2. */
    @Test
    void refusesAHostThatIsNone() throws Exception {
        refusesEach(
                "x",
                host -> head("GET / HTTP/1.1", "Host: " + host),
                "x:a",
                "x:-1",
                "x:+80",
                "x:8 0",
                "x:65536",
                "x:99999999999999999999",
                "x:80:80",
                ":80",
                ":",
                "x:0x50",
                "user@x",
                "user:pass@x:80",
                "@x",
                "x y",
                "x/",
                "x/path",
                "x?q",
                "x#f",
                "http://x",
                "x,y z",
                "x\\y",
                "x^",
                "x`",
                "x|",
                "x\"",
                "<x>",
                "{x}",
                "x%",
                "x%2",
                "x%zz",
                "%",
                "\u00e4",
                "x\u00ff",
                "[",
                "]",
                "[]",
                "[x]",
                "[::1",
                "::1]",
                "::1",
                "[::1]x",
                "[::1]:x",
                "[::1]80",
                "[[::1]]",
                "[1]",
                "[:1]",
                "[1:]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7::8]:",
                "[::1::]",
                "[:::1]",
                "[12345::]",
                "[::g]",
                "[::1.2.3]",
                "[::1.2.3.4.5]",
                "[::1.2.3.256]",
                "[::1.2.3.04]",
                "[1.2.3.4]",
                "[::1.2.3.4:5]",
                "[1:2:3:4:5:6:7:1.2.3.4]",
                "[fe80::1%25eth0]",
                "[v]",
                "[v.]",
                "[v1]",
                "[v1.]",
                "[vg.x]",
                "[v1.x@]");
    }

    @Test
    void takesEveryHostThatIsOne() throws Exception {
        takesEach(
                host -> head("GET / HTTP/1.1", "Host: " + host),
                "",
                "x",
                "X.example",
                "x:",
                "x:0",
                "x:80",
                "x:65535",
                "x:0000080",
                "1.2.3.4",
                "1.2.3.4:80",
                "999.1",
                "a_b~c",
                "x%20y",
                "%41",
                "!$&'()*+,;=",
                "[::]",
                "[::1]",
                "[::1]:80",
                "[::1]:",
                "[1::]",
                "[1:2:3:4:5:6:7:8]",
                "[1:2:3::7:8]:8080",
                "[1:2:3:4:5:6:7::]",
                "[::2:3:4:5:6:7:8]",
                "[FE80::abcd]",
                "[::1.2.3.4]",
                "[1:2:3:4:5:6:1.2.3.4]",
                "[::255.255.255.255]",
                "[v1.x]",
                "[vF.a:b:c]:1",
                "[V7.~]");
    }

    /** RFC 9112 section 3.2. */
    @Test
    void refusesATargetThatIsNone() throws Exception {
        refusesEach(
                "/",
                target -> head("GET " + target + " HTTP/1.1", "Host: x"),
                "*",
                "x",
                "x/y",
                "?q",
                "x:80",
                "/a#f",
                "/#",
                "/a\"b",
                "/<",
                "/>",
                "/a\\b",
                "/a^b",
                "/a`b",
                "/a{b}",
                "/a|b",
                "/a[b]",
                "/%",
                "/%4",
                "/%4x",
                "/a%",
                "/?%zz",
                "/\u00e4",
                "/a\u007fb",
                "http:",
                "http:/",
                "http:x",
                "http://",
                "http:///x",
                "http://:80/",
                "http://?q",
                "http://u@x/",
                "http://u:p@x/",
                "http://x:a/",
                "http://x:65536/",
                "http://[::1/",
                "http://[::g]/",
                "http://x y/",
                "http://x#f",
                "http://x/#f",
                "ftp://x/",
                "://x/",
                "httpx://x/",
                "//x|",
                "**",
                "*/");
    }

    @Test
    void refusesATargetThatIsNoneBehindALongMethod() throws Exception {
        refuses(400, head("M".repeat(90) + " * HTTP/1.1", "Host: x"));
    }

    @Test
    void takesEveryTargetThatIsOne() throws Exception {
        takesEach(
                target -> head(target + " HTTP/1.1", "Host: x"),
                "GET /",
                "GET //",
                "GET //x/y",
                "GET /;p=1",
                "GET /a:b@c",
                "GET /a/../b",
                "GET /?",
                "GET /??/",
                "GET /%41%fF",
                "GET /!$&'()*+,;=-._~",
                "GET http://x",
                "GET http://x/",
                "GET HTTP://X:80/a?b",
                "GET https://[::1]:1/",
                "GET http://x?a=/b",
                "OPTIONS *",
                "OPTIONS /",
                "OPTIONS http://x");
    }

    @Test
    void forwardsPathAndQueryOfATargetInAbsoluteForm() throws Exception {
        for (String[] each : new String[][] {
            {"GET http://x", "GET / HTTP/1.1"},
            {"GET http://x?a=/b", "GET /?a=/b HTTP/1.1"},
            {"GET https://x:1/a?b=http://c/", "GET /a?b=http://c/ HTTP/1.1"},
            {"OPTIONS http://x", "OPTIONS * HTTP/1.1"},
            {"OPTIONS http://x/", "OPTIONS / HTTP/1.1"},
            {"OPTIONS *", "OPTIONS * HTTP/1.1"},
        }) {
            assertThat(forwarded(head(each[0] + " HTTP/1.1", "Host: x"))).startsWith(each[1] + "\r\n");
        }
    }

    /** RFC 9110 section 5.6.1: empty elements of a list are ignored. */
    @Test
    void takesChunkedAmongEmptyElements() throws Exception {
        takesEach(
                value -> head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: " + value) + "0\r\n\r\n",
                "chunked",
                "CHUNKED",
                "chunked,",
                ", ,\tchunked ,");
    }

    /** RFC 9112 section 7.1.1. */
    @Test
    void refusesAnExtensionOfAChunkThatIsNone() throws Exception {
        refusesEach(
                "3",
                line -> head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + line
                        + "\r\nabc\r\n0\r\n\r\n",
                "3;",
                "3; ",
                "3 ;",
                "3;;a",
                "3;a;",
                "3;=b",
                "3;a=",
                "3;a= ",
                "3;a==b",
                "3;a=b=c",
                "3;a b",
                "3;a b=c",
                "3;a=b c",
                "3;a ",
                "3;a=b ",
                "3;a=\"b\" ",
                "3 a",
                "3;a=\"",
                "3;a=\"b",
                "3;a=\"b\\\"",
                "3;a=\"b\"c",
                "3;a=b\"c\"",
                "3;\"a\"",
                "3;a=(b)",
                "3;a,b",
                "3;a:b",
                "3;a/b",
                "3;\u00e4",
                "3;a=\u00e4",
                "3;a\r;b",
                "3;a=\"\r\n\"",
                "3;a=\"\\\r\n\"",
                "3;a=\"\0\"",
                "3;a=\"\\\0\"",
                "3;a\u007f",
                "3,a",
                "3:a",
                "\u00b3",
                "3\u00a0");
    }

    @Test
    void takesEveryExtensionOfAChunkThatIsOne() throws Exception {
        takesEach(
                line -> head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + line
                        + "\r\nabc\r\n0\r\n\r\n",
                "3",
                "03",
                "000000000000003",
                "3;a",
                "3;a=b",
                "3;a;b;c",
                "3;a=b;c=d",
                "3;a=\"b\"",
                "3;a=\"\"",
                "3;a=\"b;c=d\"",
                "3;a=\"\\\"\\\\\"",
                "3;a=\"\u00e4 \t(,)\";b",
                "3 ; a = b ; c",
                "3\t;\ta\t=\tb",
                "3; a=\"b\" ;c",
                "3;!#$%&'*+-.^_`|~=1");
    }

    /** RFC 9110 section 5.6.3: such whitespace is read and not written. */
    @Test
    void forwardsNoSpaceAroundExtensions() throws Exception {
        String head = head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked");
        for (String line : new String[] {"3 ; a = b ;c", "3\t;\ta\t=  b;c", "3; a=b; c", "3 ;a =b ;c"}) {
            assertThat(forwarded(head + line + "\r\na c\r\n0 ;d= \" ;\"\r\nT: u v\r\n\r\n"))
                    .endsWith("\r\n\r\n3;a=b;c\r\na c\r\n0;d=\" ;\"\r\nT: u v\r\n\r\n");
        }
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
                "0\\r\\nContent-Length: 3\\r\\n\\r\\n",
                "0\\r\\nT: 1\\r\\ntransfer-ENCODING: chunked\\r\\n\\r\\n",
                "0\\r\\nhost: other\\r\\n\\r\\n",
                "0\\r\\nConnection: close\\r\\n\\r\\n",
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
        refuses(408, "GET / HT", HASTY);
        refuses(408, head("POST / HTTP/1.1", "Host: x", "Content-Length: 10") + "abc", HASTY);
        refuses(408, head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "5\r\nabc", HASTY);
    }

    @Test
    void closesIdleConnectionsWithoutAWord() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend, HASTY);
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

    /** Refuses each, and takes what is right in its place, so that it is refused for itself. */
    private static void refusesEach(String right, UnaryOperator<String> request, String... wrong) throws Exception {
        assertThat(forwarded(request.apply(right))).isNotEmpty();
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend)) {
            for (String each : wrong) {
                try (Wire client = new Wire(proxy.port())) {
                    client.send(request.apply(each).getBytes(StandardCharsets.ISO_8859_1));
                    assertThat(client.receive().status()).as(each).isEqualTo(400);
                    assertThat(client.isClosedByPeer()).isTrue();
                }
            }
            assertThat(backend.requests()).isEmpty();
        }
    }

    private static void takesEach(UnaryOperator<String> request, String... right) throws Exception {
        for (String each : right) {
            assertThat(forwarded(request.apply(each))).as(each).isNotEmpty();
        }
    }

    /** Returns what the backend got. */
    private static String forwarded(String request) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            client.send(request.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(client.receive().status()).as(request).isEqualTo(200);
            return backend.requests().get(0);
        }
    }

    private static HttpLimits limits(Duration patience) {
        return new HttpLimits(1024, 100, 10, patience, patience, patience);
    }

    private static void refuses(int status, String request) throws Exception {
        refuses(status, request, SMALL);
    }

    private static void refuses(int status, String request, HttpLimits limits) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering(ANSWER);
                Proxy proxy = new Proxy(
                        exchange -> exchange.forward(Route.to(Endpoints.of(backend.address()), null)),
                        limits,
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
