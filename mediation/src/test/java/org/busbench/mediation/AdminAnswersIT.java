package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What any operator is told, in whatever order: one mediator for all tests. */
class AdminAnswersIT {
    private static StubBackend backend;
    private static Child mediator;
    private static Operator operator;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        backend = new StubBackend("backend-A");
        int admin = Child.freePort();
        mediator = Child.ours(
                Home.copy(folder.resolve("home"), backend), "--admin", Integer.toString(admin), "--loops", "2");
        operator = new Operator(admin);
    }

    @AfterAll
    static void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    @Test
    void countsFailuresOfBackendsByTheirClass() throws IOException {
        backend.close();
        Scenario scenario = Scenario.VIRTUALIZATION;
        assertThat(Wire.exchange(mediator.port(), scenario.post(scenario.request("500")))
                        .status())
                .isGreaterThanOrEqualTo(500);

        String metrics = operator.get("/metrics").text();

        assertThat(AdminIT.value(metrics, "busbench_errors_total{class=\"connect\"}"))
                .isEqualTo(1);
        assertThat(AdminIT.value(
                        metrics,
                        "busbench_messages_total{lane=\"fast\",outcome=\"failed\",proxy=\"VirtualizationProxy\"}"))
                .isEqualTo(1);
    }

    @Test
    void showsTheStacksOfItsLoops() throws IOException {
        assertThat(operator.get("/threads").text()).contains("\"loop-0\"", "\"loop-1\"", "Loop.serve(");
    }

    @Test
    void answersHeadWithoutContent() throws IOException {
        for (String request : new String[] {"/health 200", "/metrics 200", "/reload 405"}) {
            String[] parts = request.split(" ", 2);
            try (Wire wire = new Wire(operator.port())) {
                HttpMessage answer = wire.send("HEAD " + parts[0] + " HTTP/1.1\r\nHost: x\r\n\r\n")
                        .receiveHead();
                assertThat(answer.status()).hasToString(parts[1]);
                assertThat(answer.headers()).containsKey("content-length");
                // Content would stand where the next answer begins.
                assertThat(wire.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                                .receive()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() throws IOException {
        assertThat(operator.get("/").status()).isEqualTo(404);
        assertThat(operator.get("/healthy").status()).isEqualTo(404);
        assertThat(operator.get("/reload").status()).isEqualTo(405);
        assertThat(operator.post("/metrics").status()).isEqualTo(405);
    }
}
