package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Canonical;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JSON of a client in front of a SOAP service, once an {@code axis2.xml} names the classes of Axis2 for it: both lanes get the same requests and answers, and must
 * agree on what the client and the backend get.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonIT {

    private static final String AXIS2 =
            "<axisconfig><messageFormatters><messageFormatter contentType='application/json'"
                    + " class='org.apache.axis2.json.JSONMessageFormatter'/></messageFormatters><messageBuilders>"
                    + "<messageBuilder contentType='application/json' class='org.apache.axis2.json.JSONOMBuilder'/></messageBuilders></axisconfig>";

    private static final String AS_SOAP = "<property name='messageType' value='text/xml' scope='axis2'/>"
            + "<property name='ContentType' value='text/xml; charset=UTF-8' scope='axis2'/><header name='Action' value='urn:getQuote'/>";
    private static final String AS_JSON = "<property name='messageType' value='application/json' scope='axis2'/>"
            + "<property name='ContentType' value='application/json' scope='axis2'/><send/>";

    private static final String OF_SYMBOL =
            "<payloadFactory><format><m:getQuote xmlns:m='http://services.samples'><m:request>"
                    + "<m:symbol>$1</m:symbol><m:ref>0123456789abcdef</m:ref></m:request></m:getQuote></format><args><arg expression='//symbol'/></args></payloadFactory>";
    private static final String OF_ANSWER =
            "<payloadFactory><format><quote xmlns='' by=\"$2\"><last>$1</last></quote></format><args>"
                    + "<arg expression='string(//*[local-name()=\"last\"])'/><arg expression='string(//*[local-name()=\"servedBy\"])'/></args></payloadFactory>";

    private static final String FAULT = "<makefault version='soap11'>"
            + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='it failed'/></makefault>"
            + "<property name='messageType' value='text/xml' scope='axis2'/><property name='RESPONSE' value='true'/>"
            + "<property name='HTTP_SC' value='500' scope='axis2'/><header name='To' action='remove'/><send/>";
    private static final String STYLESHEET =
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:m='http://services.samples'>%s</xsl:stylesheet>";

    /** Fault sequences, by the names of proxies that need them. */
    private static final Map<String, String> FAULTS = Map.of(
            "Typed", FAULT,
            "Untyped", FAULT.replaceFirst("<property name='messageType'[^>]*>", ""),
            "Late", FAULT.replaceFirst("(<makefault.*</makefault>)(.*)<send/>", "$2$1<send/>"),
            "Twelve",
                    FAULT.replace("soap11", "soap12")
                            .replace("schemas.xmlsoap.org/soap/envelope/", "www.w3.org/2003/05/soap-envelope")
                            .replace("s:Server", "s:Receiver"),
            "Pox", FAULT.replace("soap11", "pox").replaceFirst("<code[^>]*/>", ""),
            "Status", FAULT.replace("'500'", "'502'"));

    private final Lane fast = new Lane();
    private final Lane engine = new Lane();

    /** A mediator with a backend of its own. */
    private static final class Lane {
        private StubBackend backend;
        private Child mediator;
        private int seen;

        void start(Path folder, String lanes) throws IOException, InterruptedException {
            backend = new StubBackend("backend-A");
            Home home = Home.copy(folder, backend);
            Path axis2 = folder.resolve("with-json.xml");
            Files.writeString(axis2, AXIS2);
            String send = "<send><endpoint><address uri='http://127.0.0.1:" + backend.port()
                    + "/json' format='soap11'/></endpoint></send>";
            String dead = send.replaceFirst(":\\d+/", ":1/");
            write(folder, "Quote", OF_SYMBOL + AS_SOAP + send, OF_ANSWER + AS_JSON, FAULT);
            write(folder, "Dead", OF_SYMBOL + AS_SOAP + dead, OF_ANSWER + AS_JSON, FAULT);
            write(
                    folder,
                    "Straight",
                    AS_SOAP.replaceFirst("<property name='ContentType'[^>]*>", "") + send,
                    AS_JSON,
                    FAULT);
            write(folder, "Styled", "<xslt key='in.xsl'/>" + AS_SOAP + send, "<xslt key='out.xsl'/>" + AS_JSON, FAULT);
            write(
                    folder,
                    "Choose",
                    AS_SOAP + "<filter source='//kind' regex='quote'><then>" + OF_SYMBOL + send
                            + "</then><else><property name='X-No' value='1' scope='transport'/>" + OF_SYMBOL + send
                            + "</else></filter>",
                    OF_ANSWER + AS_JSON,
                    FAULT);
            for (Map.Entry<String, String> one : FAULTS.entrySet()) {
                write(
                        folder,
                        one.getKey(),
                        "<filter source='//symbol' regex='IBM'><then>" + OF_SYMBOL + AS_SOAP + send + "</then><else>"
                                + AS_SOAP + dead + "</else></filter>",
                        OF_ANSWER + AS_JSON,
                        one.getValue());
            }
            Path entries = folder.resolve("synapse-config/local-entries");
            Files.writeString(
                    entries.resolve("in.xsl.xml"),
                    "<localEntry xmlns='http://ws.apache.org/ns/synapse' key='in.xsl'>"
                            + STYLESHEET.formatted(
                                    "<xsl:template match='ask'><m:getQuote><xsl:apply-templates/></m:getQuote></xsl:template><xsl:template match='symbol'><m:symbol><xsl:copy-of select='@*'/><xsl:apply-templates/></m:symbol></xsl:template>")
                            + "</localEntry>");
            Files.writeString(
                    entries.resolve("out.xsl.xml"),
                    "<localEntry xmlns='http://ws.apache.org/ns/synapse' key='out.xsl'>"
                            + STYLESHEET.formatted(
                                    "<xsl:template match='*'><xsl:element name='{local-name()}'><xsl:apply-templates/></xsl:element></xsl:template>")
                            + "</localEntry>");
            mediator = Child.ours(home, "--axis2", axis2.toString(), "--lanes", lanes);
        }

        /** What the client and the backend get, without what differs from lane to lane. */
        List<String> told(byte[] request) throws IOException {
            HttpMessage answer = Wire.exchange(mediator.port(), request);
            List<String> told = new ArrayList<>();
            // The engine names the type of the client's message where it sends a fault.
            String type = answer.status() < 400 || answer.text().startsWith("{")
                    ? answer.headers().get("content-type")
                    : "fault";
            told.add(answer.status() + " " + type + " " + canonical(answer.text()));
            List<HttpMessage> all = backend.requests();
            for (HttpMessage sent : all.subList(seen, all.size())) {
                told.add(sent.startLine() + " " + sent.headers().get("content-type") + " "
                        + sent.headers().get("soapaction") + " "
                        + sent.headers().get("x-no") + " " + canonical(sent.text()));
            }
            seen = all.size();
            return told;
        }

        private static String canonical(String text) {
            return text.startsWith("<")
                    ? Canonical.of(text.replaceFirst("<soapenv:Header\\s*(/>|></soapenv:Header>)", ""))
                            .strip()
                    : text;
        }

        void close() throws IOException {
            mediator.close();
            backend.close();
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        fast.start(folder.resolve("fast"), "fast");
        engine.start(folder.resolve("engine"), "engine");
    }

    @AfterAll
    void stop() throws IOException {
        fast.close();
        engine.close();
    }

    private static void write(Path folder, String name, String in, String out, String fault) throws IOException {
        Files.writeString(
                folder.resolve("synapse-config/proxy-services/" + name + ".xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name
                        + "' transports='http'><target><inSequence>" + in
                        + "</inSequence><outSequence>" + out
                        + "</outSequence><faultSequence>" + fault + "</faultSequence></target></proxy>");
    }

    /** What the client and the backend got, which was the same in both lanes. */
    private List<String> told(byte[] request) throws IOException {
        List<String> told = fast.told(request);
        assertThat(told).isEqualTo(engine.told(request));
        return told;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "text/xml | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header><h/></s:Header><s:Body><a b='1'><c>1</c><!-- x --><c><![CDATA[<]]></c>t</a></s:Body></s:Envelope>",
                "text/xml | 201 Made | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><p:a xmlns:p='urn:p' p:x='&#10;'>\u00e9\ud83d\ude00 <p:b/> </p:a></s:Body></s:Envelope>",
                "text/xml | 500 No | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>",
                "text/xml | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>",
                "text/xml | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a/><b/></s:Body></s:Envelope>",
                "text/xml | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a xmlns='urn:a'/></s:Body></s:Envelope>",
                "text/xml | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a></s:Body></s:Envelope>",
                "text/xml; charset=ISO-8859-1 | 200 OK | <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a>x</a></s:Body></s:Envelope>",
                "application/soap+xml | 200 OK | <s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><a>x</a></s:Body></s:Envelope>",
                "application/xml | 200 OK | <a>x</a>",
                "text/xml | 202 Accepted | "
            })
    void anAnswerBecomesTheSameInBothLanes(String type, String status, String content) throws IOException {
        byte[] bytes = (content == null ? "" : content).getBytes(StandardCharsets.UTF_8);
        byte[] answer = ("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + bytes.length
                        + "\r\n\r\n" + (content == null ? "" : content))
                .getBytes(StandardCharsets.UTF_8);
        String raw = StubBackend.RAW + Base64.getEncoder().encodeToString(answer) + "\r\n";
        for (String proxy : List.of("Straight", "Styled", "Untyped")) {
            for (String message : List.of(
                    "{\"ask\":{\"symbol\":\"IBM\"}}",
                    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><ask><symbol>IBM</symbol></ask></s:Body></s:Envelope>")) {
                told(request(proxy, raw, message.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Typed", "Untyped", "Late", "Twelve", "Pox", "Status", "Styled"})
    void aFailureIsToldInTheSameWayInBothLanes(String proxy) throws IOException {
        for (String message : List.of("{\"ask\":{\"symbol\":\"SUN\"}}", "{\"ask\"", "{\"ask\":{\"symbol\":\"IBM\"}}")) {
            told(request(proxy, "", message.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Quote {\"ask\":{\"symbol\":\"IBM\"}}",
                "Quote {\"ask\":{\"symbol\":[\"I\",\"B\",\"M\"]}}",
                "Quote {\"ask\":{\"a\":{\"symbol\":1.50},\"b\":null}}",
                "Choose {\"ask\":{\"kind\":\"quote\",\"symbol\":\"IBM\"}}",
                "Choose {\"ask\":{\"kind\":\"other\",\"symbol\":\"\u00e9\"}}"
            })
    void becomesSoapForTheBackendAndJsonForTheClient(String message) throws IOException {
        String proxy = message.substring(0, message.indexOf(' '));
        String symbol = message.contains("1.50") ? "1.5" : message.contains("\u00e9") ? "\u00e9" : "IBM";
        List<String> told =
                told(request(proxy, "", message.substring(proxy.length() + 1).getBytes(StandardCharsets.UTF_8)));
        assertThat(told.get(0))
                .matches(
                        "200 application/json; charset=UTF-8 \\{\"quote\":\\{\"@by\":\"backend-A\",\"last\":\"[0-9.]+\"}}");
        assertThat(told.get(1))
                .startsWith("POST /json HTTP/1.1 text/xml; charset=UTF-8 \"urn:getQuote\" "
                        + (message.contains("other") ? "1" : null))
                .contains("Envelope")
                .contains("{http://services.samples}symbol>" + symbol + "<");
        assertThat(fast.backend.requests().get(fast.seen - 1).headers())
                .as("the engine would have sent chunks")
                .containsKey("content-length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ask\":{\"symbol\":\"IBM\"}",
                "{\"ask\":{\"symbol\":\"IBM\"}} more",
                "{\"ask\":{\"symbol\":\"IBM\",\"symbol\":\"SUN\"}}",
                "{\"ask\":{\"sym bol\":\"IBM\"}}",
                "{\"ask\":\"\\u0000\"}",
                "[1,2]",
                "\ufeff{\"ask\":{}}",
                "deep"
            })
    void isAnsweredWithTheFaultOfTheSequenceIfItIsNone(String content) throws IOException {
        String body = content.equals("deep") ? "{\"a\":" + "[".repeat(5000) : content;
        List<String> told = told(request("Quote", "", body.getBytes(StandardCharsets.UTF_8)));
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).startsWith("500 ").contains("it failed").doesNotContain("JsonParse", "\tat ");
    }

    @Test
    void isAnsweredWithTheFaultOfTheSequenceIfItsBytesAreNoUtf8() throws IOException {
        byte[] body = "{\"ask\":{\"symbol\":\"\u00e9\"}}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(told(request("Quote", "", body)).get(0)).startsWith("500 ").contains("it failed");
    }

    @Test
    void isAnsweredWithAFaultIfTheBackendIsDown() throws IOException {
        byte[] body = "{\"ask\":{\"symbol\":\"IBM\"}}".getBytes(StandardCharsets.UTF_8);
        assertThat(told(request("Dead", "", body)).get(0)).startsWith("500 ").contains("it failed");
    }

    /** A message of JSON, or of SOAP if it looks so. */
    private static byte[] request(String proxy, String fields, byte[] body) {
        String type = body.length > 0 && body[0] == '<' ? "text/xml; charset=UTF-8" : "application/json";
        byte[] head = ("POST /services/" + proxy + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "Content-Type: " + type
                        + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = java.util.Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }
}
