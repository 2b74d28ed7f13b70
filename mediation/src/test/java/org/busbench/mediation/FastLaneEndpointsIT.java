package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.rig.Snippet.in;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.Snippet;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the fast lane does with endpoints where the engine's transport leaves the client waiting. */
class FastLaneEndpointsIT {

    private static final String LONG = "<suspendOnFailure><initialDuration>600000</initialDuration></suspendOnFailure>";

    private static final String FINAL =
            "<retryConfig><disabledErrorCodes>504,101505</disabledErrorCodes></retryConfig>";
    private static final String SLOW =
            "<timeout><duration>500</duration><responseAction>%1$s</responseAction></timeout>" + LONG;
    /** Two backends that get half a second each. */
    private static final String LATE =
            "<send><endpoint><failover><endpoint><address uri='${A}/services/Backend'>" + SLOW
                    + "%2$s</address></endpoint><endpoint><address uri='${B}/services/Backend'>" + SLOW
                    + "%3$s</address></endpoint></failover></endpoint></send>";

    private static final String NEVER_TOLD =
            "<property name='HTTP_SC' value='599' scope='axis2'/><makefault version='soap11'>"
                    + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='told'/></makefault><respond/>";

    private static final String CODE_TOLD =
            "<makefault version='soap11'><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/>"
                    + "<reason expression=\"concat('code ', $ctx:ERROR_CODE)\"/></makefault>"
                    + "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/>";

    private static final List<Snippet> SNIPPETS = List.of(
            in(
                    "Replay",
                    "<send><endpoint><failover><endpoint><address uri='${A}/services/Backend'>" + LONG
                            + "</address></endpoint><endpoint>$B</endpoint></failover></endpoint></send>"),
            in(
                    "Recovery",
                    "<send><endpoint><address uri='${A}/services/Backend'><suspendOnFailure><initialDuration>5000</initialDuration>"
                            + "</suspendOnFailure></address></endpoint></send>"),
            in("Dropped", "<drop/>"),
            in(
                    "Addressed",
                    "<header name='Action' value='urn:set'/><send><endpoint><failover><endpoint><address uri='${A}/services/Backend'><enableAddressing/>"
                            + LONG
                            + "</address></endpoint><endpoint><address uri='${B}/there'><enableAddressing version='submission'/></address></endpoint></failover></endpoint></send>"),
            in("ReplyTo", "<send><endpoint>$DEAD</endpoint></send>")
                    .withFault(CODE_TOLD.replace("action='remove'", "expression=\"get-property('ReplyTo')\"")),
            in("OutOnly", "<property name='OUT_ONLY' value='true'/>" + Snippet.SEND),
            in(
                            "Told",
                            "<send><endpoint><address uri='${A}/services/Backend'>" + SLOW.formatted("fault")
                                    + "</address></endpoint></send>")
                    .withFault(CODE_TOLD),
            in(
                            "MarkedByDefault",
                            "<send><endpoint><address uri='${A}/services/Backend'>"
                                    + SLOW.formatted("fault")
                                            .replace(
                                                    LONG,
                                                    "<suspendOnFailure><errorCodes>101504,101508</errorCodes></suspendOnFailure>")
                                    + "</address></endpoint></send>")
                    .withFault(CODE_TOLD),
            in("Discarded", LATE.formatted("discard", "", "")).withFault(NEVER_TOLD),
            in("Late", LATE.formatted("fault", "", "")),
            in("LateAndNoMore", LATE.formatted("fault", FINAL, FINAL)),
            new Snippet(
                    "Silent",
                    "<inSequence><send><endpoint><address uri='${DEAD}/x'>" + LONG
                            + "</address></endpoint></send></inSequence>",
                    List.of()));

    private static LaneUnderTest lane;

    /** For all of them: each test has proxies of its own, whose endpoints no other one suspends. */
    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        lane = new LaneUnderTest(folder.resolve("home"), "fast", SNIPPETS, Child.freePort());
    }

    @AfterAll
    static void stop() throws IOException {
        lane.close();
    }

    @BeforeEach
    void forgetWhatOthersSent() {
        lane.received();
    }

    @Test
    void asksAnotherBackendWhenOneGoesAway() throws Exception {
        for (String size : List.of("500", "100K")) {
            HttpMessage answer = lane.ask(post("Replay", size, StubBackend.CLOSE));

            // Both backends are told to go away, so that the client gets the fault of the last one, and each has
            // seen the whole message.
            assertThat(answer.status()).isEqualTo(502);
        }
        List<HttpMessage> seen = lane.received();
        assertThat(seen).hasSize(3).allMatch(HttpMessage::whole);
        assertThat(seen.get(0).text()).isEqualTo(Scenario.VIRTUALIZATION.request("500"));
        assertThat(seen.get(1).text()).isEqualTo(Scenario.VIRTUALIZATION.request("500"));
        assertThat(seen.get(2).text()).isEqualTo(Scenario.VIRTUALIZATION.request("100K"));
    }

    @Test
    void leavesABackendAloneUntilItsTimeIsUpAndThenTriesAgain() throws Exception {
        assertThat(lane.ask(post("Recovery", "500", StubBackend.CLOSE)).status())
                .isEqualTo(502);
        assertThat(lane.ask(post("Recovery", "500", "X: y")).status()).isEqualTo(502);
        assertThat(lane.received()).hasSize(1);

        Eventually.value(
                "a status of 200 when the time is up",
                () -> lane.ask(post("Recovery", "500", "X: y")).status(),
                status -> status == 200);
        assertThat(lane.ask(post("Recovery", "500", "X: y")).status()).isEqualTo(200);
    }

    @Test
    void answersThoughNoSequenceDoes() throws Exception {
        assertThat(lane.ask(post("Dropped", "100K", "X: y")).status()).isEqualTo(202);
        HttpMessage first = lane.ask(post("Silent", "100K", "X: y"));
        HttpMessage second = lane.ask(post("Silent", "100K", "X: y"));

        assertThat(first.status()).isEqualTo(502);
        assertThat(first.text()).contains("<faultstring>The backend cannot be reached<");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.text()).contains("<faultstring>The backend is not asked at the moment");
    }

    @Test
    void tellsNobodyButTheClientOfAMessageThatIsDiscardedWhenItsTimeIsUp() throws Exception {
        HttpMessage answer = lane.ask(post("Discarded", "500", StubBackend.HOLD));

        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.text()).contains("<faultstring>The backend did not answer in time<");
        assertThat(lane.received()).hasSize(1);
    }

    @Test
    void sendsAPostAgainAfterATimeoutUnlessTheEndpointForbidsIt() throws Exception {
        assertThat(lane.ask(post("Late", "500", StubBackend.HOLD)).status()).isEqualTo(502);
        List<HttpMessage> seen = lane.received();
        assertThat(seen).hasSize(2).allMatch(HttpMessage::whole);
        assertThat(seen.get(1).text()).isEqualTo(seen.get(0).text());

        assertThat(lane.ask(post("LateAndNoMore", "500", StubBackend.HOLD)).status())
                .isEqualTo(502);
        assertThat(lane.received()).hasSize(1);
    }

    @Test
    void tellsFaultSequencesSynapsesCodesAndSuspendsByThem() throws Exception {
        assertThat(lane.ask(post("Told", "500", StubBackend.HOLD)).text()).contains(">code 504<");
        assertThat(lane.ask(post("Told", "500", "X: y")).text()).contains(">code 303001<");

        // 504 is neither one of the codes that suspend it nor one of Synapse's own that mark it.
        assertThat(lane.ask(post("MarkedByDefault", "500", StubBackend.HOLD)).text())
                .contains(">code 504<");
        assertThat(lane.ask(post("MarkedByDefault", "500", "X: y")).status()).isEqualTo(200);
        assertThat(lane.ask(post("MarkedByDefault", "500", StubBackend.CLOSE)).text())
                .contains(">code 101505<");
        assertThat(lane.ask(post("MarkedByDefault", "500", "X: y")).text()).contains(">code 303001<");
    }

    @Test
    void addressesEachBackendOfAGroupInItsOwnHeaderBlocks() throws Exception {
        assertThat(lane.ask(post("Addressed", "500", StubBackend.CLOSE)).status())
                .isEqualTo(502);

        List<String> seen = lane.received().stream().map(HttpMessage::text).toList();
        assertThat(seen.get(0))
                .contains(
                        "/2005/08/addressing\">http://127.0.0.1:",
                        "/services/Backend</wsa:To>",
                        ">urn:set</wsa:Action>");
        assertThat(seen.get(1))
                .contains("/2004/08/addressing\">http://127.0.0.1:", "/there</wsa:To>", ">urn:set</wsa:Action>")
                .doesNotContain("2005");

        byte[] noEnvelope = new String(post("Addressed", "500", "X: y"), StandardCharsets.UTF_8)
                .replace("soapenv:Envelope", "soapenv:Letter")
                .replaceFirst("Content-Length: (\\d+)", "Content-Length: " + (length("500") - 4))
                .getBytes(StandardCharsets.UTF_8);
        assertThat(lane.ask(noEnvelope).status()).isEqualTo(502);
        assertThat(lane.received()).isEmpty();
    }

    @Test
    void answersAtOnceWhereNoAnswerOfTheBackendWillGoBack() throws Exception {
        HttpMessage answer = lane.ask(post("OutOnly", "10K", StubBackend.HOLD));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text()).isEmpty();
        assertThat(lane.received(1).get(0).text()).isEqualTo(Scenario.VIRTUALIZATION.request("10K"));
    }

    /** Stock takes it for an address, and has none. */
    @Test
    void tellsTheClientWhereAFaultSequenceAsksToWhomItReplies() throws Exception {
        assertThat(lane.ask(post("ReplyTo", "500", "X: y")).text()).contains(">code 101503<");
    }

    private static int length(String size) {
        return Scenario.VIRTUALIZATION.request(size).getBytes(StandardCharsets.UTF_8).length;
    }

    private static byte[] post(String proxy, String size, String header) {
        byte[] request = Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request(size), header);
        return new String(request, StandardCharsets.UTF_8)
                .replaceFirst("/services/VirtualizationProxy", "/services/" + proxy)
                .getBytes(StandardCharsets.UTF_8);
    }
}
