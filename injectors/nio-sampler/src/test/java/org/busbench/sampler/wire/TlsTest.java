package org.busbench.sampler.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.busbench.common.ErrorClass;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsTerms;
import org.busbench.sampler.record.Totals;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads over TLS, against a server with a certificate that no authority has signed. */
class TlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final TlsTerms ANYONE = new TlsTerms(null, null, true);

    @TempDir
    private static Path folder;

    private static SSLContext server;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        server = SSLContext.getInstance("TLS");
        server.init(managers.getKeyManagers(), null, null);
    }

    private static RawServer tlsServer(RawServer.Script script) throws Exception {
        return new RawServer(
                server.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress()), script);
    }

    private static void answer(RawServer.Peer peer) throws java.io.IOException {
        for (String request = peer.request(); request != null; request = peer.request()) {
            peer.send(Load.answer(request));
        }
    }

    @Test
    void answersAreVerifiedOverKeptConnections() throws Exception {
        try (RawServer encrypted = tlsServer(TlsTest::answer)) {
            Totals totals =
                    new Load().users(3).requests(40).tls(ClientTls.on(ANYONE)).run(encrypted.address());

            assertThat(totals.verified()).isEqualTo(120);
            assertThat(encrypted.connections()).isEqualTo(3);
        }
    }

    @Test
    void messagesLargerThanARecordGoThroughBothWays() throws Exception {
        String much = "<x>y</x>".repeat(50_000);
        try (RawServer encrypted = tlsServer(peer -> {
            for (String request = peer.request(); request != null; request = peer.request()) {
                peer.send(Load.ok("<a>" + much + Load.body(request).substring(3)));
            }
        })) {
            Totals totals = new Load()
                    .users(2)
                    .requests(3)
                    .padding(3_000_000)
                    .tls(ClientTls.on(ANYONE))
                    .run(encrypted.address());

            assertThat(totals.verified()).isEqualTo(6);
        }
    }

    @Test
    void aCertificateThatNobodyKnowsIsRefusedUnlessToldOtherwise() throws Exception {
        try (RawServer encrypted = tlsServer(TlsTest::answer)) {
            Load load = new Load().requests(2).tls(ClientTls.on(TlsTerms.USUAL));

            assertThat(load.run(encrypted.address()).errors()).containsEntry(ErrorClass.CONNECT, 2L);
            assertThat(load.faults.get(0).message()).contains("no TLS");
            assertThat(encrypted.received()).isEmpty();
        }
    }

    @Test
    void aServerWithoutTlsIsAConnectError() throws Exception {
        try (RawServer plain = new RawServer(peer -> {
            peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            Thread.sleep(Duration.ofMillis(200).toMillis());
        })) {
            assertThat(new Load().tls(ClientTls.on(ANYONE)).run(plain.address()).errors())
                    .containsEntry(ErrorClass.CONNECT, 1L);
        }
    }

    @Test
    void anAnswerCutByTheEndOfTheConnectionIsCut() throws Exception {
        try (RawServer encrypted = tlsServer(peer -> {
            String answer = Load.answer(peer.request());
            peer.send(answer.substring(0, answer.length() - 5));
        })) {
            assertThat(new Load()
                            .tls(ClientTls.on(ANYONE))
                            .run(encrypted.address())
                            .errors())
                    .containsEntry(ErrorClass.CUT, 1L);
        }
    }
}
