package org.busbench.backend.quote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.busbench.backend.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponderTest {
    private static final String SYMBOL = "<m:symbol>IBM</m:symbol>";

    private final StockQuoteService service = new StockQuoteService("backend-A");
    private final Responder responder = service.newResponder();
    private final Reply reply = new Reply();

    @ParameterizedTest
    @ValueSource(
            strings = {
                SYMBOL,
                "<!-- c -->" + SYMBOL + "<?pi x?>",
                "<m:symbol><![CDATA[IBM]]></m:symbol>",
                "<m:symbol>I&#66;M</m:symbol>",
                "<n:symbol xmlns:n='http://services.samples'>IBM</n:symbol>",
                "<symbol xmlns='http://services.samples'>I<!-- c -->BM</symbol>",
                SYMBOL + "<m:ref/><m:quantity> +12 </m:quantity><m:note>&lt;</m:note>",
                SYMBOL + "<m:exchange/><m:account/>"
            })
    void aValidRequestIsAnsweredHoweverItIsWritten(String children) {
        assertThat(answer(request(children)))
                .contains("<symbol>IBM</symbol>")
                .contains("<servedBy>backend-A</servedBy>");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(service.counters().counts()).isEqualTo(new Counters.Counts(1, 1, 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <m:ref>1</m:ref>                              | misplaced {http://services.samples}ref
            <m:symbol/>                                   | no symbol
            `<m:ref>1</m:ref><m:symbol>I</m:symbol>`      | misplaced
            <m:symbol>I</m:symbol><m:note/><m:ref/>       | misplaced {http://services.samples}ref
            <m:symbol>I</m:symbol><m:symbol>I</m:symbol>  | misplaced {http://services.samples}symbol
            <m:symbol>I</m:symbol><m:other/>              | misplaced {http://services.samples}other
            <symbol>I</symbol>                            | misplaced symbol
            <m:symbol>I<b/></m:symbol>                    | Unexpected b
            <m:symbol a="1">I</m:symbol>                  | Unexpected attribute a
            <m:symbol>I</m:symbol>text                    | Unexpected text
            <m:symbol>I</m:symbol><m:quantity>1.5</m:quantity>        | quantity is not an int: 1.5
            <m:symbol>I</m:symbol><m:quantity>99999999999</m:quantity>| quantity is not an int: 99999999999
            <m:symbol>I</m:symbol><m:quantity/>           | quantity is not an int
            <m:symbol>&undeclared;</m:symbol>             | ndeclared
            <m:symbol>I</m:symbl>                         | not well-formed
            <m:symbol>]]></m:symbol>                      | not well-formed
            """)
    void anInvalidRequestIsRefusedWithAFaultThatSaysWhy(String children, String why) {
        assertThat(answer(request(children)))
                .contains("<faultcode>soapenv:Client</faultcode>")
                .contains("<faultstring>")
                .contains(why);
        assertThat(reply.status()).isEqualTo(500);
        assertThat(service.counters().counts()).isEqualTo(new Counters.Counts(1, 0, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {" number=\"1\"", " m:id=\"1\"", " id=\"1\" xml:lang=\"en\"", " ID=\"1\""})
    void anAttributeThatARequestDoesNotHaveIsRefused(String attributes) {
        assertThat(answer(request(SYMBOL).replace("<m:request>", "<m:request" + attributes + ">")))
                .contains("Unexpected attribute");
        assertThat(answer(request(SYMBOL).replace("<m:request>", "<m:request trace='&lt;' id=\"1\">")))
                .contains("<symbol>IBM</symbol>");
        assertThat(answer(request("<m:symbol id=\"1\">IBM</m:symbol>"))).contains("Unexpected attribute id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"checkPrice.xml", "getQuoteResponse.xml", "checkPriceResponse.xml"})
    void otherMessagesAreRefused(String file) {
        byte[] message = Samples.read("10K", file);

        responder.answer(message, 0, message.length, "UTF-8", reply);

        assertThat(reply.status()).isEqualTo(500);
        assertThat(new String(reply.toBytes(), UTF_8))
                .contains("The service has no operation {http://services.samples}");
    }

    @Test
    void aDtdIsRefused() {
        assertThat(answer("<!DOCTYPE x [<!ENTITY e 'IBM'>]>" + request("<m:symbol>&e;</m:symbol>")))
                .contains("must not contain a DTD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "<a/>", "{\"json\":1}", "<a", "\u0001"})
    void whatIsNoSoapIsRefused(String message) {
        answer(message);
        assertThat(reply.status()).isEqualTo(500);
    }

    @Test
    void otherWrappingsAreRefused() {
        String soap12 = request(SYMBOL)
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        String twoChildren = request(SYMBOL).replace("</e:Body>", "<a/></e:Body>");
        String afterBody = request(SYMBOL).replace("</e:Body>", "</e:Body><e:Body/>");
        String wrongNamespace = request(SYMBOL).replace("http://services.samples", "http://services.samples/xsd");
        String trailing = request(SYMBOL) + "<a/>";
        String noRequest = "<e:Envelope xmlns:e='" + Soap.ENVELOPE_NAMESPACE + "'><e:Body><getQuote xmlns='"
                + Soap.NAMESPACE + "'/></e:Body></e:Envelope>";
        for (String message : new String[] {soap12, twoChildren, afterBody, wrongNamespace, trailing, noRequest}) {
            answer(message);
            assertThat(reply.status()).as(message).isEqualTo(500);
        }
    }

    @Test
    void aHeaderIsIgnoredWhateverItHolds() {
        assertThat(answer(request(SYMBOL).replace("<e:Body>", "<e:Header><a b='c'>t<d/></a></e:Header><e:Body>")))
                .contains("<symbol>IBM</symbol>");
    }

    @Test
    void theEncodingIsTakenFromTransportOrMessage() {
        String message = request("<m:symbol>\u00c4</m:symbol>");
        byte[] latin = ("<?xml version='1.0' encoding='ISO-8859-1'?>" + message).getBytes(ISO_8859_1);
        byte[] utf16 = message.getBytes(UTF_16);
        for (byte[] bytes : new byte[][] {latin, utf16, ("\ufeff" + message).getBytes(UTF_8)}) {
            responder.answer(bytes, 0, bytes.length, null, reply);
            assertThat(new String(reply.toBytes(), UTF_8)).contains("<symbol>\u00c4</symbol>");
        }
        byte[] undeclared = message.getBytes(ISO_8859_1);
        responder.answer(undeclared, 0, undeclared.length, "ISO-8859-1", reply);
        assertThat(new String(reply.toBytes(), UTF_8)).contains("<symbol>\u00c4</symbol>");
        responder.answer(undeclared, 0, undeclared.length, null, reply);
        assertThat(reply.status()).isEqualTo(500);
        responder.answer(undeclared, 0, undeclared.length, "NO-SUCH-CHARSET", reply);
        assertThat(reply.status()).isEqualTo(500);
    }

    @Test
    void theOtherOperationsAreServed() {
        assertThat(answer(body("<m:getFullQuote><m:request>" + SYMBOL + "</m:request></m:getFullQuote>")))
                .contains("<tradeHistory><day>0</day><quote><change>", "<day>249</day>");
        assertThat(answer(body("<m:getMarketActivity><m:request><m:symbols>A</m:symbols><m:symbols>B</m:symbols>"
                        + "</m:request></m:getMarketActivity>")))
                .contains("<symbol>A</symbol>", "<symbol>B</symbol>");
        assertThat(answer(body("<m:placeOrder><m:order><m:price>1e3</m:price><m:quantity>5</m:quantity>" + SYMBOL
                        + "</m:order></m:placeOrder>")))
                .isEmpty();
        assertThat(reply.status()).isEqualTo(202);
        answer(body("<m:placeOrder><m:order><m:price>x</m:price><m:quantity>5</m:quantity>" + SYMBOL
                + "</m:order></m:placeOrder>"));
        assertThat(reply.status()).isEqualTo(500);
    }

    @Test
    void manySymbolsOutgrowTheCacheAndStayRight() {
        for (int i = 0; i < 10_000; i++) {
            String symbol = "S" + i % 6000;
            assertThat(answer(request("<m:symbol>" + symbol + "</m:symbol>")))
                    .contains(ReplyWriter.QuoteCache.fields(Quote.of(symbol)));
        }
    }

    private String answer(String message) {
        byte[] bytes = message.getBytes(UTF_8);
        responder.answer(bytes, 0, bytes.length, "UTF-8", reply);
        return new String(reply.toBytes(), UTF_8);
    }

    private static String request(String children) {
        return body("<m:getQuote><m:request>" + children + "</m:request></m:getQuote>");
    }

    private static String body(String content) {
        return "<e:Envelope xmlns:e=\"" + Soap.ENVELOPE_NAMESPACE + "\"><e:Body>"
                + content.replaceFirst("<(m:\\w+)>", "<$1 xmlns:m=\"" + Soap.NAMESPACE + "\">")
                + "</e:Body></e:Envelope>";
    }
}
