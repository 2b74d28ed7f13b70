package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
import org.busbench.mediation.rig.Nap;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.Snippet;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine lane answers a client whom Synapse leaves without an answer. A backend may be silent for two seconds here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineLaneFallbackIT {

    private static final String LONG = "<suspendOnFailure><initialDuration>600000</initialDuration></suspendOnFailure>";
    private static final String MEMBER =
            "<endpoint><address uri='${A}/services/Backend'>" + LONG + "</address></endpoint>";
    private static final String FAILOVER =
            "<endpoint><failover>" + MEMBER + MEMBER.replace("{A}", "{B}") + "</failover></endpoint>";
    private static final String GROUP = "<inSequence><send>" + FAILOVER + "</send></inSequence>";
    private static final String DEAD = "<inSequence><send><endpoint>$DEAD</endpoint></send></inSequence>";
    private static final String LIVE = "<inSequence>" + Snippet.SEND + "</inSequence>";

    private LaneUnderTest lane;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        lane = new LaneUnderTest(
                List.of("-Dhttp.socket.timeout=2000"),
                folder,
                "engine",
                List.of(
                        Snippet.target("Group", GROUP),
                        Snippet.target("AnotherGroup", GROUP),
                        Snippet.target("GroupWithFault", GROUP + Snippet.FAULT),
                        Snippet.target("Suspended", GROUP),
                        Snippet.target("SuspendedAndDropped", GROUP + "<faultSequence><drop/></faultSequence>"),
                        Snippet.target("TargetAlone", MEMBER),
                        Snippet.target("TargetOfAGroup", FAILOVER),
                        Snippet.target(
                                "TargetOfABalancedGroup",
                                "<inSequence><log/></inSequence>" + FAILOVER.replace("failover", "loadbalance")),
                        Snippet.target("TargetNowhere", "<endpoint key='nowhere'/>"),
                        Snippet.target("Nowhere", "<inSequence><send><endpoint key='nowhere'/></send></inSequence>"),
                        Snippet.target(
                                "NowhereFirst",
                                "<inSequence><send><endpoint key='nowhere'/></send>" + Snippet.SEND
                                        + "</inSequence><outSequence><send/></outSequence>"),
                        Snippet.target("Dead", DEAD),
                        Snippet.target("DeadAndDropped", DEAD + "<faultSequence><drop/></faultSequence>"),
                        Snippet.target("AnswerDropped", LIVE + "<outSequence><drop/></outSequence>" + Snippet.FAULT),
                        Snippet.target(
                                "Discarded",
                                "<inSequence><send><endpoint><address uri='${A}/services/Backend'><timeout><duration>300</duration>"
                                        + "<responseAction>discard</responseAction></timeout></address></endpoint></send></inSequence>"
                                        + Snippet.FAULT),
                        Snippet.target(
                                "TwoCopies",
                                "<inSequence><clone><target><sequence><send><endpoint>$DEAD</endpoint></send></sequence></target>"
                                        + "<target><sequence>" + Snippet.SEND
                                        + "</sequence></target></clone></inSequence><outSequence><send/></outSequence>")),
                Child.freePort());
    }

    @AfterAll
    void stop() throws Exception {
        lane.close();
    }

    @ParameterizedTest
    @CsvSource({"Group,500", "AnotherGroup,100K", "GroupWithFault,500", "GroupWithFault,100K"})
    void answers502WhenAllOfAGroupHangUp(String proxy, String size) throws Exception {
        lane.received();
        HttpMessage answer = lane.ask(post(proxy, size, StubBackend.CLOSE));

        assertThat(answer.status()).as(answer.text()).isEqualTo(502);
        assertThat(answer.text()).contains("Fault>").contains(":Server</faultcode>");
        assertThat(answer.headers().get("content-type")).startsWith("text/xml");
    }

    @ParameterizedTest
    @CsvSource({"Nowhere,500", "TargetNowhere,500", "Dead,500", "Dead,100K", "DeadAndDropped,500"})
    void answers502WhenABackendIsDownAndNoSequenceSaysSo(String proxy, String size) throws Exception {
        HttpMessage answer = lane.ask(post(proxy, size, "X: y"));

        assertThat(answer.status()).as(answer.text()).isEqualTo(502);
        assertThat(answer.text()).contains("<faultstring>The backend cannot be reached<");
    }

    @Test
    void waitsForTheAnswerOfAnEndpointWhenAnotherSendFindsNone() throws Exception {
        assertThat(lane.ask(post("NowhereFirst", "500", "X: y")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Suspended", "SuspendedAndDropped", "TargetAlone", "TargetOfAGroup", "TargetOfABalancedGroup"})
    void answers503WhenNoEndpointIsReadyAndNoSequenceSaysSo(String proxy) throws Exception {
        lane.ask(post(proxy, "500", StubBackend.CLOSE));

        assertThat(lane.ask(post(proxy, "500", "X: y")).status()).isEqualTo(503);
    }

    @Test
    void answersInTheVersionOfSoapThatTheMessageHas() throws Exception {
        String body = Scenario.VIRTUALIZATION
                .request("500")
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        byte[] request = text("Dead", body, "X: y")
                .replace("text/xml", "application/soap+xml")
                .getBytes(StandardCharsets.UTF_8);

        HttpMessage answer = lane.ask(request);

        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.headers().get("content-type")).startsWith("application/soap+xml");
        assertThat(answer.text())
                .contains("http://www.w3.org/2003/05/soap-envelope")
                .contains("soapenv:Receiver");
    }

    @Test
    void answers504WhenNobodyPassesTheAnswerOnOrWhatIsLateIsDiscarded() throws Exception {
        assertThat(lane.ask(post("AnswerDropped", "500", "X: y")).status()).isEqualTo(504);
        assertThat(lane.ask(post("Discarded", "500", StubBackend.HOLD)).status())
                .isEqualTo(504);
    }

    @Test
    void waitsForTheOtherCopyOfAMessageWhenOneFails() throws Exception {
        assertThat(lane.ask(post("TwoCopies", "500", "X: y")).status()).isEqualTo(200);
    }

    /** The end of its sequence must not put the client off to the time that a silent backend gets: two minutes here. */
    @Test
    void aFailureThatComesBeforeTheSequenceEndsIsToldSoon(@TempDir Path folder) throws Exception {
        String nap = "<class name='" + Nap.class.getName() + "'><property name='millis' value='300'/></class>";
        try (LaneUnderTest patient = new LaneUnderTest(
                List.of("-Dhttp.socket.timeout=120000"),
                folder,
                "engine",
                List.of(Snippet.target("DeadThenBusy", DEAD.replace("</inSequence>", nap + "</inSequence>"))),
                Child.freePort())) {
            assertThat(patient.ask(post("DeadThenBusy", "500", "X: y")).status())
                    .isEqualTo(502);
        }
    }

    private static byte[] post(String proxy, String size, String header) {
        return text(proxy, Scenario.VIRTUALIZATION.request(size), header).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String proxy, String body, String header) {
        return new String(Scenario.VIRTUALIZATION.post(body, header), StandardCharsets.UTF_8)
                .replaceFirst("/services/VirtualizationProxy", "/services/" + proxy);
    }
}
