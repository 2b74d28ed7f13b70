package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON of a client in front of a SOAP service, once an {@code axis2.xml} names the classes of Axis2 for it. */
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

    private final StubBackend backend;
    private Child mediator;

    JsonIT() throws IOException {
        backend = new StubBackend("backend-A");
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        Home home = Home.copy(folder, backend);
        Path axis2 = folder.resolve("with-json.xml");
        Files.writeString(axis2, AXIS2);
        String send = "<send><endpoint><address uri='http://127.0.0.1:" + backend.port()
                + "/json' format='soap11'/></endpoint></send>";
        write(folder, "Quote", OF_SYMBOL + AS_SOAP + send, OF_ANSWER + AS_JSON);
        write(folder, "Dead", OF_SYMBOL + AS_SOAP + send.replaceFirst(":\\d+/", ":1/"), OF_ANSWER + AS_JSON);
        write(
                folder,
                "Choose",
                AS_SOAP + "<filter source='//kind' regex='quote'><then>" + OF_SYMBOL + send
                        + "</then><else><property name='X-No' value='1' scope='transport'/>" + OF_SYMBOL + send
                        + "</else></filter>",
                OF_ANSWER + AS_JSON);
        mediator = Child.ours(home, "--axis2", axis2.toString());
    }

    @AfterAll
    void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    private static void write(Path folder, String name, String in, String out) throws IOException {
        Files.writeString(
                folder.resolve("synapse-config/proxy-services/" + name + ".xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name
                        + "' transports='http'><target><inSequence>" + in
                        + "</inSequence><outSequence>" + out
                        + "</outSequence><faultSequence><makefault version='soap11'>"
                        + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='it failed'/></makefault>"
                        + "<property name='messageType' value='text/xml' scope='axis2'/><property name='RESPONSE' value='true'/>"
                        + "<header name='To' action='remove'/><send/></faultSequence></target></proxy>");
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
        byte[] request = request(proxy, message.substring(proxy.length() + 1).getBytes(StandardCharsets.UTF_8));
        HttpMessage answer = Wire.exchange(mediator.port(), request);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).matches("\\{\"quote\":\\{\"@by\":\"backend-A\",\"last\":\"[0-9.]+\"}}");
        assertThat(answer.headers()).containsEntry("content-type", "application/json; charset=UTF-8");
        HttpMessage sent = last();
        assertThat(sent.text()).contains("Envelope").contains("<m:symbol>" + symbol + "</m:symbol>");
        assertThat(sent.headers())
                .containsEntry("content-type", "text/xml; charset=UTF-8")
                .containsEntry("soapaction", "\"urn:getQuote\"");
        assertThat(sent.headers().get("x-no")).isEqualTo(message.contains("other") ? "1" : null);
    }

    private HttpMessage last() {
        List<HttpMessage> all = backend.requests();
        return all.get(all.size() - 1);
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
        int before = backend.requests().size();
        HttpMessage answer = Wire.exchange(mediator.port(), request("Quote", body.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains("it failed").doesNotContain("JsonParse", "\tat ");
        assertThat(backend.requests()).hasSize(before);
    }

    @Test
    void isAnsweredWithTheFaultOfTheSequenceIfItsBytesAreNoUtf8() throws IOException {
        byte[] body = "{\"ask\":{\"symbol\":\"\u00e9\"}}".getBytes(StandardCharsets.ISO_8859_1);
        HttpMessage answer = Wire.exchange(mediator.port(), request("Quote", body));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("it failed");
    }

    @Test
    void isAnsweredWithAFaultIfTheBackendIsDown() throws IOException {
        byte[] request = request("Dead", "{\"ask\":{\"symbol\":\"IBM\"}}".getBytes(StandardCharsets.UTF_8));
        HttpMessage answer = Wire.exchange(mediator.port(), request);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("it failed");
    }

    @Test
    void leavesSoapToTheSameProxyAsItIs() throws IOException {
        String soap =
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><ask><symbol>IBM</symbol></ask></s:Body></s:Envelope>";
        byte[] request =
                ("POST /services/Quote HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: "
                                + soap.length() + "\r\n\r\n" + soap)
                        .getBytes(StandardCharsets.UTF_8);
        HttpMessage answer = Wire.exchange(mediator.port(), request);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).startsWith("{\"quote\":");
    }

    private static byte[] request(String proxy, byte[] body) {
        byte[] head = ("POST /services/" + proxy
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = java.util.Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }
}
