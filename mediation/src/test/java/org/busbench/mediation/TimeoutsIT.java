package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
        assertFault(List.of("-Dhttp.socket.timeout=400"), lanes, silent, StubBackend.HOLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void givesUpABackendThatTakesNoConnectionWithinTheConnectionTimeout(String lanes) throws Exception {
        List<Socket> queue = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            boolean takesMore = true;
            while (takesMore) {
                Socket waiting = new Socket();
                queue.add(waiting);
                takesMore = connects(waiting, full.getLocalSocketAddress());
            }
            Snippet silent = Snippet.target(
                    "Silent",
                    "<inSequence><send><endpoint><address uri='http://127.0.0.1:" + full.getLocalPort()
                            + "/'/></endpoint></send></inSequence>" + Snippet.FAULT);
            // The other limits are longer than the test is patient.
            assertFault(List.of("-Dhttp.connection.timeout=400", "-Dhttp.socket.timeout=120000"), lanes, silent);
        } finally {
            for (Socket waiting : queue) {
                waiting.close();
            }
        }
    }

    private static boolean connects(Socket socket, SocketAddress address) throws IOException {
        try {
            socket.connect(address, 200);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private void assertFault(List<String> jvm, String lanes, Snippet silent, String... fields) throws Exception {
        try (LaneUnderTest lane = new LaneUnderTest(jvm, folder, lanes, List.of(silent), Child.freePort())) {
            String request = new String(
                    Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("500"), fields),
                    StandardCharsets.UTF_8);
            assertThat(lane.ask(request.replace("VirtualizationProxy", "Silent").getBytes(StandardCharsets.UTF_8))
                            .text())
                    .contains("Fault");
        }
    }
}
