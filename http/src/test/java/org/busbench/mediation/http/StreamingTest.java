package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long bodies and slow peers: constant memory, no endless wait, every buffer comes back. */
class StreamingTest {
    private static final int LONG = 50 << 20;
    private static final int BUFFERS = 16;

    /** What a side that does not read may occupy. A sender that is not told to stop would take all buffers. */
    private static final int MOST_IN_USE = BUFFERS / 2;

    private static final WireLimits SMALL = new WireLimits(64 << 10, BUFFERS, 128 << 10);

    @Test
    void passesALongAnswerToASlowReaderInBoundedMemory() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + LONG));
                    writePattern(talk.out(), LONG);
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL);
                Socket client = connect(proxy)) {
            client.getOutputStream().write(head("GET / HTTP/1.1", "Host: x").getBytes(StandardCharsets.US_ASCII));
            skipHead(client.getInputStream());
            proxy.awaitReceived(50_000);
            proxy.awaitStandstill();
            assertThat(proxy.receivedBytes()).isLessThan(LONG);
            assertThat(proxy.buffersInUse()).isBetween(1, MOST_IN_USE);
            assertThat(readPattern(client.getInputStream(), LONG)).isEqualTo(LONG);
            proxy.awaitRest(1);
        }
    }

    @Test
    void passesALongRequestToASlowBackendInBoundedMemory() throws Exception {
        CompletableFuture<Integer> arrived = new CompletableFuture<>();
        CountDownLatch look = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readHead();
                    look.await();
                    arrived.complete(readPattern(talk.in(), LONG));
                    talk.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL);
                Socket client = connect(proxy)) {
            Thread writer = new Thread(() -> {
                try {
                    client.getOutputStream()
                            .write(head("POST / HTTP/1.1", "Host: x", "Content-Length: " + LONG)
                                    .getBytes(StandardCharsets.US_ASCII));
                    writePattern(client.getOutputStream(), LONG);
                } catch (IOException e) {
                    arrived.completeExceptionally(e);
                }
            });
            writer.start();
            proxy.awaitReceived(50_000);
            proxy.awaitStandstill();
            assertThat(proxy.receivedBytes()).isLessThan(LONG);
            assertThat(proxy.buffersInUse()).isBetween(1, MOST_IN_USE);
            look.countDown();
            assertThat(arrived.get()).isEqualTo(LONG);
            assertThat(skipHead(client.getInputStream())).startsWith("HTTP/1.1 200 ");
            writer.join();
            proxy.awaitRest(2);
        }
    }

    @Test
    void holdsNoMoreForAClientThatPipelinesLongAnswersAndReadsNone() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    while (talk.readRequest() != null) {
                        talk.write(head("HTTP/1.1 200 OK", "Content-Length: 200000"));
                        writePattern(talk.out(), 200_000);
                    }
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL);
                Socket client = connect(proxy)) {
            byte[] request = head("GET / HTTP/1.1", "Host: x").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 100; i++) {
                client.getOutputStream().write(request);
            }
            proxy.awaitReceived(50_000);
            proxy.awaitStandstill();
            // 20 MB wait to be asked for, whatever the sockets have taken of them.
            assertThat(backend.requests()).hasSizeLessThan(80);
            assertThat(proxy.buffersInUse()).isLessThanOrEqualTo(MOST_IN_USE);
            for (int i = 0; i < 100; i++) {
                skipHead(client.getInputStream());
                assertThat(readPattern(client.getInputStream(), 200_000)).isEqualTo(200_000);
            }
            assertThat(backend.requests()).hasSize(100);
        }
    }

    /** The client is slow for longer than the proxy's patience with a stall, but its pauses are shorter: this is about time, so it takes some. */
    @Test
    void bearsAClientThatReadsSlowly() throws Exception {
        HttpLimits impatient =
                new HttpLimits(4096, 1000, 50, Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(5));
        int length = 12 << 20;
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + length));
                    writePattern(talk.out(), length);
                });
                Proxy proxy = proxy(backend, impatient);
                Socket client = connect(proxy)) {
            client.getOutputStream().write(head("GET / HTTP/1.1", "Host: x").getBytes(StandardCharsets.US_ASCII));
            skipHead(client.getInputStream());
            byte[] piece = new byte[1 << 20];
            for (int i = 0; i < 12; i++) {
                assertThat(client.getInputStream().readNBytes(piece, 0, piece.length))
                        .isEqualTo(piece.length);
                Thread.sleep(100);
            }
            proxy.awaitRest(1);
        }
    }

    @Test
    void cutsAClientThatTakesNothing() throws Exception {
        HttpLimits impatient =
                new HttpLimits(4096, 1000, 50, Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5));
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readRequest();
                    talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + LONG));
                    writePattern(talk.out(), LONG);
                });
                Proxy proxy = proxy(backend, impatient);
                Wire client = new Wire(proxy.port())) {
            client.send(head("GET / HTTP/1.1", "Host: x"));
            proxy.awaitReceived(50_000);
            proxy.awaitRest(0);
        }
    }

    @Test
    void servesOthersWhenSlowReadersHaveTakenAllBuffers() throws Exception {
        HttpLimits impatient =
                new HttpLimits(4096, 1000, 50, Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(5));
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    String request = talk.readRequest();
                    int length = request != null && request.startsWith("GET /long ") ? LONG : 2;
                    talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + length));
                    writePattern(talk.out(), length);
                });
                Proxy proxy = proxy(backend, impatient)) {
            Wire[] slow = new Wire[20];
            for (int i = 0; i < slow.length; i++) {
                slow[i] = new Wire(proxy.port()).send(head("GET /long HTTP/1.1", "Host: x"));
            }
            backend.awaitRequests(slow.length);
            proxy.awaitReceived(50_000);
            proxy.awaitStandstill();
            try (Wire client = new Wire(proxy.port())) {
                client.send(head("GET /short HTTP/1.1", "Host: x"));
                assertThat(client.receive().status()).isEqualTo(200);
            }
            for (Wire wire : slow) {
                wire.close();
            }
            proxy.awaitRest(0);
        }
    }

    /** Aborts of a client, by reset, at each phase of an exchange. */
    @ParameterizedTest
    @ValueSource(strings = {"head", "fixed", "chunked", "waiting", "answer", "pipelined"})
    void freesEverythingWhenAClientGoesAway(String phase) throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    String request = talk.readRequest();
                    if (request != null && request.startsWith("GET /answer ")) {
                        talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + LONG));
                        writePattern(talk.out(), LONG);
                    }
                    talk.read();
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL)) {
            String request = switch (phase) {
                case "head" -> "POST / HTTP/1.1\r\nHo";
                case "fixed" -> head("POST / HTTP/1.1", "Host: x", "Content-Length: 900000") + "a".repeat(5000);
                case "chunked" -> head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "fff\r\nab";
                case "waiting" -> head("GET /wait HTTP/1.1", "Host: x");
                case "answer" -> head("GET /answer HTTP/1.1", "Host: x");
                default -> head("GET /wait HTTP/1.1", "Host: x").repeat(10);
            };
            for (int i = 0; i < 20; i++) {
                try (Wire client = new Wire(proxy.port())) {
                    long read = proxy.receivedBytes() + request.length();
                    client.send(request);
                    proxy.awaitReceived(read);
                    if (phase.equals("answer")) {
                        client.receiveRaw(1000);
                    }
                    if (!phase.equals("pipelined")) {
                        client.reset();
                    }
                }
            }
            Eventually.isSo("the end of every connection", () -> {
                if (phase.equals("pipelined")) {
                    // The mediator does not read from these clients while they wait: answers show that they have gone.
                    backend.hangUp();
                }
                return proxy.connections() == 0;
            });
            proxy.awaitRest(0);
        }
    }

    /** A client that closes its side in the middle of a request has gone: the backend must not see a whole one. */
    @Test
    void doesNotEndARequestThatItsClientHasNotEnded() throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    talk.readHead();
                    StringBuilder text = new StringBuilder();
                    try {
                        for (int b = talk.read(); b >= 0; b = talk.read()) {
                            text.append((char) b);
                            if (b == 'c') {
                                begun.countDown();
                            }
                        }
                        seen.complete(text + " and an end");
                    } catch (IOException e) {
                        seen.complete(text + " and a reset");
                    }
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL);
                Wire client = new Wire(proxy.port())) {
            client.send(head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "3\r\nabc\r\n");
            begun.await();
            client.halfClose();
            assertThat(seen.get()).endsWith("and a reset").doesNotContain("0\r\n");
        }
    }

    @Test
    void servesManyConnectionsAtOnce() throws Exception {
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    for (String request = talk.readRequest(); request != null; request = talk.readRequest()) {
                        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                        talk.write(head("HTTP/1.1 200 OK", "Content-Length: " + body.length()) + body);
                    }
                });
                Proxy proxy = proxy(backend, HttpLimits.USUAL)) {
            CompletableFuture<?>[] clients = new CompletableFuture<?>[16];
            for (int i = 0; i < clients.length; i++) {
                int number = i;
                clients[i] = CompletableFuture.runAsync(() -> converse(proxy.port(), number), task -> {
                    Thread thread = new Thread(task);
                    thread.start();
                });
            }
            CompletableFuture.allOf(clients).get();
            assertThat(backend.connections()).isLessThanOrEqualTo(clients.length);
        }
    }

    private static void converse(int port, int number) {
        try (Wire client = new Wire(port)) {
            for (int i = 0; i < 200; i++) {
                String body = ("<" + number + "/" + i + ">").repeat(1 + 37 * i % 900);
                client.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: " + body.length()) + body);
                HttpMessage answer = client.receive();
                assertThat(answer.text()).isEqualTo(body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Proxy proxy(ScriptedBackend backend, HttpLimits limits) throws IOException {
        Route route = Route.to(Endpoints.of(backend.address()), null);
        return new Proxy(exchange -> exchange.forward(route), limits, SMALL);
    }

    private static Socket connect(Proxy proxy) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String skipHead(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            text.append((char) in.read());
        }
        return text.toString();
    }

    /** Writes bytes that tell where they stand. */
    private static void writePattern(OutputStream out, int count) throws IOException {
        byte[] piece = new byte[1 << 16];
        for (int at = 0; at < count; at += piece.length) {
            Arrays.fill(piece, (byte) (at >> 16));
            out.write(piece, 0, Math.min(piece.length, count - at));
        }
    }

    /** Returns how many bytes stood where they belong. */
    private static int readPattern(InputStream in, int count) throws IOException {
        byte[] piece = new byte[1 << 16];
        for (int at = 0; at < count; at += piece.length) {
            int length = Math.min(piece.length, count - at);
            if (in.readNBytes(piece, 0, length) < length) {
                return at;
            }
            for (int i = 0; i < length; i++) {
                if (piece[i] != (byte) (at >> 16)) {
                    return at + i;
                }
            }
        }
        return count;
    }
}
