package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.busbench.harness.torture.StrictReader.Flaw;
import org.busbench.harness.torture.StrictReader.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictReaderTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: a.example\r\n";

    private static StrictReader read(StrictReader reader, String bytes) {
        for (byte one : bytes.getBytes(ISO_8859_1)) {
            reader.feed(new byte[] {one}, 1);
        }
        return reader;
    }

    private static List<Message> requests(String bytes) {
        return read(StrictReader.ofRequests(), bytes).messages();
    }

    private static List<Message> answers(String bytes) {
        return read(StrictReader.ofAnswers(place -> "POST"), bytes).messages();
    }

    @Test
    void aChunkedRequestAndTheNextOneAreReadWithoutAFlaw() {
        List<Message> messages =
                requests(HEAD + "Transfer-Encoding: chunked\r\n\r\n3;a=\"b;c\"\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n"
                        + HEAD + "Content-Length: 2\r\n\r\nok");

        assertThat(messages)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.flaws()).isEmpty());
        assertThat(messages).allMatch(Message::complete);
        assertThat(messages.get(0).body()).asString().isEqualTo("abcde");
        assertThat(messages.get(1).body()).asString().isEqualTo("ok");
    }

    @Test
    void aBodyIsReadWithoutItsContentCodingsAndOneThatIsNotInThemIsMislabelled() {
        byte[] twice = ContentCoding.encoded("gzip", ContentCoding.encoded("deflate", "hello".getBytes(ISO_8859_1)));
        Message coded = requests(HEAD + "Content-Encoding: deflate\r\nContent-Encoding: X-Gzip\r\nContent-Length: "
                        + twice.length + "\r\n\r\n" + new String(twice, ISO_8859_1))
                .get(0);
        assertThat(coded.content()).asString().isEqualTo("hello");
        assertThat(coded.body()).isEqualTo(twice);
        assertThat(coded.isMislabelled()).isFalse();

        Message plain = requests(HEAD + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok")
                .get(0);
        assertThat(plain.isMislabelled()).isTrue();
        assertThat(plain.content()).asString().isEqualTo("ok");

        assertThat(requests(HEAD + "Content-Encoding: br, identity\r\nContent-Length: 2\r\n\r\nok")
                        .get(0)
                        .isMislabelled())
                .isFalse();
        assertThat(requests(HEAD + "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n")
                        .get(0)
                        .isMislabelled())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a:b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a@b\r\n\r\n",
                "POST  / HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST / HTTP/2.0\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T : a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX(T: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T: a\r\n b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T: a\rb\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T: a\0b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\r\na\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n"
            })
    void whatTwoReadersCouldReadDifferentlyIsAGraveFlaw(String bytes) {
        assertThat(requests(bytes)).flatExtracting(Message::flaws).anyMatch(Flaw::grave);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /?a|b HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nX-T: a\u0001b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
            })
    void whatRecipientsExpectIsNoGraveFlaw(String bytes) {
        assertThat(requests(bytes)).flatExtracting(Message::flaws).isNotEmpty().noneMatch(Flaw::grave);
    }

    @ParameterizedTest
    @CsvSource({"[::1]:80", "a_b.example", "a%41b", "127.0.0.1:", "'a,b;c=d'", "''"})
    void aValidHostIsNoFlaw(String host) {
        assertThat(requests("POST / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                .flatExtracting(Message::flaws)
                .isEmpty();
    }

    @Test
    void anAnswerWithoutALengthIsWholeOnlyWhenTheConnectionEndsInOrder() {
        StrictReader closed = read(StrictReader.ofAnswers(place -> "POST"), "HTTP/1.1 200 OK\r\n\r\nabc");
        assertThat(closed.messages()).noneMatch(Message::complete);
        closed.end(true);
        assertThat(closed.messages()).singleElement().matches(Message::complete);

        StrictReader reset = read(StrictReader.ofAnswers(place -> "POST"), "HTTP/1.1 200 OK\r\n\r\nabc");
        reset.end(false);
        assertThat(reset.messages()).noneMatch(Message::complete);
    }

    @Test
    void ofALongBodyTheFirstBytesAreKeptAndAllAreCounted() {
        int length = BoundedBytes.MOST + 1000;
        StrictReader reader = read(
                StrictReader.ofRequests(), "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n");

        reader.feed(new byte[length], length - 1);
        assertThat(reader.messages().get(0).complete()).isFalse();
        reader.feed(new byte[1], 1);
        assertThat(reader.messages().get(0).complete()).isTrue();
        assertThat(reader.messages().get(0).body()).hasSize(BoundedBytes.MOST);
    }

    @Test
    void interimAnswersAndThoseToHeadHaveNoBody() {
        StrictReader head = read(
                StrictReader.ofAnswers(place -> "HEAD"),
                "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");

        assertThat(head.messages()).hasSize(2).allMatch(Message::complete);
        assertThat(head.messages().get(0).interim()).isTrue();
        assertThat(answers("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n"))
                .flatExtracting(Message::flaws)
                .anyMatch(Flaw::grave);
    }

    @Test
    void bytesThatAreNoAnswerAreNamed() {
        assertThat(answers("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc\r\n"))
                .flatExtracting(Message::flaws)
                .extracting(Flaw::text)
                .containsExactly("no status line: 'bc'");
    }
}
