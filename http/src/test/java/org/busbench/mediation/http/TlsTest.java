package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Certificate;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.tls.Keys;
import org.busbench.mediation.wire.tls.TlsAcceptor;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.wire.tls.TlsDialer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS on both sides, against the JDK's blocking sockets. */
class TlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final WireLimits TIGHT = new WireLimits(4096, 64, 16 << 10);

    @TempDir
    private static Path folder;

    private static Certificate own;
    private static SSLContext context;
    private static TlsContext security;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException {
        own = Certificate.of(folder, "dns:mediator.test", "dns:localhost", "ip:127.0.0.1");
        Keys keys = keys(own.store(), Certificate.PASSWORD);
        context = Keys.context(keys, keys);
        security = new TlsContext(context, false, PATIENCE);
    }

    private static Keys keys(Path file, String password) {
        return new Keys(file, password == null ? null : password.toCharArray(), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void servesClientsOfBothProtocols(String protocol) throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
                Proxy proxy = serving(backend, WireLimits.USUAL);
                SSLSocket client = client(proxy, protocol)) {
            for (int i = 0; i < 3; i++) {
                send(client, post("12345"));
                assertThat(readAnswer(client)).isEqualTo("hello");
            }
            assertThat(backend.requests()).hasSize(3).allMatch(request -> request.endsWith("12345"));
            assertThat(backend.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 65536})
    void passesLongBodiesBothWaysThroughLittleMemory(int bufferBytes) throws Exception {
        String body = "0123456789abcdef".repeat(1 << 17);
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (ScriptedBackend backend = ScriptedBackend.answering(answer);
                Proxy proxy = serving(backend, new WireLimits(bufferBytes, 64, 16 << 10));
                SSLSocket client = client(proxy, "TLSv1.3")) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(client, post(body)));
            assertThat(readAnswer(client)).isEqualTo(body);
            sent.get(20, TimeUnit.SECONDS);
            assertThat(backend.requests()).singleElement().asString().endsWith(body);
        }
    }

    @Test
    void waitsForAClientThatReadsSlowlyAndLosesNothing() throws Exception {
        String body = "x".repeat(16 << 20);
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (ScriptedBackend backend = ScriptedBackend.answering(answer);
                Proxy proxy = serving(backend, TIGHT);
                SSLSocket client = client(proxy, "TLSv1.3")) {
            send(client, post("1"));
            proxy.awaitReceived(50_000);
            proxy.awaitStandstill();
            assertThat(proxy.receivedBytes()).isLessThan(body.length());
            assertThat(proxy.buffersInUse()).isLessThanOrEqualTo(TIGHT.mostBuffers() / 2);
            assertThat(readAnswer(client)).isEqualTo(body);
        }
    }

    @Test
    void answersAClientOfTls13ThatHasClosedItsSendingSide() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
                Proxy proxy = serving(backend, WireLimits.USUAL);
                SSLSocket client = client(proxy, "TLSv1.3")) {
            send(client, post("1"));
            client.shutdownOutput();
            assertThat(readAnswer(client)).isEqualTo("hello");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void saysGoodbyeBeforeItCloses() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
                Proxy proxy = serving(backend, WireLimits.USUAL);
                SSLSocket client = client(proxy, "TLSv1.3")) {
            send(client, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(readAnswer(client)).isEqualTo("hello");
            // Without a close_notify this would be an SSLException.
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void answersWhatIsNoTlsWithAnAlert() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                Proxy proxy = serving(backend, WireLimits.USUAL);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            client.setSoTimeout((int) PATIENCE.toMillis());
            client.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().read()).as("type of an alert").isEqualTo(21);
            proxy.awaitRest(0);
            assertThat(backend.connections()).isZero();
        }
    }

    @Test
    void closesAConnectionWhoseHandshakeDoesNotEnd() throws Exception {
        TlsContext hasty = new TlsContext(context, false, Duration.ofMillis(50));
        try (Proxy proxy = new Proxy(
                        exchange -> exchange.answer(Answer.text(200, "never")),
                        HttpLimits.USUAL,
                        WireLimits.USUAL,
                        inner -> new TlsAcceptor(() -> hasty, inner));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            client.setSoTimeout((int) PATIENCE.toMillis());
            client.getOutputStream().write(new byte[] {22, 3, 1});
            assertThat(client.getInputStream().readAllBytes()).hasSizeLessThan(20);
            proxy.awaitRest(0);
        }
    }

    @Test
    void doesNotRenegotiate() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
                Proxy proxy = serving(backend, WireLimits.USUAL);
                SSLSocket client = client(proxy, "TLSv1.2")) {
            send(client, post("1"));
            assertThat(readAnswer(client)).isEqualTo("hello");
            assertThatThrownBy(() -> {
                        client.startHandshake();
                        client.getInputStream().read();
                    })
                    .isInstanceOf(IOException.class);
            proxy.awaitRest(1);
        }
    }

    @Test
    void reachesABackendByTlsAndTellsItTheName() throws Exception {
        try (TlsBackend backend = new TlsBackend("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false);
                Proxy proxy = sending(backend, "mediator.test", security)) {
            assertThat(exchange(proxy)).startsWith("HTTP/1.1 200 ").endsWith("hello");
            assertThat(exchange(proxy)).startsWith("HTTP/1.1 200 ").endsWith("hello");
            assertThat(backend.names).containsExactly("mediator.test");
        }
    }

    @Test
    void refusesABackendWhoseCertificateIsForAnotherName() throws Exception {
        try (TlsBackend backend = new TlsBackend("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false);
                Proxy proxy = sending(backend, "somebody.else", security)) {
            assertThat(exchange(proxy)).startsWith("HTTP/1.1 502 ").contains("somebody.else");
        }
    }

    @Test
    void refusesABackendThatNobodyVouchesFor() throws Exception {
        TlsContext strict = new TlsContext(Keys.context(null, null), false, PATIENCE);
        try (TlsBackend backend = new TlsBackend("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false);
                Proxy proxy = sending(backend, "mediator.test", strict)) {
            assertThat(exchange(proxy)).startsWith("HTTP/1.1 502 ").contains("cannot connect to the backend");
        }
    }

    @Test
    void doesNotTakeACutAnswerForAWholeOne() throws Exception {
        try (TlsBackend backend = new TlsBackend("HTTP/1.1 200 OK\r\n\r\nhalf of it", true);
                Proxy proxy = sending(backend, "mediator.test", security)) {
            assertThat(exchange(proxy))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("half of it")
                    .doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void readsKeysFromPemToo() throws Exception {
        Path both = Files.writeString(folder.resolve("both.pem"), own.pemWithKey());
        Path trusted = Files.writeString(folder.resolve("trusted.pem"), own.pem());
        TlsContext pem = new TlsContext(Keys.context(keys(both, null), keys(trusted, null)), true, PATIENCE);
        try (Proxy proxy = new Proxy(
                        exchange -> exchange.answer(Answer.text(200, "hello")),
                        HttpLimits.USUAL,
                        WireLimits.USUAL,
                        inner -> new TlsAcceptor(() -> pem, inner));
                SSLSocket client = client(proxy, "TLSv1.3")) {
            // The client shows the same certificate, and the server demands one.
            send(client, post("1"));
            assertThat(readAnswer(client)).isEqualTo("hello\n");
        }
    }

    @Test
    void saysWhatIsWrongWithAFileOfKeys() throws Exception {
        Path noKey = Files.writeString(folder.resolve("nokey.pem"), own.pem());
        assertThatThrownBy(() -> Keys.context(keys(noKey, null), null)).hasMessageContaining("holds no private key");
        assertThatThrownBy(() -> Keys.context(keys(own.store(), "wrong"), null)).hasMessageContaining("wrong password");
        assertThatThrownBy(() -> Keys.context(keys(folder.resolve("none"), null), null))
                .hasMessageContaining("no such file");
        Path old = Files.writeString(
                folder.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        assertThatThrownBy(() -> Keys.context(keys(old, null), null)).hasMessageContaining("openssl pkcs8");
    }

    private static Proxy serving(ScriptedBackend backend, WireLimits limits) throws IOException {
        Route route = Route.to(Endpoints.of(backend.address()), null);
        return new Proxy(
                exchange -> exchange.forward(route),
                HttpLimits.USUAL,
                limits,
                inner -> new TlsAcceptor(() -> security, inner));
    }

    private static Proxy sending(TlsBackend backend, String name, TlsContext by) throws IOException {
        InetSocketAddress address = backend.address();
        Route route = Route.to(Endpoints.of(address, new TlsDialer(by, name, address.getPort())), null);
        return new Proxy(exchange -> exchange.forward(route));
    }

    private static SSLSocket client(Proxy proxy, String protocol) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setEnabledProtocols(new String[] {protocol});
        socket.startHandshake();
        assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
        return socket;
    }

    private static String post(String body) {
        return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static void send(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a head and returns the body of the length that it says. */
    private static String readAnswer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            assertThat(b).as("after '" + head + "'").isNotNegative();
            head.append((char) b);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring(16)))
                .findFirst()
                .orElseThrow();
        return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    private static String exchange(Proxy proxy) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            client.setSoTimeout((int) PATIENCE.toMillis());
            send(client, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A backend behind the JDK's blocking sockets, which gives one answer, always. */
    private static final class TlsBackend implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        private final String answer;
        private final boolean cuts;
        private final List<String> names = new CopyOnWriteArrayList<>();

        /** Whether it cuts: ends the connection of TCP after its answer, and says nothing by TLS. */
        TlsBackend(String answer, boolean cuts) throws IOException {
            this.answer = answer;
            this.cuts = cuts;
            Thread thread = new Thread(this::accept, "tls-backend");
            thread.setDaemon(true);
            thread.start();
        }

        InetSocketAddress address() {
            return (InetSocketAddress) server.getLocalSocketAddress();
        }

        private void accept() {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    Thread thread = new Thread(() -> serve(socket), "tls-backend-connection");
                    thread.setDaemon(true);
                    thread.start();
                } catch (IOException e) {
                    if (!server.isClosed()) {
                        throw new IllegalStateException("the backend cannot accept", e);
                    }
                }
            }
        }

        private void serve(Socket plain) {
            try (plain) {
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "client", 0, false);
                socket.setUseClientMode(false);
                socket.startHandshake();
                ((ExtendedSSLSession) socket.getSession())
                        .getRequestedServerNames()
                        .forEach(name -> names.add(new String(name.getEncoded(), StandardCharsets.US_ASCII)));
                StringBuilder read = new StringBuilder();
                for (int b = socket.getInputStream().read();
                        b >= 0;
                        b = socket.getInputStream().read()) {
                    read.append((char) b);
                    if (read.indexOf("\r\n\r\n") >= 0) {
                        read.setLength(0);
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                        if (cuts) {
                            return;
                        }
                    }
                }
            } catch (IOException e) {
                // The mediator refused it or went away, as tests make it do.
                return;
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
