package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only the fast lane promises, and which lane a message gets. */
class FastLaneIT {

    private static StubBackend backend;
    private static Child ours;

    @TempDir
    private Path folder;

    /** How much the backend had seen before the test. */
    private int seen;

    @BeforeAll
    static void start(@TempDir Path home) throws IOException, InterruptedException {
        backend = new StubBackend("backend-A");
        ours = Child.ours(Home.copy(home.resolve("home"), backend));
    }

    @AfterAll
    static void stop() throws IOException {
        ours.close();
        backend.close();
    }

    @BeforeEach
    void count() {
        seen = backend.requests().size();
    }

    @Test
    void explainsTheLaneOfEachProxy() throws Exception {
        Home home = Home.copy(folder.resolve("home"), backend)
                .edit(
                        "synapse-config/proxy-services/XsltProxy.xml",
                        "<xslt key=\"request.xsl\"/>",
                        "<property name=\"HTTP_METHOD\" value=\"PUT\" scope=\"axis2-client\"/>");
        try (Child child = Child.run(
                home.folder(),
                "--config",
                home.folder().toString(),
                "--listen",
                "127.0.0.1:" + Child.freePort(),
                "--transport",
                "nio",
                "--loops",
                "2",
                "--explain")) {
            assertThat(child.exitCode(Duration.ofSeconds(60))).isZero();
            assertThat(child.stdout().lines())
                    .containsSubsequence(
                            "XsltProxy\tengine\tthe property 'HTTP_METHOD' in scope 'axis2-client' in the in sequence",
                            "  in sequence\t<property>\tcompiled",
                            "  in sequence\t<property>\tengine: the property 'HTTP_METHOD' in scope 'axis2-client' in the in sequence",
                            "  in sequence\t<header>\tcompiled",
                            "  in sequence\t<send>\tcompiled",
                            "(main sequence)\tfast");
            assertThat(child.stdout().lines().filter(line -> !line.startsWith("  ")))
                    .containsExactly(
                            "CbrProxy\tfast",
                            "VirtualizationProxy\tfast",
                            "XsltProxy\tengine\tthe property 'HTTP_METHOD' in scope 'axis2-client' in the in sequence",
                            "(main sequence)\tfast",
                            "(transport)\tnio\t--transport nio",
                            "(loops)\t2\tevent loops");
        }
    }

    @Test
    void explainsWhichStylesheetsNeedATree() throws Exception {
        Home home = Home.copy(folder.resolve("home"), backend)
                .edit(
                        "xslt/response.xsl",
                        "<xsl:apply-templates select=\"q:change\"/>",
                        "<xsl:number/><xsl:apply-templates select=\"q:change\"/>");
        try (Child child = Child.run(
                home.folder(),
                "--config",
                home.folder().toString(),
                "--listen",
                "127.0.0.1:" + Child.freePort(),
                "--explain")) {
            assertThat(child.exitCode(Duration.ofSeconds(60))).isZero();
            assertThat(child.stdout())
                    .contains("XsltProxy\tfast\trequest.xsl streamed, response.xsl on a tree (xsl:number,"
                            + " in the template that matches q:getQuoteResponse/q:return)\n");
        }
    }

    @Test
    void refusesAnUnknownChoiceOfLanes() throws Exception {
        Home home = Home.copy(folder.resolve("home"), backend);
        try (Child child = Child.run(home.folder(), "--config", home.folder().toString(), "--lanes", "slow")) {
            assertThat(child.exitCode(Duration.ofSeconds(60))).isEqualTo(2);
            assertThat(child.stderr()).isEqualTo("mediator: --lanes slow: say fast or engine\n");
        }
    }

    @Test
    void routesAMessageWhoseEndHasNotComeYet() throws Exception {
        String message = Scenario.CBR.request("100K");
        try (ServerSocket slow = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Child own = Child.ours(Home.copy(folder.resolve("home"), slow.getLocalPort(), 9, 9));
                Wire wire = new Wire(own.port())) {
            slow.setSoTimeout(20_000);
            int length = message.getBytes(StandardCharsets.UTF_8).length;
            wire.send(Scenario.CBR.head(length) + message.substring(0, 3000));
            try (Socket routed = slow.accept()) {
                routed.setSoTimeout(20_000);
                InputStream in = routed.getInputStream();
                StringBuilder text = new StringBuilder();
                while (!text.toString().endsWith(message.substring(2900, 3000))) {
                    int next = in.read();
                    assertThat(next).as("end after " + text).isNotNegative();
                    text.append((char) next);
                }
                assertThat(text.toString()).startsWith("POST /services/SimpleStockQuoteService HTTP/1.1\r\n");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void mediatesUtf16(Scenario scenario) throws Exception {
        String text =
                scenario.request("1K").replaceFirst("^(<\\?xml[^>]*\\?>)?", "<?xml version='1.0' encoding='UTF-16'?>");
        byte[] body = text.getBytes(StandardCharsets.UTF_16);
        String head = scenario.head(body.length).replaceFirst("(?i)charset=utf-8", "charset=UTF-16");
        try (Wire wire = new Wire(ours.port())) {
            wire.send(head.getBytes(StandardCharsets.US_ASCII)).send(body);
            HttpMessage answer = wire.receive();

            HttpMessage forwarded = received().get(0);
            if (scenario == Scenario.XSLT) {
                assertThat(answer.status()).isEqualTo(200);
                assertThat(forwarded.headers().get("content-type")).isEqualTo("text/xml; charset=UTF-8");
            } else {
                assertThat(forwarded.headers().get("content-type")).contains("UTF-16");
            }
            assertThat(forwarded.whole()).isTrue();
        }
    }

    @Test
    void leavesWhatIsNoSoapToTheEngine() throws Exception {
        byte[] get =
                "GET /services/XsltProxy?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        HttpMessage wsdl = Wire.exchange(ours.port(), get);

        assertThat(wsdl.status()).isEqualTo(200);
        assertThat(wsdl.text()).contains("http://127.0.0.1:" + ours.port() + "/services/XsltProxy");
    }

    @Test
    void routesByAnElementThatStandsFarBehindTheBeginning() throws Exception {
        String message = Scenario.CBR
                .request("500")
                .replaceFirst(
                        "<soapenv:Body>",
                        "<soapenv:Header><x>" + "0123456789".repeat(7_000) + "</x></soapenv:Header>$0");
        assertThat(Wire.exchange(ours.port(), Scenario.CBR.post(message)).status())
                .isEqualTo(200);

        assertThat(received())
                .singleElement()
                .satisfies(request -> assertThat(request.text()).isEqualTo(message));
    }

    @Test
    void doesNotLookAtWhatFollowsTheDecision() throws Exception {
        String whole = Scenario.CBR.request("100K");
        String cut = whole.substring(0, whole.length() - 30);
        Wire.exchange(ours.port(), Scenario.CBR.post(cut));

        assertThat(received()).singleElement().satisfies(request -> {
            assertThat(request.whole()).isTrue();
            assertThat(request.text()).isEqualTo(cut);
        });
    }

    /** What the backend got of this test. */
    private List<HttpMessage> received() {
        List<HttpMessage> all = backend.requests();
        return all.subList(seen, all.size());
    }
}
