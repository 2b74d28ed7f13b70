package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Canonical;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.Snippet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the fast lane knows means there what it means to the Synapse engine: each snippet of configuration gets the same messages in both lanes, and status,
 * content, significant fields, what the backends saw and what was logged must agree.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BothLanesIT {

    private static final Pattern LOGGED = Pattern.compile("category='(ERROR|FATAL)'");

    private LaneUnderTest fast;
    private LaneUnderTest engine;
    private List<String> explained;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        int dead = Child.freePort();
        fast = new LaneUnderTest(folder.resolve("fast"), "fast", Snippets.all(), dead);
        engine = new LaneUnderTest(folder.resolve("engine"), "engine", Snippets.all(), dead);
        explained = fast.explained();
    }

    @AfterAll
    void stop() throws IOException {
        fast.close();
        engine.close();
    }

    static List<Snippet> snippets() {
        return Snippets.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("snippets")
    void agreeOnWhatASnippetMeans(Snippet snippet) throws IOException, InterruptedException {
        assertThat(explained).anyMatch(line -> (line + "\t").startsWith(snippet.name() + "\tfast\t"));
        for (LaneUnderTest lane : List.of(fast, engine)) {
            lane.received();
            lane.forgetLog();
        }
        for (String message : snippet.messages()) {
            byte[] request = request(snippet.name(), message);
            HttpMessage expected = engine.ask(request);
            HttpMessage answer = fast.ask(request);

            assertThat(answer.status()).as(message + ": " + answer.text()).isEqualTo(expected.status());
            assertThat(answer.whole()).isTrue();
            assertSameXml(answer.text(), expected.text());
            assertThat(told(answer)).isEqualTo(told(expected));
            int atLeast = snippet.name().toLowerCase(Locale.ROOT).endsWith("oneway") ? 1 : 0;
            assertThat(fast.received(atLeast).stream()
                            .map(BothLanesIT::forwarded)
                            .toList())
                    .isEqualTo(engine.received(atLeast).stream()
                            .map(BothLanesIT::forwarded)
                            .toList());
            assertSameLines(LOGGED.matcher(snippet.target()).find());
        }
    }

    /** The last service in a path is the one that Axis2 looks for. */
    @ParameterizedTest
    @ValueSource(strings = {"/services/../services/", "/services/none/services/", "/a/services/"})
    void findTheProxyThatAPathNamesLast(String path) throws IOException, InterruptedException {
        for (LaneUnderTest lane : List.of(fast, engine)) {
            lane.received();
            String request = new String(request("fieldsThatAreNoTexts", "500"), StandardCharsets.UTF_8);
            HttpMessage answer =
                    lane.ask(request.replaceFirst("/services/", path).getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(lane.received(1)).hasSize(1);
        }
    }

    /** Synapse makes XML of these texts with Axiom's parser for documents, which would read what a document type names. */
    @ParameterizedTest
    @ValueSource(strings = {"propertyOfTypeOm", "enrichATextThatIsXml"})
    void readsNoFileThatATextOfAMessageNames(String proxy) throws IOException {
        for (LaneUnderTest lane : List.of(fast, engine)) {
            lane.received();
            HttpMessage answer = lane.ask(request(proxy, "500/entity"));
            assertThat(answer.text()).isNotEmpty().doesNotContain("busbench-mediation");
            assertThat(lane.received()).noneMatch(sent -> sent.text().contains("busbench-mediation"));
        }
    }

    /**
     * The message is a size, perhaps of SOAP 1.2, perhaps in chunks, perhaps with header blocks, perhaps with the names of its content type in capitals, and
     * header fields.
     */
    private static byte[] request(String proxy, String message) {
        String[] parts = message.split("@", -1);
        boolean soap12 = parts[0].contains("/1.2");
        boolean chunked = parts[0].endsWith("/chunked");
        String body = Scenario.VIRTUALIZATION.request(parts[0].replaceFirst("/.*", ""));
        if (soap12) {
            body = body.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        }
        if (parts[0].endsWith("/header")) {
            body = body.replace(
                    "<soapenv:Body>",
                    "<soapenv:Header><a:one xmlns:a=\"urn:a\">1 &amp; <b/>2</a:one><two xmlns=\"urn:b\"/></soapenv:Header><soapenv:Body>");
        }
        body = odd(body, parts[0].replaceFirst(".*/", ""));
        if (parts[0].endsWith("/malformed")) {
            body = body.substring(0, body.length() - 20);
        }
        boolean shouted = parts[0].endsWith("/shouted");
        Charset charset = shouted ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        byte[] content = body.getBytes(charset);
        String type =
                soap12 ? "application/soap+xml; charset=UTF-8; action=\"urn:getQuote\"" : "text/xml; charset=UTF-8";
        if (shouted) {
            type = type.toUpperCase(Locale.ROOT).replace("UTF-8", "ISO-8859-1").replace("URN:GETQUOTE", "urn:getQuote");
        }
        if (parts[0].endsWith("/quoted")) {
            type = "application/soap+xml; x=\"; action=a\"; charset=\"utf-8\"; action=\"urn:b;c=d\\\\\"";
        }
        StringBuilder head = new StringBuilder("POST /services/" + proxy + " HTTP/1.1\r\nHost: localhost\r\n");
        head.append("Content-Type: " + type + "\r\n");
        head.append(soap12 || parts[0].endsWith("/noaction") ? "" : "SOAPAction: \"urn:getQuote\"\r\n");
        for (int i = 1; i < parts.length; i++) {
            head.append(parts[i]).append("\r\n");
        }
        if (chunked) {
            return (head + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(content.length) + "\r\n" + body
                            + "\r\n0\r\n\r\n")
                    .getBytes(charset);
        }
        return (head + "Content-Length: " + content.length + "\r\n\r\n" + body).getBytes(charset);
    }

    private static String odd(String message, String how) {
        String inBody = "(?s)(<\\w+:Body>).*(</\\w+:Body>)";
        return switch (how) {
            case "empty" -> message.replaceFirst(inBody, "$1$2");
            case "fault" ->
                message.replaceFirst(
                        inBody,
                        "$1<soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>no</faultstring></soapenv:Fault>$2");
            case "mixed" ->
                message.replaceFirst(
                        ">IBM<", ">I<!-- a --><b xmlns=\"\">&amp;</b><![CDATA[<&]]>\u00e9 \r\n &#13;&#x1F600;M<");
            case "ten" -> message.replaceFirst("(?s)(<m:request>.*</m:request>)", "$1".repeat(10));
            case "two" -> message.replaceFirst("(?s)(<m:request>.*</m:request>)", "$1$1");
            case "colliding" ->
                message.replaceFirst(
                        "(?s)<m:request>(.*)</m:request>",
                        "<m:request xmlns:q=\"urn:other\" q:a=\"1\">$1<m:symbol xmlns:m=\"urn:q\" m:b=\"2\">q:1</m:symbol></m:request>");
            case "instruction" -> message.replaceFirst(">IBM<", ">I<?p q?>BM<");
            case "entity" ->
                message.replaceFirst(
                        ">IBM<",
                        ">&lt;!DOCTYPE a [&lt;!ENTITY x SYSTEM \""
                                + Path.of("pom.xml").toUri() + "\">]>&lt;a>&amp;x;&lt;/a><");
            case "unprefixed" -> message.replace("soapenv:", "").replace("xmlns:soapenv=", "xmlns=");
            case "located" ->
                message.replaceFirst(
                        "<m:getQuote ([^>]*)>",
                        "<m:getQuote $1 xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://services.samples http://127.0.0.1:1/none.xsd\">");
            case "shouted" -> message.replaceFirst(">IBM<", ">\u00e9<");
            case "dollar" -> message.replaceFirst(">IBM<", ">\\$2<");
            default -> message;
        };
    }

    /** Both lanes may write a moment after the answer has gone. */
    private void assertSameLines(boolean some) throws IOException, InterruptedException {
        Eventually.value(
                (some ? "the same lines" : "no line") + " in the logs of both lanes",
                () -> List.of(fast.logged(), engine.logged()),
                logs -> logs.get(0).equals(logs.get(1)) && logs.get(0).isEmpty() != some);
        fast.forgetLog();
        engine.forgetLog();
    }

    private static void assertSameXml(String actual, String expected) {
        assertThat(Canonical.of(withoutEmptyHeader(actual)).strip())
                .isEqualTo(Canonical.of(withoutEmptyHeader(expected)).strip());
    }

    /** And with the prefix of the envelope in a computed code, which the engine makes up anew each time. */
    private static String withoutEmptyHeader(String envelope) {
        return envelope.replaceFirst("<soapenv:Header\\s*(/>|></soapenv:Header>)", "")
                .replaceFirst(">ns\\w+:(Server|Receiver)", ">soapenv:$1");
    }

    /** Where it was sent, how it was framed if that was asked for, and with which fields. */
    private static Map<String, String> forwarded(HttpMessage request) {
        Map<String, String> seen = new TreeMap<>(significant(request));
        seen.put("(start)", request.startLine().replaceFirst("127.0.0.1:\\d+", "(backend)"));
        seen.put("(host)", request.headers().get("host").replaceFirst("127.0.0.1:\\d+", "(backend)"));
        seen.put("(whole)", Boolean.toString(request.whole()));
        seen.put("(text)", Canonical.of(request.text()).strip());
        return seen;
    }

    /** Without the type of nothing, and without the fields of the message that the engine repeats in a fault. */
    private static Map<String, String> told(HttpMessage answer) {
        Map<String, String> fields = new TreeMap<>(significant(answer));
        if (answer.text().isBlank()) {
            fields.remove("content-type");
        }
        if (answer.status() >= 400) {
            fields.computeIfPresent("content-type", (name, type) -> type.replaceFirst(";action=.*", ""));
            fields.remove("soapaction");
            fields.remove("x-client");
            fields.remove("x-backend");
        }
        return fields;
    }

    private static Map<String, String> significant(HttpMessage message) {
        return message.headers().entrySet().stream()
                .filter(field -> field.getKey().startsWith("x-")
                        || field.getKey().equals("soapaction")
                        || field.getKey().equals("content-type"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        field -> field.getValue().replace("\"", "").replaceAll(";\\s*", ";")));
    }
}
