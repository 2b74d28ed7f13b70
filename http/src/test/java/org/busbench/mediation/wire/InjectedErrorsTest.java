package org.busbench.mediation.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.rig.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An Error of the code that a loop calls ends one connection or one task, and the loop serves on. */
class InjectedErrorsTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** The call of a loop that throws. */
    private enum Place {
        ACCEPTED,
        CONNECTED,
        RECEIVED,
        ENDED,
        FAILED,
        CONGESTED,
        EXPIRED,
        TASK,
        DEADLINE,
        BEFORE_ITERATION_ENDS
    }

    static Stream<Arguments> injections() {
        return Stream.<Supplier<Error>>of(
                        StackOverflowError::new,
                        () -> new OutOfMemoryError("injected"),
                        () -> new NoClassDefFoundError("injected"),
                        () -> new Error("injected"))
                .flatMap(error -> Arrays.stream(Place.values()).map(place -> Arguments.of(place, error.get())));
    }

    @ParameterizedTest
    @MethodSource("injections")
    void endsOneConnectionAndServesTheNext(Place place, Error error) throws Exception {
        Wire wire = Transport.wire(1, WireLimits.USUAL);
        InetSocketAddress struck = wire.listen(ANY, (loop, connection) -> {
            Injected injected = new Injected(connection, place, error);
            injected.strike(Place.ACCEPTED);
            if (place == Place.EXPIRED) {
                connection.deadline().set(1);
            }
            return injected;
        });
        InetSocketAddress good = wire.listen(ANY, (loop, connection) -> new Injected(connection, null, error));
        EventLoop loop = wire.loops().get(0);
        switch (place) {
            case TASK ->
                loop.execute(() -> {
                    throw error;
                });
            case DEADLINE ->
                loop.execute(() -> loop.deadline(() -> {
                            throw error;
                        })
                        .set(1));
            case BEFORE_ITERATION_ENDS ->
                loop.execute(() -> loop.beforeIterationEnds(() -> {
                    throw error;
                }));
            case CONNECTED -> loop.execute(() -> loop.connect(good, new Injected(null, place, error)));
            default -> strikeWithAConnection(struck, place);
        }
        try (Socket socket = new Socket(good.getAddress(), good.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }
        assertThat(wire.stop(Duration.ofSeconds(5))).as("ended by itself").isTrue();
        assertThat(loop.buffers().inUse()).as("buffers in use").isZero();
        assertThat(loop.connections()).as("connections").isZero();
    }

    private static void strikeWithAConnection(InetSocketAddress address, Place place) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(20_000);
            if (place != Place.ACCEPTED && place != Place.EXPIRED) {
                socket.getOutputStream().write(1);
            }
            if (place == Place.ENDED) {
                assertThat(socket.getInputStream().read()).isEqualTo(1);
                socket.shutdownOutput();
            } else if (place == Place.FAILED) {
                assertThat(socket.getInputStream().read()).isEqualTo(1);
                socket.setSoLinger(true, 0);
                return;
            }
            try {
                assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(64 << 20);
            } catch (IOException e) {
                assertThat(e).as("a reset is an end, too").hasMessageContaining("reset");
            }
        }
    }

    /** Gives back what comes, and throws in one place. */
    private record Injected(WireConnection connection, Place place, Error error) implements ConnectionEvents {

        private void strike(Place here) {
            if (here == place) {
                throw error;
            }
        }

        @Override
        public void connected() {
            strike(Place.CONNECTED);
        }

        @Override
        public void received(Slice bytes) {
            if (place == Place.CONGESTED) {
                for (int i = 0; i < 64; i++) {
                    connection.queue(Slice.of(new byte[1 << 20]));
                }
            }
            connection.queue(bytes);
            strike(Place.RECEIVED);
        }

        @Override
        public void ended() {
            strike(Place.ENDED);
            connection.close();
        }

        @Override
        public void failed(IOException cause) {
            strike(Place.FAILED);
        }

        @Override
        public void congested() {
            strike(Place.CONGESTED);
        }

        @Override
        public void expired() {
            strike(Place.EXPIRED);
        }

        @Override
        public void draining() {
            if (connection != null) {
                connection.close();
            }
        }
    }

    /** Its thread ends by an error of its own kind, for which the process has a handler. */
    @Test
    void endsTheThreadOfALoopThatCannotGoOn() throws Exception {
        CompletableFuture<Throwable> uncaught = new CompletableFuture<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> uncaught.complete(cause));
        try {
            Broken loop = new Broken();
            loop.startThread();
            assertThat(uncaught.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(TurnLoop.LoopFailedError.class)
                    .hasMessage("loop 3 cannot go on: java.io.IOException: the test wants it");
            assertThat(loop.join()).isFalse();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private static final class Broken extends TurnLoop {

        Broken() {
            super(3, WireLimits.USUAL, new BufferPool(4096, 1));
        }

        @Override
        protected void serve() throws IOException {
            throw new IOException("the test wants it");
        }

        @Override
        protected void wake() {
            // It does not wait.
        }

        @Override
        protected void tellOfDraining() {
            // It has no connections.
        }

        @Override
        public WireConnection connect(InetSocketAddress address, ConnectionEvents events) {
            throw new UnsupportedOperationException("it has no connections");
        }
    }
}
