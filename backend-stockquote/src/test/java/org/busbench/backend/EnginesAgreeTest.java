package org.busbench.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.backend.axis2.Axis2Engine;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.wire.WireEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnginesAgreeTest {
    private static final List<Instance> WIRE = Instances.named("backend-A", "delayed");
    private static final List<Instance> AXIS2 = List.of(
            Instances.instance("backend-A", Delay.NONE), Instances.instance("delayed", Delay.parse("fixed:1ms")));
    private static final Engine WIRE_ENGINE = new WireEngine(WIRE, 1);
    private static final Engine AXIS2_ENGINE = new Axis2Engine(AXIS2);

    @BeforeAll
    static void start() throws IOException {
        WIRE_ENGINE.start();
        AXIS2_ENGINE.start();
    }

    @AfterAll
    static void stop() {
        WIRE_ENGINE.close();
        AXIS2_ENGINE.close();
    }

    static Stream<String> messages() {
        Stream<String> samples = Samples.SIZES.stream()
                .flatMap(size -> Stream.of("getQuote.xml", "checkPrice.xml", "getQuoteResponse.xml")
                        .map(file -> new String(Samples.read(size, file), UTF_8)));
        Stream<String> others = Stream.of(
                "<x",
                "",
                "no xml",
                "<!DOCTYPE a><a/>",
                body(
                        "<getFullQuote xmlns='http://services.samples'><request><symbol>A&amp;B</symbol></request></getFullQuote>"),
                body(
                        "<getMarketActivity xmlns='http://services.samples'><request><symbols>\u20ac</symbols></request></getMarketActivity>"),
                body(
                        "<placeOrder xmlns='http://services.samples'><order><price>1.5</price><quantity>2</quantity><symbol>S</symbol></order></placeOrder>"),
                body("<placeOrder xmlns='http://services.samples'><order><price>dear</price></order></placeOrder>"),
                body(
                        "<getQuote xmlns='http://services.samples'><request><symbol>a&lt;b</symbol><ref>&gt;</ref></request></getQuote>"),
                body("<getQuote xmlns='http://services.samples'><request><ref>1</ref></request></getQuote>"),
                body(""));
        return Stream.concat(samples, others);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageGetsTheSameStatusAndBytes(String message) throws IOException {
        for (int i = 0; i < WIRE.size(); i++) {
            RawClient.Response wire = post(WIRE_ENGINE.port(WIRE.get(i)), message);
            RawClient.Response axis2 = post(AXIS2_ENGINE.port(AXIS2.get(i)), message);
            assertThat(axis2.status()).isEqualTo(wire.status());
            assertThat(axis2.text()).isEqualTo(wire.text());
            assertThat(axis2.body()).isEqualTo(wire.body());
        }
    }

    @Test
    void bothPublishTheSameWsdlUnderTheirOwnAddress() throws IOException {
        int wirePort = WIRE_ENGINE.port(WIRE.get(0));
        int axis2Port = AXIS2_ENGINE.port(AXIS2.get(0));
        try (RawClient wire = new RawClient(wirePort);
                RawClient axis2 = new RawClient(axis2Port)) {
            String wsdl = axis2.get(Instance.PATH + "?wsdl").receive().text();
            assertThat(wsdl).contains("location=\"http://127.0.0.1:" + axis2Port + Instance.PATH + "\"");
            assertThat(wire.get(Instance.PATH + "?wsdl").receive().text().replace(":" + wirePort, ":" + axis2Port))
                    .isEqualTo(wsdl);
        }
    }

    @Test
    void bothShowTheFirstMessageThatCameSinceTheyWereToldToByteForByte() throws IOException {
        for (int port : List.of(WIRE_ENGINE.port(WIRE.get(0)), AXIS2_ENGINE.port(AXIS2.get(0)))) {
            String first = body("<getQuote xmlns='http://services.samples'><request><symbol>\u20ac</symbol>"
                    + "<note>  what no answer repeats </note></request></getQuote>");
            try (RawClient client = new RawClient(port)) {
                client.send("POST /received HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                        .receive();
                assertThat(client.get("/received").receive().status()).isEqualTo(404);
                assertThat(client.get("/received/action").receive().status()).isEqualTo(404);
                post(port, first);
                post(port, body("another"));
                assertThat(client.get("/received").receive().text()).isEqualTo(first);
                assertThat(client.get("/received/action").receive().text().replace("\"", ""))
                        .isEqualTo("urn:placeOrder\n");
            }
        }
    }

    @Test
    void bothTakeOtherPathsAndMethodsAlike() throws IOException {
        for (String start : List.of(
                "GET /nothing",
                "PUT /received",
                "PUT " + Instance.PATH,
                "DELETE /stats",
                "POST /stats",
                "GET " + Instance.PATH)) {
            String request = start + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
            try (RawClient wire = new RawClient(WIRE_ENGINE.port(WIRE.get(0)));
                    RawClient axis2 = new RawClient(AXIS2_ENGINE.port(AXIS2.get(0)))) {
                int expected = wire.send(request).receive().status();
                assertThat(axis2.send(request).receive().status()).as(start).isEqualTo(expected);
            }
        }
    }

    private static RawClient.Response post(int port, String message) throws IOException {
        try (RawClient client = new RawClient(port)) {
            return client.post(message.getBytes(UTF_8), "SOAPAction: \"urn:placeOrder\"")
                    .receive();
        }
    }

    private static String body(String content) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + content
                + "</s:Body></s:Envelope>";
    }
}
