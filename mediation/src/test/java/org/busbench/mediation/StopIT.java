package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop loses nothing. */
class StopIT {

    @Test
    void answersWhatIsInFlightAndEndsWithZero(@TempDir Path folder) throws IOException, InterruptedException {
        List<Wire> waiting = new ArrayList<>();
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(Home.copy(folder.resolve("home"), backend));
                Wire idle = new Wire(mediator.port())) {
            for (int i = 0; i < 4; i++) {
                for (Scenario scenario : Scenario.values()) {
                    Wire wire = new Wire(mediator.port());
                    waiting.add(wire.send(scenario.post(scenario.request("1K"), StubBackend.HOLD)));
                }
            }
            backend.awaitRequests(waiting.size());

            mediator.terminate();
            assertThat(idle.isClosedByPeer()).isTrue();
            backend.release();

            for (Wire wire : waiting) {
                HttpMessage answer = wire.receive();
                assertThat(answer.text()).contains(">" + Scenario.NONCE + "-z<");
                assertThat(answer.headers()).containsEntry("connection", "close");
                assertThat(wire.isClosedByPeer()).isTrue();
                wire.close();
            }
            assertThat(mediator.exitCode(Duration.ofSeconds(60))).isZero();
            assertThat(mediator.stderr()).isEmpty();
        }
    }

    @Test
    void waitsForNothingWhenIdle(@TempDir Path folder) throws IOException, InterruptedException {
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(Home.copy(folder.resolve("home"), backend));
                Wire idle = new Wire(mediator.port())) {
            Scenario scenario = Scenario.XSLT;
            assertThat(idle.send(scenario.post(scenario.request("500")))
                            .receive()
                            .status())
                    .isEqualTo(200);
            assertThat(idle.send(scenario.post("no XML")).receive().status()).isEqualTo(500);
            String whole = scenario.request("500");
            String cut = whole.substring(0, whole.length() - 30);
            assertThat(Wire.exchange(mediator.port(), scenario.post(cut)).status())
                    .isEqualTo(500);

            mediator.terminate();

            // Had it waited for one of them, it would have waited for 10 s and failed.
            assertThat(mediator.exitCode(Duration.ofSeconds(20))).isZero();
        }
    }

    @Test
    void leavesNothingInTheTemporaryFolderHoweverItEnds(@TempDir Path folder) throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary);
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(jvm, Home.copy(folder.resolve("home"), backend))) {
            Scenario scenario = Scenario.XSLT;
            assertThat(Wire.exchange(mediator.port(), scenario.post(scenario.request("100K")))
                            .status())
                    .isEqualTo(200);

            assertThat(temporary).isEmptyDirectory();
        }
    }
}
