package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever goes wrong, the client gets a SOAP fault with the right status, or a connection that is visibly cut. */
class FailuresIT extends MediatorIT {

    @Override
    void configure(Home home) throws IOException {
        home.edit("synapse-config/endpoints/backend-A.xml", "<duration>20000<", "<duration>1500<");
        // Nothing listens where MSFT goes.
        home.edit("synapse-config/endpoints/backend-B.xml", ":" + backendB.port(), ":" + Child.freePort());
    }

    @ParameterizedTest
    @CsvSource({"500", "100K"})
    void answers502WhenTheBackendIsDown(String size) throws IOException {
        String body = Scenario.CBR.request(size).replaceFirst(">IBM<", ">MSFT<");

        assertFault(exchange(Scenario.CBR.post(body)), 502, "Server");
    }

    @ParameterizedTest
    @CsvSource({"VIRTUALIZATION,500", "VIRTUALIZATION,100K", "CBR,500", "CBR,100K", "XSLT,500", "XSLT,100K"})
    void answers502WhenTheBackendClosesInsteadOfAnswering(Scenario scenario, String size) throws IOException {
        assertFault(exchange(scenario.post(scenario.request(size), StubBackend.CLOSE)), 502, "Server");
    }

    @ParameterizedTest
    @CsvSource({"VIRTUALIZATION,500", "VIRTUALIZATION,100K", "CBR,500", "CBR,100K", "XSLT,500", "XSLT,100K"})
    void answers502WhenTheBackendGoesAwayBeforeItHasReadTheRequest(Scenario scenario, String size) throws IOException {
        assertFault(exchange(scenario.post(scenario.request(size), StubBackend.CLOSE_AT_HEAD)), 502, "Server");
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void answers504WhenTheBackendIsTooSlow(Scenario scenario) throws IOException {
        assertFault(exchange(scenario.post(scenario.request("500"), StubBackend.HOLD)), 504, "Server");
    }

    @Test
    void answers502WhenTheAnswerToBeTransformedBreaksOff() throws IOException {
        for (String size : new String[] {"500", "100K"}) {
            byte[] request = Scenario.XSLT.post(Scenario.XSLT.request(size), StubBackend.HALF_ANSWER);
            assertFault(exchange(request), 502, "Server");
        }
    }

    @ParameterizedTest
    @CsvSource({"VIRTUALIZATION,500", "VIRTUALIZATION,100K", "CBR,500", "CBR,100K"})
    void neverLetsHalfAnAnswerPassForAWholeOne(Scenario scenario, String size) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(scenario.post(scenario.request(size), StubBackend.HALF_ANSWER));
            HttpMessage answer;
            try {
                answer = wire.receive();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("without an answer");
                return;
            }
            if (answer.whole()) {
                // Who takes an answer in before he passes it on can still say that it is none.
                assertFault(answer, 502, "Server");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"XSLT,500", "XSLT,100K"})
    void answers500WhenTheMessageIsCutShort(Scenario scenario, String size) throws IOException {
        String whole = scenario.request(size);

        assertFault(exchange(scenario.post(whole.substring(0, whole.length() - 30))), 500, "Client");
    }

    @ParameterizedTest
    @CsvSource({"CBR,hello", "CBR,<a>", "CBR,''", "XSLT,hello", "XSLT,<a>", "XSLT,''"})
    void answers500WhenTheMessageIsNoSoap(Scenario scenario, String body) throws IOException {
        assertFault(exchange(scenario.post(body)), 500, "Client");
    }

    @Test
    void logsWhatFailedWithoutStackTrace() throws IOException {
        assertFault(exchange(Scenario.CBR.post("no XML at all")), 500, "Client");

        assertThat(mediator.stderr())
                .contains(" ERROR ")
                .doesNotContain("log4j:")
                .doesNotContain("\tat ");
    }

    @Test
    void answersAMalformedMessageOnceAndNotAgainWhenItsTimeIsUp() throws IOException {
        String whole = Scenario.XSLT.request("500");
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(Scenario.XSLT.post(whole.substring(0, whole.length() - 30)));
            assertFault(wire.receive(), 500, "Client");
            // By the time this is due, so is the malformed one's timeout: the next answer must still be this message's
            // own.
            wire.send(Scenario.XSLT.post(whole, StubBackend.HOLD));
            assertFault(wire.receive(), 504, "Server");
            wire.send(Scenario.XSLT.post(whole));
            assertThat(wire.receive().status()).isEqualTo(200);
        }
    }

    static void assertFault(HttpMessage answer, int status, String code) {
        assertThat(answer.text()).contains("Fault>").contains(":" + code + "</faultcode>");
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.headers().get("content-type")).startsWith("text/xml");
        assertThat(answer.whole()).isTrue();
    }
}
