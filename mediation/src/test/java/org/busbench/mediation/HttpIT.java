package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP as clients really speak it. */
class HttpIT extends MediatorIT {

    /** How many connections to the backend a mediator may open for 20 messages of one client, one after the other. */
    int mayOpen() {
        return 0;
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void keepsBothConnectionsForTheNextMessage(Scenario scenario) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(scenario.post(scenario.request("500")));
            assertThat(wire.receive().status()).isEqualTo(200);
            int before = backendA.connections();
            for (int i = 0; i < 20; i++) {
                String nonce = String.format("%016x", i);
                wire.send(scenario.post(scenario.request("1K").replace(Scenario.NONCE, nonce)));
                assertThat(wire.receive().text()).contains(">" + nonce + "<").contains(">" + nonce + "-z<");
            }
            assertThat(backendA.connections()).isBetween(before, before + mayOpen());
        }
    }

    @ParameterizedTest
    @CsvSource({"VIRTUALIZATION,7", "VIRTUALIZATION,5000", "CBR,7", "CBR,5000", "XSLT,7", "XSLT,5000"})
    void takesChunkedRequests(Scenario scenario, int chunk) throws IOException {
        String body = scenario.request("10K");
        StringBuilder chunks = new StringBuilder(scenario.head("Transfer-Encoding: chunked", "HTTP/1.1"));
        for (int at = 0; at < body.length(); at += chunk) {
            String part = body.substring(at, Math.min(body.length(), at + chunk));
            chunks.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }

        HttpMessage answer = exchange(chunks.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(">" + Scenario.NONCE + "-z<");
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void takesARequestByteByByte(Scenario scenario) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            for (byte b : scenario.post(scenario.request("500"))) {
                wire.send(new byte[] {b});
            }
            assertThat(wire.receive().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void answersExpectContinueItself(Scenario scenario) throws IOException {
        String body = scenario.request("1K");
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(scenario.head(body.length(), "Expect: 100-continue"));
            assertThat(wire.receive().status()).isEqualTo(100);
            wire.send(body);
            HttpMessage answer = wire.receive();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains(">" + Scenario.NONCE + "-z<");
        }
        assertThat(backendA.requests()).noneMatch(request -> request.headers().containsKey("expect"));
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void answersHttp10WithoutChunksAndCloses(Scenario scenario) throws IOException {
        String body = scenario.request("10K");
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(scenario.head("Content-Length: " + body.length(), "HTTP/1.0") + body);
            HttpMessage answer = wire.receive();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).doesNotContainKey("transfer-encoding");
            assertThat(answer.text()).contains(">" + Scenario.NONCE + "-z<").endsWith("Envelope>");
            assertThat(wire.isClosedByPeer()).isTrue();
        }
    }
}
