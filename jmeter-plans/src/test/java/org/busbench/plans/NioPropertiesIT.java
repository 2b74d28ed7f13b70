package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each property that docs/injectors.md names for the plans, in an injector, against a real socket. */
class NioPropertiesIT {

    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    private static InjectorProcess injector;

    private Path jtl;

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    @BeforeEach
    void nameTheJtl() {
        jtl = folder.resolve("x.jtl");
    }

    @Test
    void withoutKeepAliveEachRequestHasAConnectionOfItsOwn() throws IOException {
        try (StubService stub = new StubService(Answers::right)) {
            JsonNode totals = totals(stub.port(), Map.of("users", "2", "loops", "5", "keepAlive", "false"));

            assertThat(totals.get("verified").asInt()).isEqualTo(10);
            assertThat(stub.connections()).isEqualTo(10);
        }
    }

    @Test
    void aUserThinksBetweenAnAnswerAndItsNextRequest() throws IOException {
        Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
        try (StubService stub = new StubService(request -> {
            arrivals.add(System.nanoTime());
            return Answers.right(request);
        })) {
            JsonNode totals = totals(stub.port(), Map.of("users", "1", "loops", "4", "think", "60"));

            assertThat(totals.get("verified").asInt()).isEqualTo(4);
            Long[] instants = arrivals.toArray(Long[]::new);
            for (int i = 1; i < instants.length; i++) {
                assertThat((instants[i] - instants[i - 1]) / 1_000_000).isGreaterThanOrEqualTo(59);
            }
        }
    }

    @Test
    void anAnswerThatComesTooLateIsATimeout() throws IOException {
        try (StubService stub = new StubService(NioPropertiesIT::afterASecond)) {
            JsonNode totals = totals(stub.port(), Map.of("users", "2", "loops", "1", "responseTimeout", "100"));

            assertThat(totals.at("/errors/timeout").asInt()).isEqualTo(2);
            assertThat(totals.get("verified").asInt()).isZero();
        }
    }

    @Test
    void aConnectionThatIsNotAcceptedInTimeIsAConnectError() throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            JsonNode totals = totals(
                    full.getLocalPort(),
                    Map.of("users", "8", "loops", "1", "connectTimeout", "150", "responseTimeout", "400"));

            // The backlog of one takes a connection or two, which then never answer.
            assertThat(totals.at("/errors/connect").asInt()).isBetween(4, 8);
            assertThat(totals.at("/errors/connect").asInt()
                            + totals.at("/errors/timeout").asInt())
                    .isEqualTo(8);
        }
    }

    @Test
    void httpsIsSpokenAndACertificateThatNobodyKnowsIsTrustedOnlyWhenTold() throws Exception {
        SSLContext server = context();
        try (StubService stub = new StubService(
                server.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                Answers::right)) {
            Map<String, String> tls = Map.of("protocol", "https", "host", "localhost", "users", "2", "loops", "3");

            JsonNode refused = totals(stub.port(), tls);
            assertThat(refused.at("/errors/connect").asInt()).isEqualTo(6);
            assertThat(stub.requests()).isZero();

            Map<String, String> trusting = new TreeMap<>(tls);
            trusting.put("trustAll", "true");
            jtl = Files.createDirectory(folder.resolve("again")).resolve("x.jtl");
            assertThat(totals(stub.port(), trusting).get("verified").asInt()).isEqualTo(6);
        }
    }

    @Test
    void atARateRequestsAreDueWhateverTheAnswersDoAndWhatExceedsTheBacklogIsUnsent() throws IOException {
        try (StubService stub = new StubService(NioPropertiesIT::afterASecond)) {
            JsonNode totals = totals(
                    stub.port(), Map.of("users", "4", "rate", "400", "backlog", "20", "duration", "2", "loops", "-1"));

            assertThat(totals.get("sent").asInt()).isBetween(4, 40);
            assertThat(totals.get("unsent").asInt())
                    .isGreaterThan(totals.get("sent").asInt());
            assertThat(totals.get("sent").asInt() + totals.get("unsent").asInt())
                    .as("due in two seconds")
                    .isLessThanOrEqualTo(801);
        }
    }

    private static Answer afterASecond(Received request) {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        return Answers.right(request);
    }

    private JsonNode totals(int port, Map<String, String> properties) throws IOException {
        Map<String, String> all = new TreeMap<>(Map.of("duration", "20", "rampup", "0"));
        all.putAll(properties);
        all.put("port", "" + port);
        injector.start(JMeterHome.plan("nio/cbr"), jtl, all);
        injector.expect("started");
        return injector.expect("finished").get("totals");
    }

    private static SSLContext context() throws Exception {
        Path store = home.resolve("store.p12");
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
                        "changeit")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
