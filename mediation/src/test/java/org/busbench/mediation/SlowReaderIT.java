package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that reads a kilobyte now and then from an answer of a gigabyte: it costs what may wait for one connection, and every other client gets its
 * answers.
 */
class SlowReaderIT {
    private static final Scenario SCENARIO = Scenario.VIRTUALIZATION;
    private static final int PIECES = 5;
    private static final int PIECE = 1 << 10;
    private static final int MESSAGES_OF_OTHERS = 200;

    /** One holds what waits for the client, one what was read last, one what is read next. */
    private static final long MOST_BUFFERS = 3;

    @TempDir
    private Path folder;

    @Test
    void costsWhatMayWaitForOneConnectionAndDisturbsNobody() throws Exception {
        int adminPort = Child.freePort();
        try (StubBackend backend = new StubBackend("backend-A").forgetful();
                Child mediator =
                        Child.ours(Home.copy(folder.resolve("home"), backend), "--admin", Integer.toString(adminPort));
                Wire slow = new Wire(mediator.port());
                Wire other = new Wire(mediator.port())) {
            Operator operator = new Operator(adminPort);
            exchangeMessages(other);
            long buffers = operator.buffersInUse();

            slow.send(SCENARIO.post(SCENARIO.request("500"), StubBackend.GIGANTIC));
            assertThat(slow.receiveHead().status()).isEqualTo(200);
            for (int i = 0; i < PIECES; i++) {
                assertThat(slow.receiveRaw(PIECE)).isEqualTo("g".repeat(PIECE));
                exchangeMessages(other);
            }
            long left = -1;
            while (left != backend.giganticBytes()) {
                left = backend.giganticBytes();
                exchangeMessages(other);
            }
            assertThat(left)
                    .isLessThan(mostInSockets() + PIECES * PIECE + MOST_BUFFERS * WireLimits.USUAL.bufferBytes());
            assertThat(operator.buffersInUse() - buffers).isBetween(1L, MOST_BUFFERS);

            slow.reset();
            operator.awaitBuffersInUse(buffers);
            assertThat(backend.giganticBytes()).isLessThan(StubBackend.GIGABYTE / 10);
        }
    }

    /** The size in bytes to which the kernel's four socket buffers may grow together. */
    private static long mostInSockets() throws IOException {
        return 2 * (mostBytes("tcp_rmem") + mostBytes("tcp_wmem"));
    }

    /** The last of the three figures of a setting: least, usual and most bytes of a buffer. The kernel gives it to one read alone. */
    private static long mostBytes(String setting) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4", setting))) {
            return Long.parseLong(reader.readLine().strip().split("\\s+", -1)[2]);
        }
    }

    private static void exchangeMessages(Wire client) throws IOException {
        byte[] request = SCENARIO.post(SCENARIO.request("1K"));
        String expected = SCENARIO.response("1K");
        for (int i = 0; i < MESSAGES_OF_OTHERS; i++) {
            assertThat(client.send(request).receive().text()).isEqualTo(expected);
        }
    }
}
