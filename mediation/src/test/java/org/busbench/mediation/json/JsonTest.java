package org.busbench.mediation.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON and XML beside one another. What stands on the right is what axis2-json 1.7.9 makes of what stands on the left, seen by running it. */
class JsonTest {
    private static final String HEAD =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>";
    private static final String FOOT = "</soapenv:Body></soapenv:Envelope>";

    private final JsonReader reader = new JsonReader(Limits.DEFAULT);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\":{\"b\":{\"c\":\"IBM\"}}} | <a><b><c>IBM</c></b></a>",
                "{\"a\":{\"b\":[\"x\",\"y\"],\"c\":\"z\"}} | <a><b>x</b><b>y</b><c>z</c></a>",
                "{\"a\":{\"b\":[{\"c\":\"1\"},{\"c\":\"2\"}]}} | <a><b><c>1</c></b><b><c>2</c></b></a>",
                "{\"a\":{\"b\":[]}} | <a></a>",
                "{\"a\":{\"b\":[[1,2],[3]]}} | <a><b>1</b><b>2</b><b>3</b></a>",
                "{\"a\":[\"x\",\"y\"]} | <a><a>x</a><a>y</a></a>",
                "{\"a\":[{\"b\":1}]} | <a><a><b>1</b></a></a>",
                "{\"a\":null} | <a/>",
                "{\"a\":{\"b\":null,\"c\":\"\",\"d\":{}}} | <a><b/><c></c><d/></a>",
                "{\"a\":{\"b\":[null,\"x\",1,true,{}]}} | <a><b/><b>x</b><b>1</b><b>true</b><b/></a>",
                "{\"a\":{\"b\":[{\"c\":[\"1\",\"2\"]},{\"c\":\"3\"}]}} | <a><b><c>1</c><c>2</c></b><b><c>3</c></b></a>",
                "{\"a\":{\"b\":1.50,\"c\":-0,\"d\":1e3,\"e\":0.1000,\"f\":100}} | <a><b>1.5</b><c>0</c><d>1000.0</d><e>0.1</e><f>100</f></a>",
                "{\"a\":{\"b\":12345678901234567890,\"c\":true}} | <a><b>1.2345678901234567E19</b><c>true</c></a>",
                "{\"a\":{\"@id\":\"7\",\"b\":\"x\"}} | <a id=\"7\"><b>x</b></a>",
                "{\"a\":{\"@id\":7,\"$\":\"text\"}} | <a id=\"7\">text</a>",
                "{\"a\":{\"@id\":\"7\"}} | <a id=\"7\"/>",
                "{\"a\":{\"b.c\":\"x\",\"d-e\":\"y\",\"\u00e9\":\"\u00fc\"}} | <a><b.c>x</b.c><d-e>y</d-e><\u00e9>\u00fc</\u00e9></a>",
                "{\"a\":\"<x>&\\\"'\\/\"} | <a>&lt;x&gt;&amp;\"'/</a>",
                "{\"a\":{\"@b\":\"<&\\\"\\n\"}} | <a b=\"&lt;&amp;&quot;&#10;\"/>",
                "{\"a\":\"\\r\\u0041\\u00e9\\ud83d\\ude00\"} | <a>&#13;A\u00e9\ud83d\ude00</a>",
                "{\"a\" : { \"b\" : \" x \" } } | <a><b> x </b></a>"
            })
    void becomesTheXmlThatAxis2MakesOfIt(String json, String xml) throws MalformedXmlException {
        assertThat(read(bytes(json), null).toString())
                .isEqualTo(body(xml).getFirstElement().toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[] | an object with one member was expected",
                "{} | an object with one member was expected",
                "\"x\" | an object with one member was expected",
                "{\"a\":1,\"b\":2} | a second member",
                "{\"a\":1} 2 | something behind the end",
                "{\"a\":1}} | the message is no JSON",
                "{\"a\":{\"b\":1,\"b\":2}} | Duplicate",
                "{\"a\":1e999} | too large",
                "{\"a\":{\"b c\":1}} | \"b c\" is no name of XML",
                "{\"a\":{\"p:b\":1}} | \"p:b\" is no name of XML",
                "{\"a\":{\"\":1}} | \"\" is no name of XML",
                "{\"a\":{\"@xmlns\":\"urn:x\"}} | @xmlns is no attribute",
                "{\"a\":{\"b\":1,\"@c\":2}} | attributes come first",
                "{\"a\":{\"@c\":[1]}} | the member @c is a text",
                "{\"a\":{\"$\":{}}} | the member $ is a text",
                "{\"a\":\"\\u0001\"} | a character that XML does not allow",
                "{\"a\":\"\\ud83d\"} | a character that XML does not allow",
                "{\"a\":\"\\uffff\"} | a character that XML does not allow",
                "{\"a\":1 | the message is no JSON",
                "{\"a\":01} | the message is no JSON",
                "{'a':1} | the message is no JSON",
                "{\"a\":1,} | the message is no JSON",
                "{\"a\":NaN} | the message is no JSON",
                "\ufeff{\"a\":1} | byte order mark"
            })
    void isRefusedInOneLineWhereItIsNoJsonOrHasNoPlaceInXml(String json, String why) {
        assertThatThrownBy(() -> read(bytes(json), null))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining(why)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void isRefusedWhereItsBytesAreNoCharactersOfItsCharset() throws MalformedXmlException {
        byte[] latin = "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> read(latin, null)).hasMessageContaining("not in UTF-8");
        assertThatThrownBy(() -> read(latin, "none")).hasMessageContaining("charset 'none'");
        assertThat(read(latin, "ISO-8859-1").toString()).isEqualTo("<a>\u00e9</a>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void isRefusedWhereItIsTooDeep(String begin) throws MalformedXmlException {
        assertThatThrownBy(() -> read(bytes("{\"a\":" + begin.repeat(5000)), null))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining("limit");
        // The elements that were open are not in the next message.
        becomesTheXmlThatAxis2MakesOfIt("{\"a\":[1]}", "<a><a>1</a></a>");
    }

    @Test
    void isRefusedWhereShortArraysOfALongNameWouldFillTheMemory() {
        String name = "n".repeat(10_000);
        assertThatThrownBy(() -> read(bytes("{\"" + name + "\":[1" + ",1".repeat(1000) + "]}"), null))
                .hasMessageContaining("more than 1048576 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "<a>x</a> | {\"a\":\"x\"}",
                "<a/> | {\"a\":\"\"}",
                "<a><b>1</b><c>3</c><b>2</b></a> | {\"a\":{\"b\":[\"1\",\"2\"],\"c\":\"3\"}}",
                "<a id=\"7\">x</a> | {\"a\":{\"@id\":\"7\",\"$\":\"x\"}}",
                "<a id=\"7\"><b>x</b></a> | {\"a\":{\"@id\":\"7\",\"b\":\"x\"}}",
                "<a id=\"7\"/> | {\"a\":{\"@id\":\"7\"}}",
                "<a>text<b>x</b></a> | {\"a\":{\"$\":\"text\",\"b\":\"x\"}}",
                "<a> <b>x</b> </a> | {\"a\":{\"b\":\"x\"}}",
                "<a><b/><b>1</b></a> | {\"a\":{\"b\":[\"\",\"1\"]}}",
                "<a><b>1</b><b><c>2</c></b></a> | {\"a\":{\"b\":[\"1\",{\"c\":\"2\"}]}}",
                "<a><b>\u00e9&lt;&amp;\"\\/</b></a> | {\"a\":{\"b\":\"\u00e9<&\\\"\\\\/\"}}",
                "<a><b>1.50</b><c>true</c></a> | {\"a\":{\"b\":\"1.50\",\"c\":\"true\"}}",
                "<a><![CDATA[<x>]]><!-- c --></a> | {\"a\":\"<x>\"}",
                "<a><b c=\"1\">x</b><b c=\"2\">y</b></a> | {\"a\":{\"b\":[{\"@c\":\"1\",\"$\":\"x\"},{\"@c\":\"2\",\"$\":\"y\"}]}}",
                "<p:a xmlns:p=\"urn:x\" xml:lang=\"en\"><p:b>y</p:b></p:a> | {\"p.a\":{\"@xml.lang\":\"en\",\"p.b\":\"y\"}}",
                "<a><b>  </b><c>a&#9;&#13;</c></a> | {\"a\":{\"b\":\"  \",\"c\":\"a\\t\\r\"}}"
            })
    void isWhatAxis2WritesOfAnElement(String xml, String json) throws MalformedXmlException {
        assertThat(new String(json(body(xml)), StandardCharsets.UTF_8)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "<a/><b/> | a second element",
                "text | no element",
                "<a xmlns=\"urn:x\"/> | the default namespace urn:x"
            })
    void isNotWrittenOfWhatItHasNoPlaceFor(String xml, String why) {
        assertThatThrownBy(() -> json(body(xml)))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining(why);
    }

    @Test
    void isWrittenAsDeepAsXmlIsRead() throws MalformedXmlException {
        String deep = "<a>x</a>";
        for (int i = 0; i < 950; i++) {
            deep = "<a><b/>" + deep + "<a/></a>";
        }
        assertThat(new String(json(body(deep)), StandardCharsets.UTF_8))
                .startsWith("{\"a\":{\"b\":\"\",\"a\":[{\"b\":")
                .contains("\"a\":[\"x\",\"\"]");
    }

    @Test
    void comesBackAsItWasHoweverItIsNested() throws MalformedXmlException {
        Random random = new Random(20261127);
        for (int i = 0; i < 2000; i++) {
            String json = "{\"root\":" + object(random, 0) + "}";
            SOAPBody body = body("");
            body.addChild(read(bytes(json), "UTF-8"));
            byte[] back = json(body);
            assertThat(new String(back, StandardCharsets.UTF_8)).isEqualTo(json);
        }
    }

    /** What XML can tell from other JSON: objects with members, arrays of two and more, strings. */
    private static String object(Random random, int depth) {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            members.put("@" + name(random), string(random));
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            List<String> values = new ArrayList<>();
            for (int j = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1; j > 0; j--) {
                values.add(depth < 4 && random.nextInt(2) == 0 ? object(random, depth + 1) : string(random));
            }
            members.put(name(random), values.size() == 1 ? values.get(0) : "[" + String.join(",", values) + "]");
        }
        List<String> all = new ArrayList<>();
        members.forEach((name, value) -> all.add("\"" + name + "\":" + value));
        return "{" + String.join(",", all) + "}";
    }

    private static String name(Random random) {
        return List.of("a", "b", "c-d", "\u00e9", "_1", "xml").get(random.nextInt(6));
    }

    private static String string(Random random) {
        return "\""
                + List.of("", " ", "x", "<&>", "\u20ac\ud83d\ude00", "\\\"\\\\", "a\\n\\tb", "]]>")
                        .get(random.nextInt(8))
                + "\"";
    }

    private OMElement read(byte[] json, String charset) throws MalformedXmlException {
        byte[] envelope = reader.envelope(json, charset, 1 << 20);
        return envelope(new StringReader(new String(envelope, StandardCharsets.UTF_8)))
                .getBody()
                .getFirstElement();
    }

    private static SOAPBody body(String xml) {
        return envelope(new StringReader(HEAD + xml + FOOT)).getBody();
    }

    private static SOAPEnvelope envelope(Reader xml) {
        return OMXMLBuilderFactory.createSOAPModelBuilder(xml).getSOAPEnvelope();
    }

    private static byte[] json(SOAPBody body) throws MalformedXmlException {
        return JsonWriter.json(((OMElement) body.getParent()).getXMLStreamReader());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
