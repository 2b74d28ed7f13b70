package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Echo;
import org.busbench.mediation.rig.Home;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine lane does with HTTP: its messages come from the server of both lanes, and its requests go out through the same loops. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineTransportIT {

    private static final String ENVELOPE =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                    + "<soapenv:Body><m:note xmlns:m=\"http://services.samples\">%s</m:note></soapenv:Body></soapenv:Envelope>";

    private static final String INCLUDE =
            "<xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:image@busbench\"/>";
    private static final String IMAGE =
            "\r\n--part\r\nContent-Type: image/gif\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <image@busbench>\r\n\r\nGIF89a-not-really\r\n--part--\r\n";
    private static final String MTOM =
            "multipart/related; boundary=part; type=\"application/xop+xml\"; start=\"<root@busbench>\"; start-info=\"text/xml\"";
    private static final String MTOM_BODY =
            "--part\r\nContent-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <root@busbench>\r\n\r\n"
                    + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                    + "<m:upload xmlns:m=\"http://services.samples\">" + INCLUDE
                    + "</m:upload></soapenv:Body></soapenv:Envelope>" + IMAGE;
    private static final String SWA = "multipart/related; boundary=part; type=\"text/xml\"; start=\"<root@busbench>\"";
    private static final String SWA_BODY =
            "--part\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\nContent-ID: <root@busbench>\r\n\r\n"
                    + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                    + "<m:upload xmlns:m=\"http://services.samples\">cid:image@busbench</m:upload></soapenv:Body></soapenv:Envelope>"
                    + IMAGE;

    private Echo echo;
    private Child mediator;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        echo = new Echo();
        Path config = Files.createDirectories(folder.resolve("home/synapse-config/proxy-services"));
        proxy(config, "Pass", "<property name=\"a\" value=\"b\"/>", "<send/>");
        proxy(config, "Look", "<log level=\"full\"/>", "<log level=\"full\"/><send/>");
        proxy(
                config,
                "OneWay",
                "<property name=\"OUT_ONLY\" value=\"true\"/>"
                        + "<property name=\"FORCE_SC_ACCEPTED\" value=\"true\" scope=\"axis2\"/>",
                "<send/>");
        proxy(
                config,
                "NoChunks",
                "<property name=\"DISABLE_CHUNKING\" value=\"true\" scope=\"axis2\"/>",
                "<property name=\"HTTP_SC\" value=\"299\" scope=\"axis2\"/><send/>");
        Files.writeString(
                config.resolve("Mtom.xml"), proxy("Mtom", "<log level=\"full\"/>", "<send/>", "optimize=\"mtom\""));
        Files.writeString(
                config.resolve("Swa.xml"), proxy("Swa", "<log level=\"full\"/>", "<send/>", "optimize=\"swa\""));
        Path apis = Files.createDirectories(folder.resolve("home/synapse-config/api"));
        Files.writeString(
                apis.resolve("Rest.xml"),
                "<api xmlns=\"http://ws.apache.org/ns/synapse\" name=\"Rest\" context=\"/rest\">"
                        + "<resource methods=\"GET POST PUT\" url-mapping=\"/quotes/*\"><inSequence><send>"
                        + endpoint("") + "</send></inSequence><outSequence><send/></outSequence></resource></api>");
        proxy(
                config,
                "Computed",
                "<property name=\"Many\" expression=\"string(//*[local-name()='note'])\" scope=\"transport\"/>",
                "<send/>");
        proxy(
                config,
                "Postfix",
                "<property name=\"REST_URL_POSTFIX\" value=\"/a \u00fc?c=d\" scope=\"axis2\"/>",
                "<send/>");
        proxy(config, "Method", "<property name=\"HTTP_METHOD\" value=\"NO METHOD\" scope=\"axis2\"/>", "<send/>");
        mediator = Child.ours(new Home(folder.resolve("home")), "--lanes", "engine");
    }

    private void proxy(Path config, String name, String in, String out) throws IOException {
        Files.writeString(config.resolve(name + ".xml"), proxy(name, in, out, ""));
    }

    private String proxy(String name, String in, String out, String attributes) {
        return "<proxy xmlns=\"http://ws.apache.org/ns/synapse\" name=\"" + name + "\" transports=\"http\"><target>"
                + "<inSequence>" + in + "<send>" + endpoint(attributes) + "</send></inSequence><outSequence>" + out
                + "</outSequence><faultSequence><drop/></faultSequence></target></proxy>";
    }

    private String endpoint(String attributes) {
        return "<endpoint><address uri=\"http://127.0.0.1:" + echo.port() + "/echo\" " + attributes + "/></endpoint>";
    }

    @AfterAll
    void stop() throws IOException {
        mediator.close();
        echo.close();
    }

    private HttpMessage post(String path, String type, String framing, byte[] body) throws IOException {
        String head = "POST /services/" + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\n" + framing
                + "\r\n\r\n";
        try (Wire wire = new Wire(mediator.port())) {
            return wire.send(head).send(body).receive();
        }
    }

    private HttpMessage post(String path, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return post(path, type, "Content-Length: " + bytes.length, bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,'{\"a\": [1, 2]}'",
        "text/plain,no XML at all",
        "application/octet-stream,\u0001\u0002",
        "multipart/form-data; boundary=b,'--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n'",
        "text/xml; charset=UTF-8,<a><!-- as it came --><b  c = 'd'/></a>",
    })
    void passesOnUntouchedWhatNobodyLooksInto(String type, String body) throws IOException {
        HttpMessage answer = post("Pass", type, body);

        assertThat(answer.text()).isEqualTo(body);
        assertThat(answer.headers()).containsEntry("content-type", type).containsEntry("echo-type", type);
        assertThat(answer.headers()).containsEntry("echo-framing", "length");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8_191, 8_192, 16_384, 65_535, 65_536, 65_537, 262_144, 1_000_000})
    void takesAChunkedBodyOfAnyLength(int length) throws IOException {
        String text = "x".repeat(length);
        byte[] chunked =
                (Integer.toHexString(length) + "\r\n" + text + "\r\n0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);

        HttpMessage answer = post("Pass", "text/plain", "Transfer-Encoding: chunked", chunked);

        assertThat(answer.text()).hasSize(length).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 8_192, 65_536, 300_000, 1_000_000})
    void writesAnewWhatSomebodyHasLookedInto(int length) throws IOException {
        String message = String.format(ENVELOPE, "y".repeat(length));

        HttpMessage answer = post("Look", "text/xml; charset=UTF-8", message);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.whole()).isTrue();
        assertThat(answer.text()).contains(">" + "y".repeat(length) + "</");
        if (length < 262_000) {
            assertThat(answer.headers()).containsEntry("echo-framing", "length");
        }
    }

    /** The mediator has a heap of 256 MB. */
    @Test
    void streamsABodyThatIsLargerThanItsMemory() throws IOException {
        long length = 600L << 20;
        String head =
                "POST /services/Pass HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nEcho: count\r\nContent-Length: "
                        + length + "\r\n\r\n";
        byte[] part = new byte[1 << 20];
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(head);
            for (long sent = 0; sent < length; sent += part.length) {
                wire.send(part);
            }
            assertThat(wire.receive().text()).isEqualTo(Long.toString(length));
        }
    }

    @Test
    void answers202ToAMessageThatAsksForNoAnswer() throws IOException {
        HttpMessage answer = post("OneWay", "text/xml; charset=UTF-8", String.format(ENVELOPE, "one way"));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text()).isEmpty();
        assertThat(answer.headers()).doesNotContainKey("content-type");
    }

    @Test
    void doesWhatTheConfigurationSaysOfStatusAndFraming() throws IOException {
        HttpMessage answer = post(
                "NoChunks",
                "text/plain",
                "Transfer-Encoding: chunked",
                "3\r\nabc\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(answer.status()).isEqualTo(299);
        assertThat(answer.headers()).containsEntry("echo-framing", "length");
        assertThat(answer.text()).isEqualTo("abc");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/services/Pass/a/b?c=d,/echo/a/b?c=d",
        "DELETE,/services/Pass/a,/echo/a",
        "GET,/rest/quotes/IBM?day=1,/echo/quotes/IBM?day=1",
        "HEAD,/services/Pass,/echo",
        "GET,/services/Postfix,/echo/a%20%C3%BC?c=d"
    })
    void forwardsRequestsWithoutABody(String method, String target, String asked) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            HttpMessage answer = wire.send(method + " " + target + " HTTP/1.1\r\nHost: x\r\n\r\n")
                    .receiveHead();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).containsEntry("echo-line", method + " " + asked);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/services/Pass/a?b=c&d=%20e,/echo/a?b=c&d=%20e",
        "PUT,/services/Pass/a/b,/echo/a/b",
        "POST,/rest/quotes/IBM?day=1,/echo/quotes/IBM?day=1",
        "PUT,/rest/quotes/IBM,/echo/quotes/IBM",
    })
    void forwardsWhatIsNoXmlToTheAddressThatIsAskedFor(String method, String target, String asked) throws IOException {
        String body = "{\"symbol\": \"IBM\"}";
        try (Wire wire = new Wire(mediator.port())) {
            HttpMessage answer = wire.send(method + " " + target
                            + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body)
                    .receive();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).containsEntry("echo-line", method + " " + asked);
            assertThat(answer.headers()).containsEntry("echo-type", "application/json");
            assertThat(answer.text()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mtom", "Swa"})
    void keepsTheAttachmentsOfAMessage(String proxy) throws IOException {
        String type = proxy.equals("Mtom") ? MTOM : SWA;
        String body = proxy.equals("Mtom") ? MTOM_BODY : SWA_BODY;

        HttpMessage untouched = post("Pass", type, body);
        HttpMessage anew = post(proxy, type, body);

        assertThat(untouched.text()).isEqualTo(body);
        assertThat(untouched.headers()).containsEntry("echo-type", type);
        assertThat(anew.status()).isEqualTo(200);
        assertThat(anew.headers().get("echo-type")).startsWith("multipart/related");
        assertThat(anew.text())
                .isNotEqualTo(body)
                .contains("upload")
                .contains("image@busbench")
                .contains("GIF89a-not-really");
    }

    @Test
    void answersTheNextMessageOfAConnectionToo() throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            for (int i = 0; i < 20; i++) {
                String text = "message " + i;
                wire.send("POST /services/Pass HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: "
                        + text.length() + "\r\n\r\n" + text);
                assertThat(wire.receive().text()).isEqualTo(text);
            }
        }
    }

    @Test
    void keepsEveryFieldThatComesMoreThanOnce() throws IOException {
        String head =
                "POST /services/Pass HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nMany: a\r\nmANY: b\r\nMany: c\r\n"
                        + "Connection: keep-alive, Secret\r\nContent-Length: 1\r\n\r\nx";
        try (Wire wire = new Wire(mediator.port())) {
            assertThat(wire.send(head).receive().headers()).containsEntry("echo-many", "a, b, c");
        }
    }

    @Test
    void aFieldThatConnectionNamesGoesNoFurther() throws IOException {
        String head = "POST /services/Pass HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nMany: a\r\nMany: b\r\n"
                + "Connection: keep-alive, mANY\r\nContent-Length: 1\r\n\r\nx";
        try (Wire wire = new Wire(mediator.port())) {
            assertThat(wire.send(head).receive().headers()).containsEntry("echo-many", "-");
        }
    }

    @Test
    void aMethodThatIsNoneFailsItsMessageAlone() throws IOException {
        assertThat(post("Method", "text/plain", "x").status()).isEqualTo(500);
        assertThat(post("Pass", "text/plain", "x").status()).isEqualTo(200);
    }

    @Test
    void aMessageWithALetterThatNoFieldTakesDoesNotSuspendTheEndpointForOthers() throws IOException {
        HttpMessage answer = post("Computed", "text/xml; charset=UTF-8", ENVELOPE.formatted("a\u20acb"));

        assertThat(answer.headers()).containsEntry("echo-many", "a?b");
        assertThat(post("Computed", "text/xml; charset=UTF-8", ENVELOPE.formatted("c"))
                        .headers())
                .containsEntry("echo-many", "c");
    }
}
