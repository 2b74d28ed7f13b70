package org.busbench.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageParserTest {
    private final MessageParser parser = MessageParser.ofResponses();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK|Content-Length: 11||hello world",
                "HTTP/1.1 200|content-length:11|X: y||hello world",
                "HTTP/1.1 200 OK|Content-Length: \t 11 \t||hello world",
                "HTTP/1.1 100 C||HTTP/1.1 103 E|Link: </x>||HTTP/1.1 200 OK|Content-Length: 11||hello world",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|06;x=y| world|0||",
                "HTTP/1.1 100 Continue||HTTP/1.1 102 P|A: b||HTTP/1.1 200 OK|Content-Length: 11||hello world",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|he|9;a=\"b\"|llo world|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 1||00b|hello world|0|A: b||",
                "HTTP/1.1 200 OK|TRANSFER-ENCODING: Chunked|Content-Length: 3||1|h|A|ello world|000|T: x|O: y||"
            })
    void anAnswerSplitAnywhereIsTheSameAnswer(String answer) throws Exception {
        for (String lineEnd : new String[] {"\r\n", "\n"}) {
            splitEverywhere(answer.replace("|", lineEnd).getBytes(ISO_8859_1));
        }
    }

    private void splitEverywhere(byte[] bytes) throws MalformedMessageException {
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second += Math.max(1, bytes.length / 7)) {
                begin();
                feed(bytes, 0, first);
                feed(bytes, first, second);
                assertThat(parser.isComplete()).as("complete after %d", second).isEqualTo(second == bytes.length);
                feed(bytes, second, bytes.length);
                assertThat(parser.isComplete()).isTrue();
                assertThat(parser.status()).isEqualTo(200);
                assertThat(parser.keepsConnection()).isTrue();
                assertThat(body.toString(ISO_8859_1)).isEqualTo("hello world");
            }
        }
    }

    @Test
    void whatFollowsTheEndIsLeft() throws Exception {
        byte[] two = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 500".getBytes(ISO_8859_1);
        begin();
        assertThat(parser.feed(two, 0, two.length, body::write)).isEqualTo(two.length - "HTTP/1.1 500".length());
        assertThat(parser.isComplete()).isTrue();
    }

    @Test
    void anAnswerWithoutLengthEndsWithTheConnection() throws Exception {
        begin();
        feed("HTTP/1.1 200 OK\r\n\r\nhello");
        assertThat(parser.isComplete()).isFalse();
        feed(" world");
        assertThat(parser.endOfInput()).isTrue();
        assertThat(parser.isComplete()).isTrue();
        assertThat(parser.keepsConnection()).isFalse();
        assertThat(body.toString(ISO_8859_1)).isEqualTo("hello world");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello worl",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n"
            })
    void theEndOfTheConnectionIsNotTheEndOfAnyOtherAnswer(String cut) throws Exception {
        begin();
        feed(cut);
        assertThat(parser.endOfInput()).isFalse();
        assertThat(parser.hasBegun()).isEqualTo(!cut.isEmpty());
    }

    @Test
    void answersWithoutBodyHaveNone() throws Exception {
        for (String status : new String[] {"204 No Content", "304 Not Modified"}) {
            begin();
            feed("HTTP/1.1 " + status + "\r\nContent-Length: 5\r\n\r\n");
            assertThat(parser.isComplete()).isTrue();
        }
        begin();
        feed("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.isComplete()).isTrue();
        assertThat(body.size()).isZero();
    }

    @Test
    void versionAndConnectionSayWhetherTheConnectionIsKept() throws Exception {
        assertThat(keeps("HTTP/1.1 200 OK\r\nConnection: close")).isFalse();
        assertThat(keeps("HTTP/1.1 200 OK\r\nConnection: x, CLOSE")).isFalse();
        assertThat(keeps("HTTP/1.1 200 OK\r\nConnection: keep-alive")).isTrue();
        assertThat(keeps("HTTP/1.0 200 OK")).isFalse();
        assertThat(keeps("HTTP/1.0 200 OK\r\nConnection: Keep-Alive")).isTrue();
    }

    private boolean keeps(String head) throws MalformedMessageException {
        begin();
        feed(head + "\r\nContent-Length: 0\r\n\r\n");
        return parser.keepsConnection();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/2 200 OK\r\n",
                "HTTP/1.1 2x0 OK\r\n",
                "HTTP/1.1 2000 OK\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n",
                "<html>\r\n",
                "HTTP/2 200\r\n\r\n",
                "nonsense\r\n\r\n",
                "\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1 2\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\t2\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: \r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000000000000000\r\n"
            })
    void whatIsNoHttpIsAFault(String answer) {
        begin();
        assertThatThrownBy(() -> feed(answer)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void aRequestWithoutLengthAndChunksHasNoBody() throws Exception {
        List<String> head = new ArrayList<>();
        MessageParser requests = MessageParser.ofRequests(new MessageParser.HeadListener() {
            @Override
            public void startLine(String line) {
                head.add(line);
            }

            @Override
            public void field(String line) {
                head.add(line);
            }
        });
        byte[] get = "GET /a HTTP/1.0\r\nHOST: b \r\n\r\nPOST".getBytes(ISO_8859_1);
        requests.reset();

        assertThat(requests.feed(get, 0, get.length, body::write)).isEqualTo(get.length - "POST".length());
        assertThat(requests.isComplete()).isTrue();
        assertThat(requests.framing()).isEqualTo(MessageParser.Framing.NONE);
        assertThat(requests.keepsConnection()).isFalse();
        assertThat(requests.status()).isZero();
        assertThat(head).containsExactly("GET /a HTTP/1.0", "HOST: b");
    }

    @Test
    void headsAreBounded() {
        begin();
        assertThatThrownBy(() -> feed("HTTP/1.1 200 " + "x".repeat(40_000))).hasMessageContaining("longer than");
        begin();
        assertThatThrownBy(() -> feed("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(100_000)))
                .hasMessageContaining("longer than");
    }

    private void begin() {
        parser.reset();
        body.reset();
    }

    private void feed(String text) throws MalformedMessageException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        feed(bytes, 0, bytes.length);
    }

    private void feed(byte[] bytes, int from, int to) throws MalformedMessageException {
        assertThat(parser.feed(bytes, from, to, body::write)).isEqualTo(to);
    }
}
