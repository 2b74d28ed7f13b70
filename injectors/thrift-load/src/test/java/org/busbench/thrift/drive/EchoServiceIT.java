package org.busbench.thrift.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.busbench.thrift.echo.EchoClient;
import org.busbench.thrift.echo.EchoMessages.Echo;
import org.busbench.thrift.echo.EchoProcessor;
import org.busbench.thrift.ramp.Ramp;
import org.busbench.thrift.ramp.RampLog;
import org.busbench.thrift.ramp.RampSettings;
import org.busbench.thrift.ramp.Schedule;
import org.busbench.thrift.server.EchoServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EchoServiceIT {
    private static final byte[] PAYLOAD = {1, 2, 3};

    @TempDir
    private Path folder;

    @Test
    void aCallIsAnsweredWithItsOwnNonceAndPayload() throws Exception {
        int port = freePort();
        try (RampLog log = RampLog.open(folder.resolve("server.csv"));
                EchoServer server = EchoServer.start(port, 500, log);
                EchoClient client = EchoClient.connect(port, 5_000)) {
            assertThat(server).isNotNull();
            for (int i = 0; i < 20; i++) {
                client.call("nonce-" + i, PAYLOAD);
            }
        }
        List<String> rows = Files.readAllLines(folder.resolve("server.csv"));
        assertThat(rows.get(0)).isEqualTo(RampLog.HEADER);
        assertThat(rows.get(rows.size() - 1).split(",", -1)[2]).isEqualTo("20");
    }

    @Test
    void anAnswerToAnotherCallIsNoAnswer() throws Exception {
        try (Serving serving = new Serving(asked -> new Echo("another", asked.payload()));
                EchoClient client = EchoClient.connect(serving.port, 5_000)) {
            assertThatThrownBy(() -> client.call("own", PAYLOAD))
                    .isInstanceOf(EchoClient.WrongAnswerException.class)
                    .hasMessageContaining("own")
                    .hasMessageContaining("another");
        }
    }

    @Test
    void aPayloadThatCameBackChangedIsNoAnswer() throws Exception {
        try (Serving serving = new Serving(asked -> new Echo(asked.nonce(), ByteBuffer.wrap(new byte[] {1, 2, 4})));
                EchoClient client = EchoClient.connect(serving.port, 5_000)) {
            assertThatThrownBy(() -> client.call("own", PAYLOAD)).isInstanceOf(EchoClient.WrongAnswerException.class);
        }
    }

    @Test
    void theDriverVerifiesEveryRequestOfARamp() throws Exception {
        int port = freePort();
        try (RampLog log = RampLog.open(folder.resolve("server.csv"));
                EchoServer server = EchoServer.start(port, 0, log)) {
            assertThat(server).isNotNull();
            assertThat(driven(port)).startsWith("150,150,0,0,");
        }
    }

    @Test
    void theDriverCountsAnAnswerThatIsNotItsOwnAsWrong() throws Exception {
        try (Serving serving = new Serving(asked -> new Echo("0000000000000001", asked.payload()))) {
            assertThat(driven(serving.port)).startsWith("150,1,149,0,");
        }
    }

    @Test
    void theDriverCountsARequestWhoseConnectionIsClosedAsFailed() throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> closeEach(closing));
            server.setDaemon(true);
            server.start();
            assertThat(driven(closing.getLocalPort())).startsWith("150,0,0,150,");
        }
    }

    /** Reads a call of each connection, and answers with the end of it. */
    private static void closeEach(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread reader = new Thread(() -> {
                    try (socket) {
                        DataInputStream in = new DataInputStream(socket.getInputStream());
                        in.readNBytes(in.readInt());
                        new DataOutputStream(socket.getOutputStream()).flush();
                    } catch (IOException over) {
                        // The driver closes what it has not used.
                    }
                });
                reader.setDaemon(true);
                reader.start();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** Drives 150 requests; the counts of the last row of the log. */
    private String driven(int port) throws Exception {
        Path file = folder.resolve("injector.csv");
        Ramp ramp = Ramp.of(new RampSettings(port, new Schedule(1, 299, 1), 4, 64, 0, 0, 0, file));
        try (NonBlockingDriver driver = NonBlockingDriver.connect(ramp)) {
            ramp.begin();
            while (!driver.drive(100).over()) {
                // It ends by itself: every request is answered or lost.
            }
        }
        ramp.log().close();
        List<String> rows = Files.readAllLines(file);
        String last = rows.get(rows.size() - 1);
        return last.substring(last.indexOf(',') + 1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A server whose service is another one. */
    private static final class Serving implements AutoCloseable {
        private final int port = freePort();
        private final TServer server;

        Serving(UnaryOperator<Echo> service) throws Exception {
            server = new TThreadedSelectorServer(new TThreadedSelectorServer.Args(
                            new TNonblockingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
                    .processor(new EchoProcessor(service))
                    .selectorThreads(1)
                    .workerThreads(0));
            Thread thread = new Thread(server::serve);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() {
            server.stop();
        }
    }
}
