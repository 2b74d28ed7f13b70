package org.busbench.mediation.wire.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.WireConnection;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.uring.UringLoop.Operations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only io_uring can do wrong. Skipped, with the reason, where it cannot be had. */
class UringTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int BUFFER = 4096;
    /** What the sockets take at once; that of five connections is more than 64 buffers hold. */
    private static final int READY = 16 * BUFFER;

    private static final int PATIENCE = 20;

    private UringWire wire;
    private UringLoop loop;

    @BeforeEach
    void needsIoUring() {
        String refusal = new UringTransport().refusal();
        assumeTrue(refusal == null, () -> "io_uring cannot be had: " + refusal);
    }

    @AfterEach
    void endsWithoutAnythingLeft() throws InterruptedException {
        if (wire != null) {
            wire.stop(Duration.ofSeconds(5));
            assertThat(wire.loops()).allMatch(ended -> ended.buffers().inUse() == 0 && ended.connections() == 0);
            assertThat(loop.operations().size())
                    .as("owners besides the loop's alarm")
                    .isEqualTo(1);
        }
    }

    /** Keeps what comes, and is told what to do from the test's thread. */
    private static class Server implements ConnectionEvents {
        private final WireConnection connection;
        private final SliceQueue kept = new SliceQueue();
        private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

        Server(WireConnection connection) {
            this.connection = connection;
        }

        @Override
        public void received(Slice bytes) {
            kept.add(bytes);
        }

        @Override
        public void ended() {
            told.add("ended, " + (connection.sentBytes() + connection.unsentBytes()) + " sent or unsent");
        }

        @Override
        public void failed(IOException cause) {
            kept.clear();
            told.add("failed");
        }

        @Override
        public void expired() {
            told.add("expired");
        }

        void close() {
            kept.clear();
            connection.abort();
        }
    }

    @Test
    void aReceiverThatIsFullGetsNothingMore() throws Exception {
        Server server;
        try (Socket client = client(64, connection -> new Server(connection) {
            @Override
            public void received(Slice bytes) {
                super.received(bytes);
                connection.suspendReading();
            }
        })) {
            server = served.poll(PATIENCE, TimeUnit.SECONDS);
            client.getOutputStream().write(1);
            await(() -> server.kept.bytes() == 1);
            client.getOutputStream().write(new byte[1000]);
            awaitByteOfAnother(client);
            assertThat(ask(() -> loop.reading().receivedBytes()))
                    .as("what was cancelled, and the byte of another")
                    .isEqualTo(2);
            ask(() -> {
                server.connection.resumeReading();
                return null;
            });
            await(() -> server.kept.bytes() == 1001);
            // Now it is full again, and many bytes wait: one operation brings no more than a buffer's worth.
            client.getOutputStream().write(new byte[10 * BUFFER]);
            long before = ask(() -> loop.reading().receivedBytes());
            ask(() -> {
                server.connection.resumeReading();
                return null;
            });
            await(() -> server.kept.bytes() > 1001);
            awaitByteOfAnother(client);
            assertThat(ask(() -> loop.reading().receivedBytes()) - before).isLessThanOrEqualTo(1 + 2 * BUFFER);
            ask(() -> {
                server.close();
                return null;
            });
        }
    }

    @Test
    void goesOnWhenTheKernelHadNoBufferLeft() throws Exception {
        byte[] bytes = new byte[48 * BUFFER];
        new Random(1).nextBytes(bytes);
        // Starts suspended, so that more than all buffers hold is there when reading begins.
        try (Socket client = client(64, connection -> {
            connection.suspendReading();
            return new Server(connection);
        })) {
            Server server = served.poll(PATIENCE, TimeUnit.SECONDS);
            List<Server> all = new ArrayList<>(List.of(server));
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                sockets.add(new Socket(client.getInetAddress(), client.getPort()));
                all.add(served.poll(PATIENCE, TimeUnit.SECONDS));
            }
            for (Socket socket : sockets) {
                write(socket, Arrays.copyOf(bytes, READY));
            }
            for (Socket socket : sockets) {
                new Thread(() -> write(socket, Arrays.copyOfRange(bytes, READY, bytes.length))).start();
            }
            write(client, new byte[] {1});
            int before = ask(() -> loop.wantedLent());
            ask(() -> {
                all.forEach(one -> one.connection.resumeReading());
                return null;
            });
            // Together they send more than fits, so the pool itself is empty for a while: what was taken away makes
            // room.
            byte[][] got = new byte[all.size()][bytes.length];
            int[] at = new int[all.size()];
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
            while (Arrays.stream(at).sum() < 1 + 5 * bytes.length && System.nanoTime() < until) {
                for (int i = 0; i < at.length; i++) {
                    int which = i;
                    at[i] += ask(() -> take(all.get(which), got[which], at[which]));
                }
            }
            for (byte[] one : Arrays.asList(got).subList(1, got.length)) {
                assertThat(Arrays.equals(one, bytes)).isTrue();
            }
            assertThat(before).isLessThan(64);
            assertThat(ask(() -> loop.wantedLent()))
                    .as("buffers wanted after there were too few")
                    .isGreaterThan(before);
            ask(() -> {
                all.forEach(Server::close);
                return null;
            });
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void aBufferIsNotFreeAsLongAsTheKernelMaySendFromIt() throws Exception {
        try (Socket client = client(64, Server::new)) {
            Server server = served.poll(PATIENCE, TimeUnit.SECONDS);
            int offered = fill(client, server);
            ask(() -> {
                int owners = loop.operations().size();
                server.close();
                assertThat(loop.buffers().inUse())
                        .as("buffers right after the abort")
                        .isPositive();
                assertThat(loop.operations().size())
                        .as("owners right after the abort")
                        .isEqualTo(owners);
                return null;
            });
            // A turn later both operations were cancelled: the buffers are back, the peer is told.
            await(() -> loop.buffers().inUse() == 0 && loop.operations().size() == 2);
            assertThat(drained(client)).isLessThan(offered);
        }
    }

    @Test
    void knowsToTheByteWhatTheNetworkHasTaken() throws Exception {
        try (Socket client = client(64, Server::new)) {
            Server server = served.poll(PATIENCE, TimeUnit.SECONDS);
            int offered = fill(client, server);
            client.shutdownOutput();
            assertThat(server.told.poll(PATIENCE, TimeUnit.SECONDS)).isEqualTo("ended, " + offered + " sent or unsent");
            long sent = ask(() -> {
                SliceQueue back = new SliceQueue();
                server.connection.takeUnsent(back);
                long taken = offered - back.bytes();
                assertThat(server.connection.sentBytes()).isEqualTo(taken);
                back.clear();
                server.connection.close();
                return taken;
            });
            assertThat(drained(client)).isEqualTo((int) sent);
        }
    }

    /** No completion wakes the loop when a socket has taken all: what has to follow a send must not wait for something else to happen. */
    @Test
    void doesWhatFollowsASendThatIsDoneAtOnce() throws Exception {
        try (Socket client = client(64, connection -> new Server(connection) {
            @Override
            public void received(Slice bytes) {
                connection.queue(bytes);
                // Within the same turn, after the send was written for the kernel.
                loop.beforeIterationEnds(() -> loop.beforeIterationEnds(connection::close));
            }
        })) {
            client.getOutputStream().write(new byte[100]);
            assertThat(drained(client)).isEqualTo(100);
        }
    }

    @Test
    void sendsMoreSlicesThanOneOperationTakesWithoutBeingWoken() throws Exception {
        try (Socket client = client(64, connection -> new Server(connection) {
            @Override
            public void received(Slice bytes) {
                for (int i = 0; i < 200; i++) {
                    connection.queue(Slice.of(new byte[100]));
                }
                bytes.release();
            }
        })) {
            client.getOutputStream().write(1);
            assertThat(client.getInputStream().readNBytes(20_000)).hasSize(20_000);
        }
    }

    @Test
    void aCompletionThatComesTooLateConcernsNobody() {
        Operations operations = new Operations();
        UringLoop.Owner first = (kind, result, flags, bytes) -> {};
        UringLoop.Owner second = (kind, result, flags, bytes) -> {};
        long old = operations.add(first);
        assertThat(operations.owner(Operations.of(old, Operations.SEND))).isSameAs(first);
        operations.remove(old);
        long young = operations.add(second);
        assertThat((int) young).as("the same place").isEqualTo((int) old);
        assertThat(operations.owner(Operations.of(young, Operations.SEND))).isSameAs(second);
        assertThat(operations.owner(Operations.of(old, Operations.SEND))).isNull();
        assertThat(operations.owner(Operations.of(old, Operations.RECEIVE))).isNull();
    }

    /** A thread that may not call io_uring_setup, as in many containers, is told so. Threads that it starts may not, either. */
    @Test
    void saysThatTheMachineDeniesIt() throws Exception {
        CompletableFuture<String> refusal = new CompletableFuture<>();
        new Thread(() -> {
                    SystemCallFilter.denyRings();
                    refusal.complete(new UringTransport().refusal());
                })
                .start();
        assertThat(refusal.get(PATIENCE, TimeUnit.SECONDS)).isEqualTo("io_uring_setup is refused: not permitted (1)");
        assertThat(new UringTransport().refusal()).as("other threads").isNull();
    }

    private final BlockingQueue<Server> served = new LinkedBlockingQueue<>();

    private interface Accepting {
        Server accepted(WireConnection connection);
    }

    /** Starts the wire and connects to it. */
    private Socket client(int buffers, Accepting accepting) throws IOException {
        wire = new UringWire(1, new WireLimits(BUFFER, buffers, 16 * BUFFER));
        loop = (UringLoop) wire.loops().get(0);
        InetSocketAddress address = wire.listen(ANY, (ignored, connection) -> {
            Server server = accepting.accepted(connection);
            served.add(server);
            return server;
        });
        Socket client = new Socket(address.getAddress(), address.getPort());
        client.setSoTimeout(PATIENCE * 1000);
        return client;
    }

    /** Has the server queue much more than the sockets hold, out of a pooled buffer; returns how much when the socket takes no more. */
    private int fill(Socket client, Server server) throws Exception {
        client.getOutputStream().write(new byte[1000]);
        await(() -> server.kept.bytes() == 1000);
        int times = 32_000;
        ask(() -> {
            Slice slice = server.kept.poll();
            for (int i = 0; i < times; i++) {
                server.connection.queue(slice.part(0, slice.length()));
            }
            slice.release();
            return null;
        });
        // That the socket takes no more, time alone can show.
        long last = -1;
        while (last != ask(() -> server.connection.sentBytes()) || last == 0) {
            last = ask(() -> server.connection.sentBytes());
            Thread.sleep(50);
        }
        assertThat(last).isLessThan(times * 1000L);
        return times * 1000;
    }

    /** Waits for a byte that is sent now on a connection of its own: what was to come before has come. */
    private void awaitByteOfAnother(Socket client) throws Exception {
        try (Socket another = new Socket(client.getInetAddress(), client.getPort())) {
            Server server = served.poll(PATIENCE, TimeUnit.SECONDS);
            another.getOutputStream().write(1);
            await(() -> server.kept.bytes() == 1);
            ask(() -> {
                server.close();
                return null;
            });
        }
    }

    private static int take(Server server, byte[] target, int at) {
        int count = (int) server.kept.bytes();
        server.kept.copyTo(target, at);
        server.kept.clear();
        return count;
    }

    private static int drained(Socket client) throws IOException {
        byte[] room = new byte[1 << 16];
        int all = 0;
        try {
            for (int count = client.getInputStream().read(room);
                    count >= 0;
                    count = client.getInputStream().read(room)) {
                all += count;
            }
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
        return all;
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException | AssertionError e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
    }

    private void await(Supplier<Boolean> condition) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!ask(condition)) {
            assertThat(System.nanoTime()).as("patience").isLessThan(until);
            Thread.sleep(2);
        }
    }
}
