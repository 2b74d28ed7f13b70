package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressingHeadersTest {

    private static final String FINAL = "http://www.w3.org/2005/08/addressing";
    private static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<b/>|<b/><s:Header>[]</s:Header>",
                "<s:Header/><b/>|<s:Header>[]</s:Header><b/>",
                "<s:Header ></s:Header>|<s:Header >[]</s:Header>",
                "<s:Header> <o>1</o></s:Header>|<s:Header> <o>1</o>[]</s:Header>",
                "<s:Header><w:To>x</w:To><o><w:To/></o><w:Action a='>'/></s:Header>|<s:Header><o><w:To/></o>[]</s:Header>",
                "<s:Header><v:To><v:To/>x</v:To></s:Header>|<s:Header>[]</s:Header>",
            })
    void replacesTheBlocksOfAnEnvelope(String inside, String expected) {
        String open = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:w='" + FINAL
                + "' xmlns:v='" + SUBMISSION + "'>";
        String close = "<s:Body><w:To/></s:Body></s:Envelope>";

        assertThat(added(open + inside + close, FINAL, "urn:a"))
                .isEqualTo(open
                        + expected.replace(
                                "[]",
                                "<wsa:To xmlns:wsa=\"" + FINAL
                                        + "\">http://h/?a&amp;b</wsa:To><wsa:MessageID xmlns:wsa=\""
                                        + FINAL + "\">(id)</wsa:MessageID><wsa:Action xmlns:wsa=\"" + FINAL
                                        + "\">urn:a</wsa:Action>")
                        + close);
    }

    @Test
    void writesTheBlocksOfTheSubmissionIntoAnEnvelopeWithoutAPrefix() {
        String message = "<Envelope xmlns='http://www.w3.org/2003/05/soap-envelope'><Body/></Envelope>";

        assertThat(added(message, SUBMISSION, ""))
                .contains("<Header><wsa:To", "</wsa:Action></Header><Body/>")
                .contains(
                        "<wsa:ReplyTo xmlns:wsa=\"" + SUBMISSION + "\"><wsa:Address>" + SUBMISSION + "/role/anonymous<")
                .contains(">urn:anonOutInOpResponse</wsa:Action>");
    }

    @ParameterizedTest
    @CsvSource({
        "<a/>",
        "<Envelope><Body/></Envelope>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body></s:Envelope>",
        "<a xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></a>"
    })
    void takesNothingButWholeEnvelopes(String message) {
        assertThat(added(message, FINAL, "urn:a")).isNull();
    }

    private static String added(String message, String namespace, String action) {
        byte[] whole = AddressingHeaders.add(
                message.getBytes(StandardCharsets.UTF_8),
                new EndpointSpec.Addressing(namespace, "http://h/?a&b"),
                action,
                new Tokenizer(Limits.DEFAULT));
        return whole == null
                ? null
                : new String(whole, StandardCharsets.UTF_8).replaceAll("urn:uuid:[0-9a-f-]{36}", "(id)");
    }
}
