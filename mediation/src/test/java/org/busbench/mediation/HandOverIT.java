package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.SlowHandOver;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * While a worker hands an answer to the client's connection, its body goes on arriving, and each piece asks that connection to write. The stock
 * transport starts the half-prepared answer, finds that it was started, and cuts the connection; the log says so at DEBUG only.
 */
class HandOverIT {

    @TempDir
    private Path folder;

    @Test
    @Tag("nightly")
    void stockCutsAnAnswerWhoseBodyArrivesWhileItIsHandedOver() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A");
                Child stock = Child.stock(home(backend));
                Wire wire = new Wire(stock.port())) {
            wire.send(Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("1K")));

            Throwable cut = catchThrowable(
                    () -> assertThat(wire.receive().text()).isEqualTo(Scenario.VIRTUALIZATION.response("1K")));

            assertThat(cut).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void oursSendsAnAnswerWholeWhoseBodyArrivesWhileItIsHandedOver(String lanes) throws Exception {
        try (StubBackend backend = new StubBackend("backend-A");
                Child ours = Child.ours(home(backend), "--lanes", lanes);
                Wire wire = new Wire(ours.port())) {
            for (int i = 0; i < 3; i++) {
                wire.send(Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("1K")));
                HttpMessage answer = wire.receive();

                assertThat(answer.whole()).isTrue();
                assertThat(answer.text()).isEqualTo(Scenario.VIRTUALIZATION.response("1K"));
            }
        }
    }

    private Home home(StubBackend backend) throws IOException {
        return Home.copy(folder.resolve("home"), backend)
                .edit(
                        "synapse-config/sequences/answer.xml",
                        "<send/>",
                        "<class name=\"" + SlowHandOver.class.getName() + "\"/><send/>");
    }
}
