package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
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

/**
 * A configuration that is read again loses nothing, whichever lane a proxy has. {@code -Dbusbench.reloads=N} sets how often under load (default 8).
 */
class ReloadIT {
    private static final int RELOADS = Integer.getInteger("busbench.reloads", 8);
    /** Messages one after the other would take the processors that reading needs. */
    private static final long PAUSE_MILLIS = 5;

    private static final String BACKEND_A = "synapse-config/endpoints/backend-A.xml";
    /** A proxy for https alone is in the engine, and both ports serve it. */
    private static final String ENGINE_PROXY = "<proxy xmlns=\"http://ws.apache.org/ns/synapse\" name=\"EngineProxy\""
            + " transports=\"https\"><target faultSequence=\"fault\"><inSequence>"
            + "<send><endpoint key=\"backend-A\"/></send></inSequence><outSequence><send/></outSequence></target></proxy>";

    private StubBackend first;
    private StubBackend second;
    private Home home;
    private Child mediator;
    private Operator operator;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        first = new StubBackend("backend-A");
        second = new StubBackend("backend-B");
        home = Home.copy(folder.resolve("home"), first);
        Files.writeString(home.folder().resolve("synapse-config/proxy-services/EngineProxy.xml"), ENGINE_PROXY);
        int admin = Child.freePort();
        mediator = Child.ours(home, "--admin", "127.0.0.1:" + admin);
        operator = new Operator(admin);
    }

    @AfterEach
    void stop() throws IOException {
        mediator.close();
        first.close();
        second.close();
    }

    @Test
    void losesNothingWhileItIsReadAgainAndAgainUnderLoad() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String path = i % 2 == 0 ? "/services/VirtualizationProxy" : "/services/EngineProxy";
            clients.add(CompletableFuture.supplyAsync(() -> load(path, over), task -> new Thread(task).start()));
        }
        for (int i = 0; i < RELOADS; i++) {
            boolean odd = i % 2 == 1;
            home.edit(BACKEND_A, ":" + (odd ? second : first).port(), ":" + (odd ? first : second).port());
            HttpMessage answer = operator.post("/reload");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).contains("3 proxies in the fast lane, 1 in the engine lane");
        }
        over.set(true);
        for (CompletableFuture<Integer> client : clients) {
            assertThat(client.get()).isGreaterThan(RELOADS);
        }
        assertThat(first.requests()).isNotEmpty();
        assertThat(second.requests()).isNotEmpty();
        assertThat(mediator.stderr()).isEmpty();
    }

    @Test
    void leavesMessagesUnderWayTheirFlowAndGivesNewOnesTheNewFlow() throws Exception {
        try (Wire fast = new Wire(mediator.port());
                Wire engine = new Wire(mediator.port())) {
            fast.send(post("/services/VirtualizationProxy", StubBackend.HOLD));
            engine.send(post("/services/EngineProxy", StubBackend.HOLD));
            first.awaitRequests(2);
            home.edit(BACKEND_A, ":" + first.port(), ":" + second.port());
            assertThat(operator.post("/reload").status()).isEqualTo(200);
            for (String path : List.of("/services/VirtualizationProxy", "/services/EngineProxy")) {
                assertThat(Wire.exchange(mediator.port(), post(path)).text()).contains("backend-B");
            }
            first.release();
            assertThat(fast.receive().text()).contains("backend-A");
            assertThat(engine.receive().text()).contains("backend-A");
        }
    }

    @Test
    void leavesASuspendedEndpointSuspendedUntilItChanges() throws IOException {
        String endpoint = "<endpoint name=\"it\"><address uri=\"http://127.0.0.1:" + first.port()
                + "/x\"><suspendOnFailure><initialDuration>600000</initialDuration></suspendOnFailure>"
                + "<markForSuspension><errorCodes>-1</errorCodes></markForSuspension></address></endpoint>";
        writeProxy("Suspended", endpoint);
        assertThat(operator.post("/reload").text()).contains("4 proxies in the fast lane");
        Wire.exchange(mediator.port(), post("/services/Suspended", StubBackend.CLOSE));
        int asked = first.requests().size();

        assertThat(operator.post("/reload").status()).isEqualTo(200);
        Wire.exchange(mediator.port(), post("/services/Suspended"));
        assertThat(first.requests()).hasSize(asked);

        writeProxy("Suspended", endpoint.replace("/x\"", "/y\""));
        assertThat(operator.post("/reload").status()).isEqualTo(200);
        assertThat(Wire.exchange(mediator.port(), post("/services/Suspended")).text())
                .contains("backend-A");
    }

    @Test
    void startsAndReloadsThoughAHostHasNoAddress() throws IOException {
        writeProxy("Nowhere", "<endpoint><address uri=\"http://no-such-host.invalid:1/x\"/></endpoint>");
        assertThat(operator.post("/reload").text()).contains("3 proxies in the fast lane, 2 in the engine lane");
        HttpMessage answer = Wire.exchange(mediator.port(), post("/services/Nowhere"));
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.text()).contains("Fault");

        writeProxy("Nowhere", "<endpoint><address uri=\"http://127.0.0.1:" + first.port() + "/x\"/></endpoint>");
        assertThat(operator.post("/reload").text()).contains("4 proxies in the fast lane");
        assertThat(Wire.exchange(mediator.port(), post("/services/Nowhere")).text())
                .contains("backend-A");
    }

    @Test
    void bringsNewProxiesAndTakesOldOnesAway() throws IOException {
        Path file = home.folder().resolve("synapse-config/proxy-services/EngineProxy.xml");
        Files.delete(file);
        Files.writeString(
                home.folder().resolve("synapse-config/proxy-services/NewProxy.xml"),
                ENGINE_PROXY.replace("EngineProxy", "NewProxy"));
        assertThat(operator.post("/reload").status()).isEqualTo(200);

        assertThat(Wire.exchange(mediator.port(), post("/services/NewProxy")).status())
                .isEqualTo(200);
        assertThat(Wire.exchange(mediator.port(), post("/services/EngineProxy")).text())
                .doesNotContain("backend-A");
    }

    /** Synapse cannot write them, and a proxy is compared with the one before by what Synapse writes of it. */
    @Test
    void readsProxiesAgainWhoseStepsAreMediatorsOfOurOwn() throws IOException {
        writeProxy(
                "Own",
                "<endpoint key=\"backend-A\"/></send>" + Snippets.throttle("")
                        + "<callout serviceURL=\"http://127.0.0.1:1/\"/><send>");
        for (int i = 0; i < 2; i++) {
            HttpMessage answer = operator.post("/reload");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
    }

    @Test
    void keepsTheOldConfigurationWhenTheNewOneIsBroken() throws IOException {
        for (String broken : List.of("<not-closed", "<sequence xmlns=\"http://other\"/>")) {
            Path file = home.folder().resolve("synapse-config/sequences/broken.xml");
            Files.writeString(file, broken);
            HttpMessage answer = operator.post("/reload");
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.text().lines()).singleElement().asString().contains("broken.xml", "old configuration");
            assertThat(Wire.exchange(mediator.port(), post("/services/EngineProxy"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void readsItAgainWhenItIsToldToHangUp() throws Exception {
        // Under nohup the signal is ignored, by every child process too.
        assumeFalse(ignoresHangUp(), "SIGHUP is ignored here");
        home.edit(BACKEND_A, ":" + first.port(), ":" + second.port());
        mediator.hangUp();
        mediator.awaitStdout("reloaded ");
        assertThat(Wire.exchange(mediator.port(), post("/services/VirtualizationProxy"))
                        .text())
                .contains("backend-B");
    }

    private static boolean ignoresHangUp() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) != 0);
    }

    /** One that the compiler knows, in place of any of that name before. */
    private void writeProxy(String name, String endpoint) throws IOException {
        Files.writeString(
                home.folder().resolve("synapse-config/proxy-services/" + name + ".xml"),
                ENGINE_PROXY
                        .replace("EngineProxy", name)
                        .replace("=\"https\"", "=\"http\"")
                        .replace("<endpoint key=\"backend-A\"/>", endpoint));
    }

    private static byte[] post(String path, String... fields) {
        Scenario scenario = Scenario.VIRTUALIZATION;
        String request =
                new String(scenario.post(scenario.request("500"), fields), java.nio.charset.StandardCharsets.UTF_8);
        return request.replace("/services/VirtualizationProxy", path).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    /** Sends one message after the other and returns how many were answered; any other answer than the right one is an error. */
    private int load(String path, AtomicBoolean over) {
        int answered = 0;
        try (Wire wire = new Wire(mediator.port())) {
            while (!over.get()) {
                HttpMessage answer = wire.send(post(path)).receive();
                if (answer.status() != 200 || !answer.text().contains(">" + Scenario.NONCE)) {
                    throw new IllegalStateException(path + ": " + answer.status() + " " + answer.text());
                }
                answered++;
                Thread.sleep(PAUSE_MILLIS);
            }
            return answered;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(path + " after " + answered, e);
        }
    }
}
