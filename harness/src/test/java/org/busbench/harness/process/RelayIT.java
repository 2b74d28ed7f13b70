package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Launch.Compilation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The control {@code relay} between a client and a backend of plain sockets: it is no HTTP that it passes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RelayIT {

    /** More than the buffers of four sockets hold. */
    private static final int MUCH = 32 << 20;

    private static final int TINY_BUFFER = 4 << 10;

    @TempDir
    private static Path folder;

    private ServerSocket backend;
    private int port;
    private Process relay;

    @BeforeAll
    static void compile() {
        new Compilation(ProjectFiles.ROOT.resolve("configs/adapters/relay/launcher"), classes(), "", Optional.empty())
                .ensure();
    }

    @BeforeEach
    void start() throws IOException, InterruptedException {
        backend = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        port = FreePorts.inARow(1);
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        relay = new ProcessBuilder(List.of(
                        JavaCommand.PROGRAM.toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes().toString(),
                        "relay.Relay",
                        host,
                        Integer.toString(port),
                        host,
                        Integer.toString(backend.getLocalPort())))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("relay.log").toFile())
                .start();
        Eventually.isSo("the relay listens", () -> relay.isAlive() && listens());
    }

    @AfterEach
    void stop() throws IOException {
        assertThat(relay.isAlive())
                .as("it goes on, whatever happens to a connection")
                .isTrue();
        relay.destroyForcibly();
        backend.close();
    }

    private static Path classes() {
        return folder.resolve("classes");
    }

    private boolean listens() {
        try (Socket asked = client()) {
            backend.accept().close();
            return asked.isConnected();
        } catch (ConnectException notYet) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anEndOfOneSideIsPassedOnAndTheOtherSideGoesOn() throws IOException {
        try (Socket client = client();
                Socket server = backend.accept()) {
            client.getOutputStream().write(bytes("question"));
            client.shutdownOutput();

            assertThat(server.getInputStream().readAllBytes()).asString().isEqualTo("question");
            server.getOutputStream().write(bytes("answer"));
            close(server);
            assertThat(client.getInputStream().readAllBytes()).asString().isEqualTo("answer");
        }
    }

    @Test
    void aSlowReaderGetsEveryByteInBothDirections() throws Exception {
        byte[] much = new byte[MUCH];
        new Random(20070713).nextBytes(much);
        try (Socket client = new Socket()) {
            client.setReceiveBufferSize(TINY_BUFFER);
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            try (Socket server = backend.accept()) {
                CompletableFuture<Void> up = sent(client, much);
                CompletableFuture<Void> down = sent(server, much);

                CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> all(server));
                assertThat(Arrays.equals(all(client), much)).as("the answer").isTrue();
                assertThat(Arrays.equals(received.get(), much))
                        .as("the request")
                        .isTrue();
                up.get();
                down.get();
            }
        }
    }

    @Test
    void aResetOfTheClientReachesTheBackend() throws IOException {
        try (Socket client = client();
                Socket server = backend.accept()) {
            reset(client);

            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aResetOfTheBackendReachesTheClient() throws IOException {
        try (Socket client = client();
                Socket server = backend.accept()) {
            reset(server);

            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void anAnswerThatCameBeforeAResetStillArrives() throws IOException {
        try (Socket client = client();
                Socket server = backend.accept()) {
            client.getOutputStream().write(bytes("question"));
            assertThat(server.getInputStream().read()).isEqualTo('q');
            server.getOutputStream().write(bytes("no"));
            close(server);

            InputStream answer = client.getInputStream();
            assertThat(answer.readNBytes(2)).asString().isEqualTo("no");
        }
    }

    @Test
    void withoutABackendTheClientIsReset() throws IOException {
        backend.close();
        try (Socket client = client()) {
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    private Socket client() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        close(socket);
    }

    private static void close(Socket socket) throws IOException {
        socket.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CompletableFuture<Void> sent(Socket to, byte[] bytes) {
        return CompletableFuture.runAsync(() -> {
            try {
                to.getOutputStream().write(bytes);
                to.shutdownOutput();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static byte[] all(Socket from) {
        try {
            return from.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
