package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Peers that leave in mid-body. In the stock pass-through transport a worker that reads such a body gets "0 bytes" for ever and spins; when all
 * of them spin, every proxy is dead. And what such a client sent of a message reaches the backend as if it were the whole.
 */
class BrokenUploadsIT {

    private static final int EACH = 15;
    private static final int STOCK_BATCHES = 10;

    /** With the usual 20 it only takes longer. */
    private static final String[] ONE_WORKER = {"-Dworker_pool_size_core=1", "-Dworker_pool_size_max=1"};

    private static final String SPINNING = "Pipe$ByteBufferInputStream";
    private static final String BODY = "engine.BodyPipe";

    @TempDir
    private Path folder;

    /** A close is what the end of a try block does. */
    private enum Leave {
        CLOSE,
        HALF_CLOSE,
        RESET
    }

    @Test
    @Tag("nightly")
    void stockSpinsAndIsDeadAfterSomeOfThem() throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child stock = Child.stock(Home.copy(folder.resolve("home"), backend), ONE_WORKER)) {
            int uploads = 0;
            boolean dead = false;
            for (int batch = 0; batch < STOCK_BATCHES && !dead; batch++) {
                for (Leave leave : Leave.values()) {
                    breakOff(stock.port(), Scenario.CBR, leave, 1);
                    uploads++;
                }
                dead = isDead(stock.port(), Scenario.CBR);
            }
            assertThat(dead).as("dead after " + uploads + " broken uploads").isTrue();
            // A thread that spins is now and then outside of the method that it calls for ever, so one look does not
            // tell.
            Eventually.isSo("a worker that spins", () -> stock.threads().contains(SPINNING));
            assertThat(isDead(stock.port(), Scenario.VIRTUALIZATION)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void oursIsFreeOfBackendsThatBreakOffInMidAnswer(String lanes) throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child ours = Child.ours(Home.copy(folder.resolve("home"), backend), "--lanes", lanes)) {
            byte[] request = Scenario.XSLT.post(Scenario.XSLT.request("10K"), StubBackend.HALF_ANSWER);
            for (int i = 0; i < 3 * EACH; i++) {
                assertThat(Wire.exchange(ours.port(), request).status()).isEqualTo(502);
            }
            assertEveryProxyAnswers(ours);
            awaitFreeWorkers(ours);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void oursIsFreeOfBackendsThatLeaveBeforeTheyHaveReadTheRequest(String lanes)
            throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child ours = Child.ours(Home.copy(folder.resolve("home"), backend), "--lanes", lanes)) {
            for (Scenario scenario : Scenario.values()) {
                byte[] request = scenario.post(scenario.request("100K"), StubBackend.CLOSE_AT_HEAD);
                for (int i = 0; i < EACH; i++) {
                    assertThat(Wire.exchange(ours.port(), request).status()).isEqualTo(502);
                }
            }
            assertEveryProxyAnswers(ours);
            awaitFreeWorkers(ours);
        }
    }

    @Test
    @Tag("nightly")
    void stockHandsHalfAMessageToTheBackendAsAWholeOne() throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child stock = Child.stock(Home.copy(folder.resolve("home"), backend))) {
            breakOff(stock.port(), Scenario.VIRTUALIZATION, Leave.CLOSE, EACH);
            backend.awaitRequests(1);
            assertThat(backend.requests())
                    .anyMatch(request -> request.whole() && !request.text().endsWith("Envelope>"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void oursIsFreeOfThemAtOnceAndHandsTheBackendWholeMessagesOnly(String lanes)
            throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child ours = Child.ours(Home.copy(folder.resolve("home"), backend), "--lanes", lanes)) {
            for (Scenario scenario : Scenario.values()) {
                for (Leave leave : Leave.values()) {
                    breakOff(ours.port(), scenario, leave, EACH);
                }
            }
            awaitFreeWorkers(ours);
            assertEveryProxyAnswers(ours);
            assertThat(backend.requests())
                    .filteredOn(request -> request.whole())
                    .hasSize(Scenario.values().length)
                    .allMatch(request -> request.text().endsWith("Envelope>"));
        }
    }

    /** The first of them leaves before the envelope begins, which is where the stock builder gives up and reads the rest for ever. */
    private static void breakOff(int port, Scenario scenario, Leave leave, int times) throws IOException {
        String message = scenario.request("10K");
        for (int i = 0; i < times; i++) {
            try (Wire wire = new Wire(port)) {
                wire.send(scenario.head(message.length()) + message.substring(0, 40 + 450 * i));
                if (leave == Leave.HALF_CLOSE) {
                    wire.halfClose();
                } else if (leave == Leave.RESET) {
                    wire.reset();
                }
            }
        }
    }

    private static boolean isDead(int port, Scenario scenario) throws IOException {
        try (Wire wire = new Wire(port, Duration.ofSeconds(3))) {
            wire.send(scenario.post(scenario.request("500"))).receive();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    private static void assertEveryProxyAnswers(Child mediator) throws IOException {
        for (Scenario scenario : Scenario.values()) {
            byte[] request = scenario.post(scenario.request("10K"));
            assertThat(Wire.exchange(mediator.port(), request).text()).contains(">" + Scenario.NONCE + "-z<");
        }
    }

    private static void awaitFreeWorkers(Child mediator) throws IOException, InterruptedException {
        Eventually.isSo(
                "the end of every wait in a message", () -> !mediator.threads().contains(BODY));
    }
}
