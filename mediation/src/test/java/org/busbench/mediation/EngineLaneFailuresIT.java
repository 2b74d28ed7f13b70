package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same promises about what goes wrong, kept by the Synapse engine alone; and those that only it gives, since it reads each message to its end. */
class EngineLaneFailuresIT extends FailuresIT {

    @Override
    String lanes() {
        return "engine";
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "100K"})
    void answers500WhenARoutedMessageIsCutShort(String size) throws IOException {
        String whole = Scenario.CBR.request(size);

        assertFault(exchange(Scenario.CBR.post(whole.substring(0, whole.length() - 30))), 500, "Client");
    }

    @Test
    void sendsTheBackendNoMessageWhoseEndIsMalformed() throws IOException {
        String nonce = "badbadbadbadbad0";
        String whole = Scenario.CBR.request("100K").replace(Scenario.NONCE, nonce);
        exchange(Scenario.CBR.post(whole.substring(0, whole.length() - 30)));
        exchange(Scenario.CBR.post(Scenario.CBR.request("500")));

        assertThat(backendA.requests())
                .noneMatch(request -> request.whole() && request.text().contains(nonce));
    }

    @Test
    void answersARoutedMessageThatIsMalformedOnceAndNotAgainWhenItsTimeIsUp() throws IOException {
        String whole = Scenario.CBR.request("500");
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(Scenario.CBR.post(whole.substring(0, whole.length() - 30)));
            assertFault(wire.receive(), 500, "Client");
            // By the time this is due, so is the malformed one's timeout: the next answer must still be this message's
            // own.
            wire.send(Scenario.CBR.post(whole, StubBackend.HOLD));
            assertFault(wire.receive(), 504, "Server");
            wire.send(Scenario.CBR.post(whole));
            assertThat(wire.receive().status()).isEqualTo(200);
        }
    }
}
