package org.busbench.backend.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.busbench.backend.RawClient;
import org.busbench.backend.Samples;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.StockQuoteService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static final byte[] SMALL = Samples.getQuote("500");
    private static final byte[] SMALL_ANSWER = Samples.getQuoteResponse("500");
    private static final byte[] LARGE = Samples.getQuote("100K");
    private static final byte[] LARGE_ANSWER = Samples.getQuoteResponse("100K");
    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    private static SSLContext tls;

    private Instance instance;
    private WireEngine engine;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    }

    @BeforeEach
    void start() throws IOException {
        start(Delay.NONE);
    }

    private void start(Delay delay) throws IOException {
        instance = new Instance(new StockQuoteService("backend-A"), "127.0.0.1", 0, delay, Optional.of(tls));
        engine = new WireEngine(List.of(instance), 1);
        engine.start();
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private RawClient connect(String protocol) throws IOException {
        SSLSocket socket = (SSLSocket)
                tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), engine.port(instance));
        socket.setEnabledProtocols(new String[] {protocol});
        return new RawClient(socket);
    }

    private static byte[] request(byte[] body) {
        return (RawClient.head("POST", body.length) + new String(body, ISO_8859_1)).getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void oneConnectionServesManyRequests(String protocol) throws IOException {
        try (RawClient client = connect(protocol)) {
            for (int i = 0; i < 20; i++) {
                boolean small = i % 2 == 0;
                RawClient.Response response = client.post(small ? SMALL : LARGE).receive();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.body()).isEqualTo(small ? SMALL_ANSWER : LARGE_ANSWER);
            }
        }
        assertThat(instance.url(1)).startsWith("https://");
    }

    @Test
    void aRecordMayHoldOneByteOrManyRequests() throws IOException {
        try (RawClient client = connect("TLSv1.3")) {
            for (byte b : request(SMALL)) {
                client.send(new byte[] {b});
            }
            assertThat(client.receive().body()).isEqualTo(SMALL_ANSWER);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 20; i++) {
                all.writeBytes(request(SMALL));
            }
            client.send(all.toByteArray());
            for (int i = 0; i < 20; i++) {
                assertThat(client.receive().body()).isEqualTo(SMALL_ANSWER);
            }
        }
    }

    @Test
    void requestsThatCameBeforeADelayedAnswerAreAnsweredAfterIt() throws IOException {
        engine.close();
        start(Delay.parse("fixed:2ms"));
        try (RawClient client = connect("TLSv1.3")) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 30; i++) {
                all.writeBytes(request(i % 10 == 9 ? LARGE : SMALL));
            }
            client.send(all.toByteArray());
            for (int i = 0; i < 30; i++) {
                assertThat(client.receive().body()).isEqualTo(i % 10 == 9 ? LARGE_ANSWER : SMALL_ANSWER);
            }
        }
    }

    @Test
    void aClientThatReadsSlowlyGetsEveryAnswerWhole() throws Exception {
        int count = 100;
        try (RawClient client = connect("TLSv1.3")) {
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        client.send(request(LARGE));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            sender.start();
            // 10 MB of answers fit in no socket buffer: by now the engine has stopped to read.
            sender.join(300);
            for (int i = 0; i < count; i++) {
                assertThat(client.receive().body()).isEqualTo(LARGE_ANSWER);
            }
        }
    }

    @Test
    void aConnectionAtRestHoldsNoBuffer() throws Exception {
        BufferPool pool = new BufferPool(TlsSocket.BUFFER_BYTES);
        List<ByteBuffer> all = List.of(pool.acquire(), pool.acquire(), pool.acquire());
        all.forEach(pool::release);
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SSLSocket client = (SSLSocket) tls.getSocketFactory()
                        .createSocket(
                                InetAddress.getLoopbackAddress(),
                                server.socket().getLocalPort());
                SocketChannel accepted = server.accept()) {
            accepted.configureBlocking(false);
            Thread asking = new Thread(() -> {
                try {
                    client.getOutputStream().write('a');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            asking.start();
            TlsSocket socket = new TlsSocket(accepted, tls.createSSLEngine(), pool);
            ByteBuffer question = ByteBuffer.allocate(100);
            while (question.position() == 0) {
                assertThat(socket.read(question)).isNotNegative();
                Thread.onSpinWait();
            }
            socket.write(ByteBuffer.wrap(new byte[] {'b'}));
            assertThat(client.getInputStream().read()).isEqualTo('b');
            asking.join();

            assertThat(List.of(pool.acquire(), pool.acquire(), pool.acquire()))
                    .allSatisfy(back ->
                            assertThat(all).anySatisfy(one -> assertThat(back).isSameAs(one)));
        }
    }

    @Test
    void aMessageInTheClearIsNeitherAnsweredNorCounted() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port(instance))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request(SMALL));
            byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(new String(answer, ISO_8859_1)).doesNotContain("HTTP");
        }
        assertThat(instance.service().counters().counts().received()).isZero();
        try (RawClient client = connect("TLSv1.3")) {
            assertThat(client.post(SMALL).receive().body()).isEqualTo(SMALL_ANSWER);
        }
    }
}
