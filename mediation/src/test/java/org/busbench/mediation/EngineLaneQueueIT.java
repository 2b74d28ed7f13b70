package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Nap;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine takes as many messages as may wait for it, and no more. */
class EngineLaneQueueIT {

    private static final int CLIENTS = 8;

    @Test
    void answers503ToWhatDoesNotFitIntoItsQueueAndMediatesTheRest(@TempDir Path folder) throws Exception {
        List<Wire> clients = new ArrayList<>();
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(
                        List.of("-XX:TieredStopAtLevel=1", "-Dworker_pool_size_core=1"),
                        Home.copy(folder.resolve("home"), backend)
                                .edit(
                                        "synapse-config/sequences/prepare.xml",
                                        "</sequence>",
                                        "<class name=\"" + Nap.class.getName() + "\"/></sequence>"),
                        "--limit",
                        "waiting=6k")) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Wire(mediator.port())
                        .send(Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("500"))));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Wire client : clients) {
                HttpMessage answer = client.receive();
                statuses.add(answer.status());
                if (answer.status() == 503) {
                    assertThat(answer.text()).contains("too many messages wait");
                }
                client.close();
            }
            assertThat(statuses).containsOnly(200, 503);
            assertThat(statuses.stream().filter(status -> status == 200).count())
                    .isBetween(1L, 3L);
            assertThat(backend.requests()).hasSize((int)
                    statuses.stream().filter(status -> status == 200).count());
            assertThat(Wire.exchange(
                                    mediator.port(),
                                    "GET /services/VirtualizationProxy?wsdl HTTP/1.1\r\nHost: a\r\n\r\n"
                                            .getBytes(StandardCharsets.US_ASCII))
                            .status())
                    .isEqualTo(200);
        }
    }
}
