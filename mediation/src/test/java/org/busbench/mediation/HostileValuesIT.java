package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.rig.Snippet.SEND;
import static org.busbench.mediation.rig.Snippet.in;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
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

/** A client decides about the content of its message, never about the head that carries it or about where it goes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileValuesIT {

    private static final String SYMBOL = "//*[local-name()=\"symbol\"][1]";
    private static final String CODE = "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/>";
    private static final String FIELD = "<property name='X-A' expression='" + SYMBOL + "' scope='transport'/>";

    /** To an endpoint that a failure suspends. */
    private static final String SUSPENDED = "<send><endpoint><address uri='${A}/services/Backend'/></endpoint></send>";

    private static final int MOST = 64 << 10;

    private LaneUnderTest lane;

    String lanes() {
        return "fast";
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        lane = new LaneUnderTest(
                folder,
                lanes(),
                List.of(
                        in("property", FIELD + SEND),
                        in("header", "<header name='X-A' expression='" + SYMBOL + "' scope='transport'/>" + SEND),
                        in("suspended", FIELD + "<header name='Action' expression='" + SYMBOL + "'/>" + SUSPENDED),
                        in(
                                "method",
                                "<property name='HTTP_METHOD' expression='" + SYMBOL + "' scope='axis2'/>" + SUSPENDED),
                        in("action", "<header name='Action' expression='" + SYMBOL + "'/>" + SEND),
                        Snippet.both(
                                "answer",
                                SEND,
                                "<property name='X-A' expression='" + SYMBOL + "' scope='transport'/><send/>"),
                        in(
                                "fault",
                                "<makefault version='soap11' response='true'>" + CODE + "<reason expression='" + SYMBOL
                                        + "'/></makefault><send/>"),
                        in("plain", SEND)),
                Child.freePort());
    }

    @AfterAll
    void stop() throws Exception {
        lane.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"property", "header", "action", "answer"})
    void letsNoValueOfAMessageBecomeAFieldOfItsOwn(String proxy) throws Exception {
        lane.received();
        for (String ending : List.of("&#13;&#10;", "&#10;", "&#13;", "\r\n", "\n", "&#13;&#10;&#13;&#10;")) {
            HttpMessage answer = lane.ask(post(proxy, "IBM" + ending + "X-Evil: 1"));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).doesNotContainKey("x-evil");
        }
        assertThat(lane.received()).allSatisfy(request -> {
            assertThat(request.headers()).doesNotContainKey("x-evil");
            assertThat(request.whole()).isTrue();
            assertThat(request.startLine()).startsWith("POST /services/Backend ");
        });
    }

    @Test
    void writesMarkupOfAMessageIntoAFaultAsText() throws Exception {
        HttpMessage answer = lane.ask(post("fault", "&lt;/faultstring>&lt;evil>&amp;"));

        assertThat(answer.text().replace("&gt;", ">"))
                .contains("<faultstring>&lt;/faultstring>&lt;evil>&amp;</faultstring>")
                .doesNotContain("<evil");
    }

    @ParameterizedTest
    @CsvSource({"property, IBM", "suspended, IBM", "action, IBM", "method, POST"})
    void failsAMessageWhoseValueCannotStandInAHeadAndNoOther(String proxy, String symbol) throws Exception {
        lane.received();
        assertThat(lane.ask(post(proxy, " x".repeat(MOST))).status()).isIn(500, 502);
        assertThat(lane.received()).isEmpty();
        assertThat(lane.ask(post(proxy, symbol)).status()).isEqualTo(200);
    }

    @Test
    void sendsALineBreakOfAValueAsASpace() throws Exception {
        lane.received();
        assertThat(lane.ask(post("suspended", "\nI\r\n B\u0105M")).status()).isEqualTo(200);
        assertThat(lane.received().get(0).headers())
                .containsEntry("x-a", "I B?M")
                .containsEntry("soapaction", "\"I B?M\"");
    }

    @Test
    void goesWhereTheConfigurationSaysWhateverARequestCallsItsHost() throws Exception {
        try (StubBackend elsewhere = new StubBackend("elsewhere")) {
            lane.received();
            String there = "127.0.0.1:" + elsewhere.port();
            String plain = new String(post("plain", "IBM"), StandardCharsets.UTF_8);
            String whole = plain.replaceFirst("POST ", "POST http://" + there);
            for (String request : List.of(
                    plain.replace("Host: localhost", "Host: " + there),
                    whole,
                    whole.replace("Host: localhost", "Host: " + there),
                    plain.replace("Host: localhost", "Host: localhost\r\nX-Forwarded-Host: " + there))) {
                HttpMessage answer = lane.ask(request.getBytes(StandardCharsets.UTF_8));

                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            }
            assertThat(lane.received())
                    .hasSize(4)
                    .allSatisfy(request -> assertThat(request.headers().get("host"))
                            .startsWith("127.0.0.1:")
                            .isNotEqualTo(there));
            assertThat(elsewhere.connections()).isZero();
        }
    }

    private static byte[] post(String proxy, String symbol) {
        String body = Scenario.VIRTUALIZATION.request("500").replace(">IBM<", ">" + symbol + "<");
        return new String(Scenario.VIRTUALIZATION.post(body), StandardCharsets.UTF_8)
                .replaceFirst("/services/VirtualizationProxy", "/services/" + proxy)
                .getBytes(StandardCharsets.UTF_8);
    }
}
