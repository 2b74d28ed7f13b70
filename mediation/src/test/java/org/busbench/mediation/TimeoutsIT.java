package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.Snippet;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The properties of Synapse's transport bound both lanes. */
class TimeoutsIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void givesUpABackendThatIsSilentForLongerThanTheSocketTimeout(String lanes) throws Exception {
        Snippet silent = Snippet.target(
                "Silent",
                "<inSequence><send><endpoint><address uri='${A}/services/Backend'/></endpoint></send></inSequence>"
                        + Snippet.FAULT);
        try (LaneUnderTest lane = new LaneUnderTest(
                List.of("-Dhttp.socket.timeout=400"), folder, lanes, List.of(silent), Child.freePort())) {
            String request = new String(
                    Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("500"), StubBackend.HOLD),
                    StandardCharsets.UTF_8);
            assertThat(lane.ask(request.replace("VirtualizationProxy", "Silent").getBytes(StandardCharsets.UTF_8))
                            .text())
                    .contains("Fault");
        }
    }
}
