package org.busbench.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200\r\ncontent-length:5\r\nA: b\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=\"b\"\r\nllo\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n005\r\nhello\r\n0\r\nA: b\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 P\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            })
    void aResponseIsCompleteAtItsLastByteAndNotBefore(String response) {
        byte[] bytes = response.getBytes(StandardCharsets.ISO_8859_1);
        Reply reply = new Reply();
        for (int portion : new int[] {1, 3, bytes.length}) {
            reply.reset();
            for (int at = 0; at < bytes.length; at += portion) {
                int length = Math.min(portion, bytes.length - at);
                boolean last = at + length == bytes.length;
                assertThat(reply.add(ByteBuffer.wrap(bytes, at, length)))
                        .as("after %d of %d", at + length, bytes.length)
                        .isEqualTo(last);
            }
            assertThat(reply.fault()).isNull();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("hello");
            assertThat(reply.closes()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                "HTTP/2 200\r\n\r\n",
                "nonsense\r\n\r\n",
            })
    void whatIsNoResponseSaysSo(String response) {
        Reply reply = new Reply();

        assertThat(reply.add(ByteBuffer.wrap(response.getBytes(StandardCharsets.ISO_8859_1))))
                .isTrue();
        assertThat(reply.fault()).isNotNull();
        assertThat(reply.closes()).isTrue();
        assertThat(reply.completeAtEnd()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\n\r\nhello", "HTTP/1.0 200 OK\r\nA: b\r\n\r\nhello"})
    void withoutLengthTheEndOfTheConnectionIsTheEnd(String response) {
        Reply reply = new Reply();

        assertThat(reply.add(ByteBuffer.wrap(response.getBytes(StandardCharsets.ISO_8859_1))))
                .isFalse();
        assertThat(reply.completeAtEnd()).isTrue();
        assertThat(reply.body()).isEqualTo("hello");
        assertThat(reply.closes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"
            })
    void aServerThatEndsTheConnectionSaysSo(String response) {
        Reply reply = new Reply();

        assertThat(reply.add(ByteBuffer.wrap(response.getBytes(StandardCharsets.ISO_8859_1))))
                .isTrue();
        assertThat(reply.closes()).isTrue();
    }
}
