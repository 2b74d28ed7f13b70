package org.busbench.mediation.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.rig.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wire by itself, over real sockets. */
class LoopsTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Wire wire = Transport.wire(2, WireLimits.USUAL);
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    LoopsTest() throws IOException {}

    @AfterEach
    void stop() throws InterruptedException {
        wire.stop(Duration.ofSeconds(5));
        assertThat(wire.loops()).allMatch(loop -> loop.buffers().inUse() == 0 && loop.connections() == 0);
    }

    /** Gives back what comes, and writes down what it is told. */
    private class Echo implements ConnectionEvents {
        private final WireConnection connection;

        Echo(WireConnection connection) {
            this.connection = connection;
        }

        @Override
        public void received(Slice bytes) {
            connection.queue(bytes);
        }

        @Override
        public void ended() {
            told.add("ended");
            connection.close();
        }

        @Override
        public void failed(IOException cause) {
            told.add("failed");
        }

        @Override
        public void expired() {
            told.add("expired");
            connection.close();
        }

        @Override
        public void draining() {
            told.add("draining");
            connection.close();
        }
    }

    @Test
    void dealsConnectionsOutToItsLoopsAndKeepsEachOnOneThread() throws Exception {
        Map<Integer, Set<String>> threads = new ConcurrentHashMap<>();
        InetSocketAddress address = wire.listen(ANY, (loop, connection) -> new Echo(connection) {
            @Override
            public void received(Slice bytes) {
                threads.computeIfAbsent(loop.index(), index -> ConcurrentHashMap.newKeySet())
                        .add(Thread.currentThread().getName());
                super.received(bytes);
            }
        });
        for (int i = 0; i < 10; i++) {
            try (Socket socket = connect(address)) {
                for (int j = 0; j < 10; j++) {
                    socket.getOutputStream().write(j);
                    assertThat(socket.getInputStream().read()).isEqualTo(j);
                }
            }
        }
        assertThat(threads).containsOnlyKeys(0, 1);
        assertThat(threads.values()).allMatch(names -> names.size() == 1);
    }

    @Test
    void tellsTheEndOfTheOtherSideAndSendsWhatIsQueued() throws Exception {
        InetSocketAddress address = wire.listen(ANY, echo());
        try (Socket socket = connect(address)) {
            byte[] bytes = new byte[1 << 20];
            Arrays.fill(bytes, (byte) 7);
            CompletableFuture<byte[]> back =
                    CompletableFuture.supplyAsync(() -> readAll(socket), task -> new Thread(task).start());
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            assertThat(back.get(20, TimeUnit.SECONDS)).isEqualTo(bytes);
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("ended");
        }
    }

    @Test
    void tellsAResetOnce() throws Exception {
        InetSocketAddress address = wire.listen(ANY, echo());
        try (Socket socket = connect(address)) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            socket.setSoLinger(true, 0);
        }
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("failed");
        assertThat(told.poll(50, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void tellsThatADeadlineHasPassed() throws Exception {
        InetSocketAddress address = wire.listen(ANY, (loop, connection) -> {
            connection.deadline().set(50_000_000);
            return new Echo(connection);
        });
        try (Socket socket = connect(address)) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("expired");
    }

    @Test
    void asksConnectionsToEndWhenItStops() throws Exception {
        InetSocketAddress address = wire.listen(ANY, echo());
        try (Socket socket = connect(address)) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            assertThat(wire.stop(Duration.ofSeconds(5))).isTrue();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(told.poll()).isEqualTo("draining");
    }

    @Test
    void breaksWhatDoesNotEndInTime() throws Exception {
        InetSocketAddress address = wire.listen(ANY, (loop, connection) -> new Echo(connection) {
            @Override
            public void draining() {
                told.add("ignored");
            }
        });
        try (Socket socket = connect(address)) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            assertThat(wire.stop(Duration.ofMillis(50))).isFalse();
            assertThat(told.poll()).isEqualTo("ignored");
            assertThat(told.poll()).isEqualTo("failed");
        }
    }

    @Test
    void servesOthersAfterAListenerHasFailed() throws Exception {
        InetSocketAddress address = wire.listen(ANY, (loop, connection) -> new Echo(connection) {
            @Override
            public void received(Slice bytes) {
                byte first = bytes.get(0);
                super.received(bytes);
                if (first == 66) {
                    throw new IllegalStateException("a fault that the test wants");
                }
            }
        });
        try (Socket bad = connect(address);
                Socket good = connect(address)) {
            bad.getOutputStream().write(66);
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("failed");
            good.getOutputStream().write(1);
            assertThat(good.getInputStream().read()).isEqualTo(1);
        }
    }

    @Test
    void saysWhichAddressItCannotHave() throws Exception {
        InetSocketAddress address = wire.listen(ANY, echo());
        assertThatThrownBy(() -> wire.listen(address, echo()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Integer.toString(address.getPort()));
    }

    private Acceptor echo() {
        return (loop, connection) -> new Echo(connection);
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static byte[] readAll(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
