package org.busbench.backend.quote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.busbench.backend.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastParserTest {
    private static final int MUTANTS = 120_000;
    static final List<String> SIZES = Samples.SIZES;

    /** Pieces of XML that are apt to be wrong where they land. */
    private static final List<String> SNIPPETS = List.of(
            "<",
            ">",
            "/",
            "&",
            "&amp;",
            "&#65;",
            "&lt;",
            "&x;",
            "]]>",
            "]]",
            "<!-- c -->",
            "<!--",
            "<![CDATA[x]]>",
            "<?p?>",
            "\"",
            "'",
            "=",
            ":",
            " ",
            "\t",
            "\n",
            "\r",
            "\u0000",
            "\u0001",
            "\u00e9",
            "\u20ac",
            "\ud83d\ude00",
            "\ufffe",
            "\ufeff",
            "<m:symbol>",
            "</m:symbol>",
            "<m:ref>",
            "<m:ref/>",
            "<m:quantity>",
            "<m:request>",
            "</m:request>",
            " xmlns:m=\"http://services.samples\"",
            " xmlns:m=\"\"",
            " xmlns=\"http://services.samples\"",
            " a=\"b\"",
            " id=\"b\"",
            " trace='b'",
            " desk=\"&amp;>\"",
            " xmlns:xml=\"x\"",
            "<soapenv:Header/>",
            "<soapenv:Header></soapenv:Header>",
            "<!DOCTYPE a>",
            "-1",
            "12345678901",
            "<m:x/>",
            "xmlns",
            "x:",
            "encoding='UTF-16'",
            "standalone=\"no\"",
            "1.1");

    private final StockQuoteService service = new StockQuoteService("backend-A");
    private final ReplyWriter writer = new ReplyWriter("backend-A");
    private final FastParser fast = new FastParser(writer);
    private final StrictParser strict = new StrictParser();

    @ParameterizedTest
    @FieldSource("SIZES")
    void theSampleMessagesAreReadFastAndAnsweredAsExpected(String size) {
        Reply reply = new Reply();
        byte[] message = Samples.getQuote(size);
        assertThat(fast.answer(message, 0, message.length, reply)).as("before").isFalse();
        fast.learn(message, 0, message.length);

        assertThat(fast.answer(message, 0, message.length, reply)).isTrue();
        assertThat(reply.toBytes()).isEqualTo(Samples.getQuoteResponse(size));
        assertThat(strictly(message)).isEqualTo(Samples.getQuoteResponse(size));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version='1.0' encoding='UTF-8'?><s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header/><s:Body><getQuote xmlns='http://services.samples'><request><symbol>IBM</symbol></request></getQuote></s:Body></s:Envelope>",
                "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:q=\"http://services.samples\" >\n <Header></Header>\n <Body>\n  <q:getQuote>\n <q:request>\n<q:symbol>\u20ac</q:symbol>\n <q:note>a b c ] ]</q:note></q:request> </q:getQuote> </Body></Envelope>\n",
                "<a:Envelope xmlns:a=\"http://schemas.xmlsoap.org/soap/envelope/\"><a:Body xmlns:a=\"http://schemas.xmlsoap.org/soap/envelope/\"><m:getQuote xmlns:m=\"http://services.samples\"><m:request><m:symbol>A</m:symbol><m:ref></m:ref><m:quantity>007</m:quantity></m:request></m:getQuote></a:Body></a:Envelope>"
            })
    void otherPlainDressesAreReadFastToo(String message) {
        byte[] bytes = message.getBytes(UTF_8);
        Reply reply = new Reply();
        fast.learn(bytes, 0, bytes.length);

        assertThat(fast.answer(bytes, 0, bytes.length, reply)).isTrue();
        assertThat(reply.toBytes()).isEqualTo(strictly(bytes));
    }

    /** Of these the strict parser reads another request than the first that stands there, or reads bytes in another way. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns='http://services.samples'><s:Header><getQuote><request><symbol>A</symbol></request></getQuote></s:Header><s:Body><getQuote><request><symbol>B</symbol></request></getQuote></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns='http://services.samples'><s:Body><!-- <getQuote> --><getQuote><!-- <request> --><request><symbol>B</symbol></request></getQuote></s:Body></s:Envelope>",
                "<?xml version='1.0' encoding='ISO-8859-1'?><s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns='http://services.samples'><s:Body><getQuote><request><symbol>B</symbol></request></getQuote></s:Body></s:Envelope>",
                "<?xml version='1.1'?><s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns='http://services.samples'><s:Body><getQuote><request><symbol>B</symbol></request></getQuote></s:Body></s:Envelope>"
            })
    void anEnvelopeThatIsNotPlainIsNeverLearned(String message) {
        byte[] bytes = message.getBytes(UTF_8);
        assertThat(strictly(bytes)).isNotEmpty();
        fast.learn(bytes, 0, bytes.length);

        assertThat(fast.answer(bytes, 0, bytes.length, new Reply())).isFalse();
    }

    @Test
    void eachOfTheEnvelopesThatCameLastIsKnown() {
        Reply reply = new Reply();
        for (int i = 0; i < 20; i++) {
            byte[] message = enveloped(i);
            fast.learn(message, 0, message.length);
        }
        for (int i = 0; i < 20; i++) {
            byte[] message = enveloped(i);
            assertThat(fast.answer(message, 0, message.length, reply)).isEqualTo(i >= 12);
        }
    }

    private static byte[] enveloped(int number) {
        return new String(Samples.getQuote("500"), UTF_8)
                .replace("<soapenv:Body>", "<soapenv:Body id=\"" + number + "\">")
                .getBytes(UTF_8);
    }

    @Test
    void whatIsReadFastTheStrictReaderAcceptsWithTheSameAnswer() {
        Random random = new Random(20070713);
        byte[][] seeds = {Samples.getQuote("500"), Samples.getQuote("1K"), spaced(), withAttributes()};
        Reply reply = new Reply();
        int answeredFast = 0;
        int declined = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutate(seeds[random.nextInt(seeds.length)], random);
            if (!fast.answer(mutant, 0, mutant.length, reply)) {
                declined++;
                learnIfAccepted(mutant);
                continue;
            }
            answeredFast++;
            assertThat(reply.toBytes())
                    .as(() -> "mutant " + new String(mutant, UTF_8))
                    .isEqualTo(strictly(mutant));
        }
        assertThat(answeredFast).as("answered fast").isGreaterThan(MUTANTS / 10);
        assertThat(declined).as("declined").isGreaterThan(MUTANTS / 10);
    }

    @Test
    void everyTruncatedMessageIsDeclined() {
        byte[] message = Samples.getQuote("1K");
        fast.learn(message, 0, message.length);
        Reply reply = new Reply();
        for (int length = 0; length < message.length; length++) {
            assertThat(fast.answer(Arrays.copyOf(message, length), 0, length, reply))
                    .as("length %d", length)
                    .isFalse();
        }
    }

    @Test
    void aMessageInTheMiddleOfABufferIsReadWithinItsBounds() {
        byte[] message = Samples.getQuote("500");
        byte[] buffer = new byte[message.length + 20];
        Arrays.fill(buffer, (byte) '<');
        System.arraycopy(message, 0, buffer, 7, message.length);
        fast.learn(message, 0, message.length);
        Reply reply = new Reply();

        assertThat(fast.answer(buffer, 7, message.length, reply)).isTrue();
        assertThat(fast.answer(buffer, 7, message.length + 1, reply)).isFalse();
        assertThat(fast.answer(buffer, 7, message.length - 1, reply)).isFalse();
    }

    private void learnIfAccepted(byte[] message) {
        if ("getQuote".equals(read(message).operationName())) {
            fast.learn(message, 0, message.length);
        }
    }

    private byte[] strictly(byte[] message) {
        Reply reply = new Reply();
        service.newResponder().answer(read(message), reply);
        assertThat(reply.status())
                .as(() -> "status for " + new String(message, UTF_8))
                .isEqualTo(200);
        return reply.toBytes();
    }

    private ParsedMessage read(byte[] message) {
        try {
            return ParsedMessage.of(strict.read(message, 0, message.length, null));
        } catch (RefusedException e) {
            return ParsedMessage.refused(e.getMessage(), e.nonce());
        }
    }

    private static byte[] withAttributes() {
        return new String(Samples.getQuote("1K"), UTF_8)
                .replace("<m:request>", "<m:request id=\"i-1\" at=\"2026\" desk=\"d\" trace=\"t\">")
                .getBytes(UTF_8);
    }

    private static byte[] spaced() {
        return new String(Samples.getQuote("500"), UTF_8)
                .replace("><m:", "> <m:")
                .replace("note>", "note>\u00fc ")
                .replace("?>", "?>\n")
                .getBytes(UTF_8);
    }

    private static byte[] mutate(byte[] seed, Random random) {
        byte[] mutant = seed;
        for (int n = 1 + random.nextInt(2); n > 0; n--) {
            int at = random.nextInt(mutant.length);
            int cut = random.nextInt(3) == 0 ? random.nextInt(Math.min(40, mutant.length - at)) : 0;
            byte[] piece = piece(mutant, random);
            if (random.nextBoolean()) {
                cut = Math.min(piece.length, mutant.length - at);
            }
            byte[] next = new byte[mutant.length - cut + piece.length];
            System.arraycopy(mutant, 0, next, 0, at);
            System.arraycopy(piece, 0, next, at, piece.length);
            System.arraycopy(mutant, at + cut, next, at + piece.length, mutant.length - at - cut);
            mutant = next;
        }
        return mutant;
    }

    private static byte[] piece(byte[] seed, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new byte[] {(byte) random.nextInt(256)};
            case 1 -> SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(UTF_8);
            case 2 -> new byte[] {(byte) ('a' + random.nextInt(26))};
            case 3 -> {
                int from = random.nextInt(seed.length);
                yield Arrays.copyOfRange(seed, from, Math.min(seed.length, from + random.nextInt(30)));
            }
            default -> new byte[0];
        };
    }
}
