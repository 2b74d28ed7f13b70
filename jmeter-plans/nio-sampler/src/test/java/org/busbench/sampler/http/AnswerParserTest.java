package org.busbench.sampler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {
    private final AnswerParser parser = new AnswerParser();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK|Content-Length: 11||hello world",
                "HTTP/1.1 200|content-length:11|X: y||hello world",
                "HTTP/1.1 100 C||HTTP/1.1 103 E|Link: </x>||HTTP/1.1 200 OK|Content-Length: 11||hello world",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|06;x=y| world|0||",
                "HTTP/1.1 200 OK|TRANSFER-ENCODING: Chunked|Content-Length: 3||1|h|A|ello world|000|T: x|O: y||"
            })
    void anAnswerSplitAnywhereIsTheSameAnswer(String answer) throws Exception {
        for (String lineEnd : new String[] {"\r\n", "\n"}) {
            splitEverywhere(answer.replace("|", lineEnd).getBytes(ISO_8859_1));
        }
    }

    private void splitEverywhere(byte[] bytes) throws MalformedAnswerException {
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

    private boolean keeps(String head) throws MalformedAnswerException {
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
                "\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000000000000000\r\n"
            })
    void whatIsNoHttpIsAFault(String answer) {
        begin();
        assertThatThrownBy(() -> feed(answer)).isInstanceOf(MalformedAnswerException.class);
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

    private void feed(String text) throws MalformedAnswerException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        feed(bytes, 0, bytes.length);
    }

    private void feed(byte[] bytes, int from, int to) throws MalformedAnswerException {
        assertThat(parser.feed(bytes, from, to, body::write)).isEqualTo(to);
    }
}
