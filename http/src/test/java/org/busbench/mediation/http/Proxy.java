package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.Transport;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;

/** A server of one loop under test. Its {@link #close()} is an assertion: every buffer is back and every connection ended. */
final class Proxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Wire wire;
    private final int port;
    private CompletableFuture<Boolean> stopped;

    Proxy(Handler handler) throws IOException {
        this(handler, HttpLimits.USUAL, WireLimits.USUAL);
    }

    Proxy(Handler handler, HttpLimits limits, WireLimits wireLimits) throws IOException {
        this(handler, limits, wireLimits, UnaryOperator.identity());
    }

    /** With an acceptor in front of its own. */
    Proxy(Handler handler, HttpLimits limits, WireLimits wireLimits, UnaryOperator<Acceptor> before)
            throws IOException {
        wire = Transport.wire(1, wireLimits);
        port = new HttpServer(wire, limits, handler)
                .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), before)
                .getPort();
    }

    /** A proxy that forwards everything as it is. */
    static Proxy to(ScriptedBackend backend) throws IOException {
        return to(backend, HttpLimits.USUAL);
    }

    static Proxy to(ScriptedBackend backend, HttpLimits limits) throws IOException {
        Route route = Route.to(Endpoints.of(backend.address()), null);
        return new Proxy(exchange -> exchange.forward(route), limits, WireLimits.USUAL);
    }

    int port() {
        return port;
    }

    int buffersInUse() {
        return ask(loop -> loop.buffers().inUse());
    }

    int connections() {
        return ask(EventLoop::connections);
    }

    /** {@return how many bytes clients and backends have sent that it has read} */
    long receivedBytes() {
        return ask(loop -> loop.reading().receivedBytes());
    }

    /** Waits until it has read so many bytes since its start. */
    void awaitReceived(long bytes) throws IOException, InterruptedException {
        Eventually.value(bytes + " bytes read by the proxy", this::receivedBytes, read -> read >= bytes);
    }

    /** Sends a message in two pieces, the second when the first has been read. Nothing else may be under way. */
    void sendInTwo(org.busbench.mediation.http.rig.Wire client, String message, int first)
            throws IOException, InterruptedException {
        long read = receivedBytes() + first;
        client.send(message.substring(0, first));
        awaitReceived(read);
        client.send(message.substring(first));
    }

    /** Waits until a while passes in which it reads nothing: that nothing more comes, time alone can show. */
    void awaitStandstill() throws InterruptedException {
        long before = -1;
        for (long read = receivedBytes(); read != before; read = receivedBytes()) {
            before = read;
            Thread.sleep(250);
        }
    }

    /** Waits until no buffer and no more than so many connections are in use. */
    void awaitRest(int connections) throws IOException, InterruptedException {
        Eventually.value(
                "no buffer and at most " + connections + " connections in use",
                () -> List.of(buffersInUse(), connections()),
                inUse -> inUse.get(0) == 0 && inUse.get(1) <= connections);
    }

    /** Begins to stop; {@link #close()} waits for the end. */
    void stop() {
        stopped = CompletableFuture.supplyAsync(() -> {
            try {
                return wire.stop(PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
    }

    @Override
    public void close() throws IOException {
        if (stopped != null) {
            assertThat(stopped.orTimeout(20, TimeUnit.SECONDS).join())
                    .as("ended by itself")
                    .isTrue();
            return;
        }
        try {
            Eventually.value("no buffer in use when everything is done", this::buffersInUse, inUse -> inUse == 0);
            assertThat(wire.stop(PATIENCE)).as("ended by itself").isTrue();
            // The loop's thread has ended: its pool can be looked at from here.
            assertThat(wire.loops().get(0).buffers().inUse())
                    .as("buffers in use after the stop")
                    .isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the proxy was closed", e);
        }
    }

    private <T> T ask(Function<EventLoop, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        EventLoop loop = wire.loops().get(0);
        loop.execute(() -> answer.complete(question.apply(loop)));
        return answer.orTimeout(20, TimeUnit.SECONDS).join();
    }
}
