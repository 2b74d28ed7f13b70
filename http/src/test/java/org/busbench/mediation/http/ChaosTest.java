package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;

/**
 * Clients and a backend that cut, reset, split and pipeline at random, seeded: no client gets another's answer, no cut body looks whole, and
 * every buffer comes back. {@code -Dbusbench.chaos=N} has each client talk N times (default 150).
 */
class ChaosTest {
    private static final int TALKS = Integer.getInteger("busbench.chaos", 150);
    private static final int CLIENTS = 6;

    private final AtomicInteger whole = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger cut = new AtomicInteger();

    @Test
    void mixesUpAndLeaksNothing() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(ChaosTest::misbehave);
                Proxy proxy = proxy(backend)) {
            CompletableFuture<?>[] clients = new CompletableFuture<?>[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                int seed = i;
                clients[i] = CompletableFuture.runAsync(
                        () -> talk(proxy.port(), new Random(seed)), task -> new Thread(task).start());
            }
            CompletableFuture.allOf(clients).get();
            // A check that sees only one kind of end has checked nothing.
            assertThat(whole.get()).isGreaterThan(TALKS);
            assertThat(refused.get()).isPositive();
            assertThat(cut.get()).isPositive();
            backend.hangUp();
            proxy.awaitRest(0);
        }
    }

    /** Two ways by turns: streamed, and with both bodies held. */
    private static Proxy proxy(ScriptedBackend backend) throws IOException {
        Route streamed = Route.to(Endpoints.of(backend.address()), null);
        Route held = streamed.answeredBy(1 << 20, (exchange, answer, body) -> exchange.relay(body, null));
        return new Proxy(
                exchange -> {
                    if (exchange.request().target().endsWith("1")) {
                        exchange.collect(1 << 20, (same, body) -> same.forward(held, body));
                    } else {
                        exchange.forward(streamed);
                    }
                },
                HttpLimits.USUAL,
                new WireLimits(16 << 10, 64, 32 << 10));
    }

    /** Gives back the body it got, unless the dice say otherwise. */
    private static void misbehave(ScriptedBackend.Talk talk) throws IOException, InterruptedException {
        Random random = new Random(talk.number());
        for (String request = talk.readRequest(); request != null; request = talk.readRequest()) {
            String body = request.substring(request.indexOf("\r\n\r\n") + 4);
            String answer = switch (random.nextInt(3)) {
                case 0 -> head("HTTP/1.1 200 OK", "Content-Length: " + body.length()) + body;
                case 1 ->
                    head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
                            + head(Integer.toHexString(body.length()), body, "0");
                default -> head("HTTP/1.1 200 OK", "Connection: close", "Content-Length: " + body.length()) + body;
            };
            int kind = random.nextInt(12);
            if (kind < 9) {
                int split = random.nextInt(answer.length());
                talk.write(answer.substring(0, split));
                talk.write(answer.substring(split));
            } else {
                talk.write(answer.substring(0, random.nextInt(answer.length())));
            }
            if (kind >= 10) {
                talk.reset();
            }
            if (kind >= 9 || answer.contains("Connection: close")) {
                return;
            }
        }
    }

    private void talk(int port, Random random) {
        for (int i = 0; i < TALKS; i++) {
            try (Wire client = new Wire(port)) {
                converse(client, random);
            } catch (IOException e) {
                cut.incrementAndGet();
            }
        }
    }

    private void converse(Wire client, Random random) throws IOException {
        int requests = 1 + random.nextInt(5);
        String[] bodies = new String[requests];
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            bodies[i] = (Long.toHexString(random.nextLong()) + ";")
                    .repeat(1 + random.nextInt(random.nextInt(4) == 0 ? 9000 : 20));
            all.append(head(
                            "POST /" + random.nextInt(2) + " HTTP/1.1",
                            "Host: x",
                            "Content-Length: " + bodies[i].length()))
                    .append(bodies[i]);
        }
        boolean aborts = random.nextInt(5) == 0;
        byte[] bytes = all.substring(0, aborts ? random.nextInt(all.length()) : all.length())
                .getBytes(StandardCharsets.US_ASCII);
        // Sent beside reading: answers may fill both sockets before the last request has gone.
        Thread sender = new Thread(() -> send(client, bytes, 1 + random.nextInt(bytes.length + 1)));
        sender.start();
        try {
            if (aborts) {
                sender.join();
                client.reset();
                return;
            }
            for (String body : bodies) {
                take(client.receive(), body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
    }

    private void take(HttpMessage answer, String body) throws IOException {
        if (answer.status() >= 500) {
            refused.incrementAndGet();
            return;
        }
        if (!answer.whole()) {
            throw new IOException("the answer was cut");
        }
        assertThat(answer.text()).isEqualTo(body);
        whole.incrementAndGet();
    }

    private static void send(Wire client, byte[] bytes, int split) {
        try {
            int at = Math.min(split, bytes.length);
            client.send(Arrays.copyOf(bytes, at));
            client.send(Arrays.copyOfRange(bytes, at, bytes.length));
        } catch (IOException e) {
            // The proxy has cut the connection, which the reader sees, too.
            if (e.getMessage() == null) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
