package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mediator whose proxies are all in the fast lane leaves Axis2, Synapse's engine and Saxon until a message needs them. */
class EngineOnDemandIT {

    private static final String WSDL = "xslt/wsdl/StockQuoteProxy.wsdl";
    private static final byte[] ASK_FOR_WSDL =
            "GET /services/VirtualizationProxy?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private StubBackend backend;
    private Home home;

    @BeforeEach
    void prepare() throws IOException {
        backend = new StubBackend("backend-A");
        home = Home.copy(folder.resolve("home"), backend);
    }

    @AfterEach
    void close() throws IOException {
        backend.close();
    }

    @Test
    void loadsAxis2AndSaxonWhenTheFirstMessageNeedsThem() throws Exception {
        Path loaded = folder.resolve("loaded");
        List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-Xlog:class+load:file=" + loaded);
        try (Child mediator = Child.ours(jvm, home)) {
            for (Scenario scenario : Scenario.values()) {
                assertThat(Wire.exchange(mediator.port(), scenario.post(scenario.request("10K")))
                                .text())
                        .contains(">" + Scenario.NONCE + "-z<");
            }
            assertThat(Files.readString(loaded))
                    .contains("org.busbench.mediation.fastlane.FastLane ")
                    .doesNotContain("org.apache.axis2.deployment.DeploymentEngine ")
                    .doesNotContain("net.sf.saxon.Configuration ");

            assertThat(mediator.threads().split("\"endpoint-jmx-st"))
                    .as("one thread for the statistics of all endpoints")
                    .hasSize(2);

            String commented =
                    Scenario.XSLT.request("500").replaceFirst("<(\\w+:)?CheckPriceRequest[^>]*>", "$0<!-- kept -->");
            assertThat(commented).contains("<!-- kept -->");
            for (int i = 0; i < 2; i++) {
                HttpMessage answer = Wire.exchange(mediator.port(), Scenario.XSLT.post(commented));
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.text()).contains(">" + Scenario.NONCE + "<");
            }
            assertThat(backend.requests())
                    .filteredOn(request -> request.text().contains("<!-- kept -->"))
                    .hasSize(2);
            assertThat(Files.readString(loaded))
                    .contains("net.sf.saxon.Configuration ")
                    .doesNotContain("org.apache.axis2.deployment.DeploymentEngine ");

            assertThat(Wire.exchange(mediator.port(), ASK_FOR_WSDL).status()).isEqualTo(200);
            assertThat(Files.readString(loaded)).contains("org.apache.axis2.deployment.DeploymentEngine ");
        }
    }

    @Test
    void executesSynapsesOwnMediatorsWithoutTheEngine() throws Exception {
        Path loaded = folder.resolve("loaded");
        Files.writeString(
                home.folder().resolve("synapse-config/proxy-services/Embedded.xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='Embedded' transports='http'><target><inSequence>"
                        + "<payloadFactory><format><made>$1</made></format><args><arg expression=\"//*[local-name()='symbol']\"/></args></payloadFactory>"
                        + "<respond/></inSequence></target></proxy>");
        try (Child mediator = Child.ours(List.of("-XX:TieredStopAtLevel=1", "-Xlog:class+load:file=" + loaded), home)) {
            String message = Scenario.VIRTUALIZATION.request("100K");
            String head = Scenario.VIRTUALIZATION.head(message.length()).replace("VirtualizationProxy", "Embedded");
            for (int i = 0; i < 2; i++) {
                assertThat(Wire.exchange(mediator.port(), (head + message).getBytes(StandardCharsets.UTF_8))
                                .text())
                        .contains("IBM")
                        .doesNotContain("getQuote");
            }
            assertThat(Files.readString(loaded)).doesNotContain("org.apache.axis2.deployment.DeploymentEngine ");
        }
    }

    @Test
    void dataSourcesAndLibrariesOfSynapseStartTheEngineAtOnce() throws Exception {
        Path properties = Files.createDirectory(folder.resolve("properties"));
        Files.writeString(properties.resolve("synapse.properties"), """
                synapse.datasources=quotes
                synapse.datasources.quotes.type=BasicDataSource
                synapse.datasources.quotes.driverClassName=org.example.NoDriver
                synapse.datasources.quotes.url=jdbc:example:quotes
                synapse.datasources.quotes.username=reader
                synapse.datasources.quotes.password=reader
                """);
        assertStartsTheEngineAtOnce("-Dconf.location=" + properties);

        Files.createDirectories(home.folder().resolve("repository/conf/synapse-libs"));
        assertStartsTheEngineAtOnce("-Dunused");
    }

    private void assertStartsTheEngineAtOnce(String option) throws Exception {
        Path loaded = Files.createTempFile(folder, "loaded", "");
        int admin = Child.freePort();
        try (Child mediator = Child.ours(
                List.of("-XX:TieredStopAtLevel=1", option, "-Xlog:class+load:file=" + loaded),
                home,
                "--admin",
                "127.0.0.1:" + admin)) {
            assertThat(Files.readString(loaded)).contains("org.apache.axis2.deployment.DeploymentEngine ");
            assertEachScenarioIsServed(mediator);
            assertThat(Wire.exchange(mediator.port(), ASK_FOR_WSDL).status()).isEqualTo(200);
            HttpMessage reloaded = new Operator(admin).post("/reload");
            assertThat(reloaded.status()).as(reloaded.text()).isEqualTo(200);
            assertEachScenarioIsServed(mediator);
        }
    }

    @Test
    void messagesThatComeWhileTheEngineStartsAreAllAnswered() throws Exception {
        Scenario scenario = Scenario.VIRTUALIZATION;
        String message = scenario.request("100K");
        // With a query the message is none that the fast lane knows.
        String head = scenario.head(message.length()).replace("Proxy HTTP", "Proxy?for=engine HTTP");
        assertThat(head).contains("?for=engine");
        try (Child mediator = Child.ours(home)) {
            List<Wire> waiting = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                waiting.add(new Wire(mediator.port(), Duration.ofSeconds(60)));
            }
            try (Wire leaves = new Wire(mediator.port())) {
                leaves.send(head + message.substring(0, 40_000));
            }
            for (Wire wire : waiting) {
                wire.send(head + message);
            }
            for (Wire wire : waiting) {
                HttpMessage answer = wire.receive();
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.text()).contains(">" + Scenario.NONCE + "-z<");
                wire.close();
            }
            assertThat(backend.requests()).filteredOn(HttpMessage::whole).hasSize(40);
            assertThat(mediator.stderr()).isEmpty();
        }
    }

    @Test
    void saysWhyTheEngineDoesNotStartAndStartsItWithTheNextConfiguration() throws Exception {
        String wsdl = Files.readString(home.folder().resolve(WSDL));
        Files.writeString(home.folder().resolve(WSDL), "<nothing/>");
        int admin = Child.freePort();
        try (Child mediator = Child.ours(home, "--admin", "127.0.0.1:" + admin)) {
            for (int i = 0; i < 2; i++) {
                HttpMessage refusal = Wire.exchange(mediator.port(), ASK_FOR_WSDL);
                assertThat(refusal.status()).isEqualTo(503);
                assertThat(refusal.text())
                        .startsWith("the engine does not start: ")
                        .contains("VirtualizationProxy");
            }
            Scenario scenario = Scenario.CBR;
            assertThat(Wire.exchange(mediator.port(), scenario.post(scenario.request("500")))
                            .status())
                    .isEqualTo(200);

            Files.writeString(home.folder().resolve(WSDL), wsdl);
            assertThat(new Operator(admin).post("/reload").status()).isEqualTo(200);
            HttpMessage description = Wire.exchange(mediator.port(), ASK_FOR_WSDL);
            assertThat(description.status()).isEqualTo(200);
            assertThat(description.text())
                    .contains("http://127.0.0.1:" + mediator.port() + "/services/VirtualizationProxy");
        }
    }

    @Test
    void aReloadStartsTheEngineThatItNeedsAndIsRefusedWhenItDoesNotStart() throws Exception {
        String wsdl = Files.readString(home.folder().resolve(WSDL));
        int admin = Child.freePort();
        try (Child mediator = Child.ours(home, "--admin", "127.0.0.1:" + admin)) {
            Operator operator = new Operator(admin);
            // A proxy for https alone is for the engine, and both ports serve it.
            home.edit("synapse-config/proxy-services/CbrProxy.xml", "transports=\"http\"", "transports=\"https\"");
            Files.writeString(home.folder().resolve(WSDL), "<nothing/>");
            HttpMessage refused = operator.post("/reload");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text()).contains("the old configuration goes on").contains("VirtualizationProxy");
            assertEachScenarioIsServed(mediator);

            Files.writeString(home.folder().resolve(WSDL), wsdl);
            assertThat(operator.post("/reload").text()).contains("2 proxies in the fast lane, 1 in the engine lane");
            assertEachScenarioIsServed(mediator);
        }
    }

    @Test
    void aReloadWithATaskIsRefusedThoughTheEngineHasNotStarted() throws Exception {
        int admin = Child.freePort();
        try (Child mediator = Child.ours(home, "--admin", "127.0.0.1:" + admin)) {
            Path tasks = Files.createDirectories(home.folder().resolve("synapse-config/tasks"));
            Files.writeString(
                    tasks.resolve("Tick.xml"),
                    "<task xmlns='http://ws.apache.org/ns/synapse' name='Tick'"
                            + " class='org.apache.synapse.startup.tasks.MessageInjector'><trigger interval='1'/></task>");
            HttpMessage refused = new Operator(admin).post("/reload");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text()).contains("restart the mediator");
            assertEachScenarioIsServed(mediator);
        }
    }

    private static void assertEachScenarioIsServed(Child mediator) throws IOException {
        for (Scenario scenario : Scenario.values()) {
            assertThat(Wire.exchange(mediator.port(), scenario.post(scenario.request("500")))
                            .text())
                    .contains(">" + Scenario.NONCE + "<");
        }
    }

    @Test
    void explainingFindsWhatAStartLeavesForLater() throws Exception {
        Files.writeString(home.folder().resolve(WSDL), "<nothing/>");
        try (Child mediator = Child.run(folder, "--config", home.folder().toString(), "--explain")) {
            assertThat(mediator.exitCode(Duration.ofSeconds(60))).isEqualTo(2);
            assertThat(mediator.stdout()).isEmpty();
            assertThat(mediator.stderr())
                    .startsWith("mediator: ")
                    .contains("VirtualizationProxy")
                    .hasLineCount(1);
        }
    }
}
