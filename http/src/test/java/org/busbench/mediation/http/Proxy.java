package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Transport;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;

/** A server of one loop under test. Its {@link #close()} is an assertion: every buffer is back and every connection ended. */
final class Proxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

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
        Route route = Route.to(Endpoint.of(backend.address()), null);
        return new Proxy(exchange -> exchange.forward(route), limits, WireLimits.USUAL);
    }

    int port() {
        return port;
    }

    int buffersInUse() {
        return ask(EventLoop::buffersInUse);
    }

    int connections() {
        return ask(EventLoop::connections);
    }

    /** Waits until as many buffers and connections are in use; fails when that does not come. */
    void awaitRest(int connections) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while ((buffersInUse() > 0 || connections() > connections) && System.nanoTime() < until) {
            Thread.sleep(2);
        }
        assertThat(buffersInUse()).as("buffers in use").isZero();
        assertThat(connections()).as("connections").isLessThanOrEqualTo(connections);
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
            long until = System.nanoTime() + PATIENCE.toNanos();
            int inUse = buffersInUse();
            while (inUse > 0 && System.nanoTime() < until) {
                Thread.sleep(2);
                inUse = buffersInUse();
            }
            assertThat(inUse).as("buffers in use when everything is done").isZero();
            assertThat(wire.stop(PATIENCE)).as("ended by itself").isTrue();
            // The loop's thread has ended: its pool can be looked at from here.
            assertThat(wire.loops().get(0).buffersInUse())
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
