package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.busbench.mediation.http.rig.Certificate;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.busbench.mediation.wire.tls.Keys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mediator by HTTPS, on both sides: its proxy {@code Outer} reaches its own proxy {@code Inner} by TLS. */
class HttpsIT {
    private static final String PROXY =
            "<proxy xmlns=\"http://ws.apache.org/ns/synapse\" name=\"%s\" transports=\"http\"><target faultSequence=\"fault\">"
                    + "<endpoint><address uri=\"%s\"><suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure>"
                    + "<markForSuspension><errorCodes>-1</errorCodes></markForSuspension></address></endpoint>"
                    + "<outSequence><send/></outSequence></target></proxy>";

    private static Certificate first;

    @TempDir
    private Path folder;

    private Certificate certificate;
    private int port;

    @BeforeAll
    static void makeKeys(@TempDir Path keys) throws IOException, InterruptedException {
        first = Certificate.of(keys, "dns:localhost");
    }

    @BeforeEach
    void choosePort() throws IOException {
        certificate = first;
        port = Child.freePort();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void servesClientsAndReachesBackendsByTls(String lanes) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), Certificate.PASSWORD + "\n");
        Path trusted = Files.writeString(folder.resolve("trusted.pem"), certificate.pem());
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(
                        home(backend),
                        "--tls-listen",
                        "127.0.0.1:" + port,
                        "--tls-key",
                        certificate.store().toString(),
                        "--tls-password-file",
                        password.toString(),
                        "--tls-trust",
                        trusted.toString(),
                        "--lanes",
                        lanes)) {
            assertThat(mediator.stdout()).contains("ready https://127.0.0.1:" + port);
            assertThat(Wire.exchange(mediator.port(), post("Outer")).text()).contains("backend-A");
            assertThat(byTls("Outer")).startsWith("HTTP/1.1 200 ").contains("backend-A");
            assertThat(backend.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void doesNotReachABackendThatNobodyVouchesFor(String lanes) throws Exception {
        Path pem = Files.writeString(folder.resolve("own.pem"), certificate.pemWithKey());
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(
                        home(backend),
                        "--tls-listen",
                        "127.0.0.1:" + port,
                        "--tls-key",
                        pem.toString(),
                        "--lanes",
                        lanes)) {
            assertThat(Wire.exchange(mediator.port(), post("Outer")).text()).contains("Fault");
            assertThat(backend.requests()).isEmpty();
            assertThat(byTls("Inner")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void takesWhatAnAxis2FileOfSynapseSays() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A")) {
            Home home = home(backend);
            Files.createDirectories(home.folder().resolve("lib"));
            Files.copy(certificate.store(), home.folder().resolve("lib/identity.p12"));
            String store = "<Location>lib/identity.p12</Location><Type>PKCS12</Type><Password>" + Certificate.PASSWORD
                    + "</Password>";
            Path axis2 = Files.writeString(
                    home.folder().resolve("axis2.xml"),
                    "<axisconfig><transportReceiver name=\"https\" class=\"x\"><parameter name=\"port\">" + port
                            + "</parameter><parameter name=\"keystore\"><KeyStore>" + store
                            + "</KeyStore></parameter></transportReceiver>"
                            + "<transportSender name=\"https\" class=\"x\"><parameter name=\"truststore\"><TrustStore>"
                            + store
                            + "</TrustStore></parameter></transportSender></axisconfig>");
            try (Child mediator = Child.ours(home, "--axis2", axis2.toString())) {
                assertThat(Wire.exchange(mediator.port(), post("Outer")).text()).contains("backend-A");
                assertThat(byTls("Inner")).contains("backend-A");
            }
        }
    }

    @Test
    void showsARenewedCertificateAfterAReload() throws Exception {
        Path pem = Files.writeString(folder.resolve("own.pem"), certificate.pemWithKey());
        int admin = Child.freePort();
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = Child.ours(
                        home(backend),
                        "--admin",
                        Integer.toString(admin),
                        "--tls-listen",
                        "127.0.0.1:" + port,
                        "--tls-key",
                        pem.toString())) {
            assertThat(byTls("Inner")).contains("backend-A");
            certificate = Certificate.of(folder, "dns:localhost", "dns:renewed");
            Files.writeString(pem, certificate.pemWithKey());
            assertThat(new Operator(admin).post("/reload").status()).isEqualTo(200);
            assertThat(byTls("Inner")).contains("backend-A");
            assertThat(mediator.stderr()).isEmpty();
        }
    }

    @Test
    void saysInOneLineWhatIsWrongWithItsKeys() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A")) {
            String home = home(backend).folder().toString();
            String listen = "127.0.0.1:" + Child.freePort();
            String encrypted = "127.0.0.1:" + port;
            assertThat(complaint("--config", home, "--listen", listen, "--tls-listen", encrypted))
                    .contains("--tls-key");
            String store = certificate.store().toString();
            assertThat(complaint("--config", home, "--listen", listen, "--tls-listen", encrypted, "--tls-key", store))
                    .contains(store, "password");
        }
    }

    private Home home(StubBackend backend) throws IOException {
        Home home = Home.copy(folder.resolve("home"), backend);
        Path proxies = home.folder().resolve("synapse-config/proxy-services");
        Files.writeString(
                proxies.resolve("Inner.xml"), PROXY.formatted("Inner", "http://127.0.0.1:" + backend.port() + "/x"));
        Files.writeString(
                proxies.resolve("Outer.xml"),
                PROXY.formatted("Outer", "https://localhost:" + port + "/services/Inner"));
        return home;
    }

    private String complaint(String... arguments) throws IOException, InterruptedException {
        try (Child mediator = Child.run(folder, arguments)) {
            assertThat(mediator.exitCode(Duration.ofSeconds(60))).isEqualTo(2);
            assertThat(mediator.stderr().lines()).as(mediator.stderr()).hasSize(1);
            return mediator.stderr();
        }
    }

    private static byte[] post(String proxy) {
        Scenario scenario = Scenario.VIRTUALIZATION;
        return new String(scenario.post(scenario.request("500"), "Connection: close"), StandardCharsets.UTF_8)
                .replace("VirtualizationProxy", proxy)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Everything that a client reads who trusts the current certificate and no other. */
    private String byTls(String proxy) throws IOException {
        SSLContext context =
                Keys.context(null, new Keys(certificate.store(), Certificate.PASSWORD.toCharArray(), null));
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(post(proxy));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
