package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of the fast lane whose first answer goes to a second backend, which misbehaves, while clients do, too. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoCallsIT {

    /** What the second backend does, by the name of the proxy. */
    private static final Map<String, String> ORDERS = Map.of(
            "Answers", "answer", "Closes", "close", "Halves", "half-answer", "Holds", "hold", "Gigantic", "gigantic");

    private StubBackend second;
    private StubBackend first;
    private ServerSocket hasty;
    private Child mediator;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        first = new StubBackend("backend-A");
        second = new StubBackend("backend-B");
        hasty = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Home home = Home.copy(folder, first);
        for (Map.Entry<String, String> one : ORDERS.entrySet()) {
            write(home, one.getKey(), first.port(), one.getValue());
        }
        write(home, "Early", hasty.getLocalPort(), "answer");
        mediator = Child.ours(home, "--lanes", "fast", "--limit", "unsent=64k");
    }

    @AfterAll
    void stop() throws IOException {
        mediator.close();
        first.close();
        second.close();
        hasty.close();
    }

    private void write(Home home, String name, int port, String order) throws IOException {
        Path config = home.folder().resolve("synapse-config");
        Files.writeString(
                config.resolve("proxy-services/" + name + ".xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name
                        + "' transports='http'><target><inSequence><send receive='to" + name + "'>"
                        + endpoint(port) + "</send></inSequence><outSequence><send/></outSequence><faultSequence>"
                        + "<makefault version='soap11'><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/>"
                        + "<reason expression='$ctx:ERROR_CODE'/></makefault><property name='RESPONSE' value='true'/>"
                        + "<header name='To' action='remove'/><send/></faultSequence></target></proxy>");
        Files.writeString(
                config.resolve("sequences/to" + name + ".xml"),
                "<sequence xmlns='http://ws.apache.org/ns/synapse' name='to" + name
                        + "'><property name='Stub' value='" + order + "' scope='transport'/><send>"
                        + endpoint(second.port()) + "</send></sequence>");
    }

    private static String endpoint(int port) {
        return "<endpoint><address uri='http://127.0.0.1:" + port
                + "/services/Backend'><timeout><duration>1000</duration><responseAction>fault</responseAction></timeout>"
                + "<suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure></address></endpoint>";
    }

    @ParameterizedTest
    @CsvSource({"Closes,101505", "Holds,504"})
    void tellsTheErrorOfTheSecondBackend(String proxy, String code) throws IOException {
        for (String size : new String[] {"500", "100K"}) {
            HttpMessage answer = Wire.exchange(mediator.port(), post(proxy, size));

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains(">" + code + "<");
        }
    }

    @Test
    void cutsTheClientWhenTheSecondAnswerBreaksOff() throws IOException {
        try (Wire client = new Wire(mediator.port())) {
            assertThat(client.send(post("Halves", "500")).receive().whole()).isFalse();
        }
    }

    @Test
    void givesUpTheSecondCallWhenTheClientGoes() throws Exception {
        int before = second.requests().size();
        try (Wire client = new Wire(mediator.port())) {
            client.send(post("Holds", "500"));
            second.awaitRequests(before + 1);
            client.reset();
        }
        assertThat(Wire.exchange(mediator.port(), post("Answers", "500")).text())
                .contains("backend-B");
    }

    @Test
    void readsNoFurtherOfTheSecondAnswerThanTheClientTakesIt() throws Exception {
        try (Wire client = new Wire(mediator.port())) {
            assertThat(client.send(post("Gigantic", "500")).receiveHead().status())
                    .isEqualTo(200);
            long[] last = {-1};
            Eventually.isSo("the second backend waits", () -> {
                long now = second.giganticBytes();
                boolean same = now > 0 && now == last[0];
                last[0] = now;
                return same;
            });
            assertThat(second.giganticBytes()).isLessThan(StubBackend.GIGABYTE / 10);
        }
    }

    @Test
    void sendsOnAnAnswerThatCameBeforeTheRequestWasWhole() throws Exception {
        byte[] request = post("Early", "100K");
        try (Wire client = new Wire(mediator.port())) {
            client.send(new String(request, 0, 70_000, StandardCharsets.UTF_8));
            String answer =
                    "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><a/></e:Body></e:Envelope>";
            try (Socket backend = hasty.accept()) {
                InputStream in = backend.getInputStream();
                assertThat(HttpMessage.readHead(in)).isNotNull();
                backend.getOutputStream()
                        .write(("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + answer.length()
                                        + "\r\n\r\n" + answer)
                                .getBytes(StandardCharsets.UTF_8));
                HttpMessage last = client.receive();
                assertThat(last.text()).contains(StubBackend.FAULT_TEXT);
                assertThat(last.headers()).containsEntry("connection", "close");
            }
        }
    }

    private static byte[] post(String proxy, String size) {
        String body = Scenario.VIRTUALIZATION.request(size);
        return ("POST /services/" + proxy
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"urn:getQuote\"\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }
}
