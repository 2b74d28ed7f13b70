package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.harness.target.TestKeys;
import org.busbench.harness.target.TlsFront;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A mediator that runs already, behind TLS and without it, as the command line meets it: with real sockets and keys. */
class TargetIT {
    private static final String LOCALHOST = "SAN=dns:localhost,ip:127.0.0.1";

    @TempDir
    private static Path keyFolder;

    static final int BACKENDS = FreePorts.inARow(3);
    private static Process mediator;
    private static int port;
    private static TestKeys keys;
    private static Path server;
    private static Path client;
    private static String told;

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeAll
    static void startAMediatorThatNobodyHereKnows() throws IOException, InterruptedException {
        keys = new TestKeys(keyFolder);
        server = keys.pair("server", "-ext", LOCALHOST);
        client = keys.pair("client");
        mediator = mediator("127.0.0.1:0", "127.0.0.1");
        port = readyPort(mediator);
    }

    static Process mediator(String listen, String backendHost) throws IOException {
        String lib = ProjectFiles.ROOT.resolve("mutants/target/mutants/lib/*").toString();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(Stream.concat(
                                Stream.of(java, "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", lib),
                                Stream.of(
                                        "org.busbench.mutants.Mutant",
                                        "--listen=" + listen,
                                        "--backend=A=" + backendHost + ":" + BACKENDS,
                                        "--backend=B=" + backendHost + ":" + (BACKENDS + 1),
                                        "--backend=C=" + backendHost + ":" + (BACKENDS + 2),
                                        "--xslt=" + ProjectFiles.ROOT.resolve("xslt")))
                        .toList())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static int readyPort(Process mediator) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(mediator.getInputStream(), StandardCharsets.UTF_8));
        return Integer.parseInt(said.readLine().replace("ready ", ""));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        mediator.destroy();
        mediator.waitFor();
    }

    @BeforeEach
    void placeBackends() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty(Backends.FIRST_PORT, Integer.toString(BACKENDS));
    }

    @AfterEach
    void forget() {
        List.of("busbench.project", "busbench.adapters", Backends.FIRST_PORT, Backends.LISTEN, Backends.ADVERTISE)
                .forEach(System::clearProperty);
    }

    @Test
    void whatRunsAlreadyIsVerifiedAndNeitherStartedNorStopped() throws Exception {
        assertThat(verified("http://127.0.0.1:" + port, "", "http://127.0.0.1:" + port))
                .isZero();

        assertThat(console.out())
                .contains("esb: it ran already, so its sockets, its processes and what it leaves behind are not known");
        assertThat(mediator.isAlive()).isTrue();
    }

    @Test
    void withTheRightTrustAndCertificateATargetServesOverTls() throws Exception {
        try (TlsFront front = new TlsFront(TestKeys.server(server, client), true, port)) {
            String terms = "trust: " + keys.pem(server) + ", client-certificate: {keystore: " + client
                    + ", password-env: " + TestKeys.VARIABLE + "}";

            // The mediator knows nothing of the TLS before it, and publishes http.
            assertThat(verified("https://localhost:" + front.port(), terms, "http://localhost:" + front.port()))
                    .as(console.out())
                    .isZero();
        }
    }

    @Test
    void aTargetThatIsDownIsSaidToBeDown() throws Exception {
        assertThat(toldOf("down"))
                .contains("no answer from http://127.0.0.1:")
                .containsPattern(
                        "/services/CbrProxy: nothing listens at 127\\.0\\.0\\.1:\\d+: start it, or correct the URL$");
    }

    @Test
    void aHostThatDoesNotExistIsSaidNotToExist() throws Exception {
        assertThat(toldOf("no-host")).endsWith("there is no host nosuch.invalid: correct the URL");
    }

    @Test
    void aCertificateThatNobodyTrustsNamesTheRemedy() throws Exception {
        assertThat(toldOf("untrusted"))
                .endsWith("its certificate is not trusted: name its issuer's certificate in 'target: {trust: FILE}'");
    }

    @Test
    void aCertificateOfAnotherHostSaysForWhomItIs() throws Exception {
        assertThat(toldOf("elsewhere"))
                .endsWith(
                        "its certificate is not for localhost (No subject alternative DNS name matching localhost found.):"
                                + " use the name that it is for, or another certificate");
    }

    @Test
    void aCertificateThatHasExpiredSaysSince() throws Exception {
        assertThat(toldOf("expired"))
                .contains("its certificate is not valid today (NotAfter: ")
                .endsWith("): renew it");
    }

    @Test
    void anyCertificateWillDoWhereTheUserSaysSo() throws Exception {
        assertThat(toldOf("any-will-do")).endsWith(" served");
    }

    @Test
    void aMissingClientCertificateIsNamed() throws Exception {
        assertThat(toldOf("no-certificate"))
                .contains("it wants a client's certificate (")
                .endsWith("): name one in 'target: {client-certificate: ...}'");
    }

    @Test
    void aClientCertificateThatIsRefusedIsNamed() throws Exception {
        assertThat(toldOf("stranger"))
                .containsPattern("it refuses the client's certificate in \\S+stranger\\S* \\(")
                .endsWith("): use one that it trusts");
    }

    @Test
    void plainHttpToAPortOfTlsIsSaidToBeThat() throws Exception {
        assertThat(toldOf("plain-to-tls")).containsPattern("localhost:\\d+ speaks TLS: write https:// in the URL$");
    }

    @Test
    void tlsToAPortOfPlainHttpIsSaidToBeThat() throws Exception {
        assertThat(toldOf("tls-to-plain"))
                .endsWith("localhost:" + port + " does not speak TLS: write http:// in the URL");
    }

    @Test
    void aWrongPathIsNamed() throws Exception {
        assertThat(toldOf("wrong-path"))
                .endsWith(
                        "IBM: status 404 instead of 200: nothing is at /nosuch/services/CbrProxy, correct the URL's path");
    }

    @Test
    void aWrongPathWithANonceIsNamedAsItWasWritten() throws Exception {
        assertThat(toldOf("path-with-nonce"))
                .endsWith("nothing is at /${nonce}/services/CbrProxy, correct the URL's path");
    }

    @Test
    void aMessageThatReachesTheBackendAtAnotherPathIsSaidToDoSo() throws Exception {
        assertThat(toldOf("passes-path-on"))
                .endsWith(
                        "IBM: status 404 instead of 200: it reached backend-A at /esb/services/CbrProxy, but the service"
                                + " is at /services/SimpleStockQuoteService: correct the address to which it sends,"
                                + " or the URL's path where that is passed on");
    }

    @Test
    void theFaultOfOneThatDoesNotReachItsBackendIsShown() throws Exception {
        assertThat(toldOf("lost"))
                .endsWith("IBM: status 500 instead of 200: it says 'soapenv:Server cannot connect to backend:9000'");
    }

    /** What one command, which asks all of them, tells of one. */
    private String toldOf(String name) throws Exception {
        if (told == null) {
            told = toldOfAll();
        }
        return line(told, name);
    }

    private String toldOfAll() throws Exception {
        Path other = keys.pair("other", "-ext", "SAN=dns:esb.example.org");
        Path old = keys.pair("old", "-ext", LOCALHOST, "-startdate", "-20d", "-validity", "10");
        Path stranger = keys.pair("stranger");
        String trusted = "trust: " + keys.pem(server);
        HttpServer lost = answersWithAFault();
        try (TlsFront open = new TlsFront(TestKeys.server(server, null), false, port);
                TlsFront closed = new TlsFront(TestKeys.server(server, client), true, port);
                TlsFront elsewhere = new TlsFront(TestKeys.server(other, null), false, port);
                TlsFront expired = new TlsFront(TestKeys.server(old, null), false, port)) {
            adapter("down", "http://127.0.0.1:" + FreePorts.inARow(1), "");
            adapter("no-host", "http://nosuch.invalid:8280", "");
            adapter("untrusted", "https://localhost:" + open.port(), "");
            adapter("elsewhere", "https://localhost:" + elsewhere.port(), "trust: " + keys.pem(other));
            adapter("expired", "https://localhost:" + expired.port(), "trust: " + keys.pem(old));
            adapter("any-will-do", "https://localhost:" + expired.port(), "insecure: true");
            adapter("no-certificate", "https://localhost:" + closed.port(), trusted);
            adapter(
                    "stranger",
                    "https://localhost:" + closed.port(),
                    trusted + ", client-certificate: {keystore: " + stranger + ", password-env: " + TestKeys.VARIABLE
                            + "}");
            adapter("plain-to-tls", "http://localhost:" + open.port(), "");
            adapter("tls-to-plain", "https://localhost:" + port, "");
            adapter("wrong-path", "http://127.0.0.1:" + port + "/nosuch", "");
            adapter("path-with-nonce", "http://127.0.0.1:" + port + "/${nonce}", "");
            adapter("passes-path-on", "http://127.0.0.1:" + BACKENDS + "/esb", "");
            adapter("lost", "http://127.0.0.1:" + lost.getAddress().getPort(), "");
            try (Stream<Path> all = Files.list(folder.resolve("esbs"))) {
                String[] names = all.map(one -> one.getFileName().toString()).toArray(String[]::new);
                assertThat(verify("cbr", names)).as(console.out()).isEqualTo(1);
            }
            return console.out();
        } finally {
            lost.stop(0);
        }
    }

    /** One that does not reach its backend. */
    private static HttpServer answersWithAFault() throws IOException {
        HttpServer lost = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        lost.createContext("/", exchange -> {
            byte[] fault = ("<soapenv:Envelope xmlns:soapenv='http://schemas.xmlsoap.org/soap/envelope/'><soapenv:Body>"
                            + "<soapenv:Fault><faultcode>soapenv:Server</faultcode><faultstring>cannot connect to"
                            + " backend:9000</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(500, fault.length);
            exchange.getResponseBody().write(fault);
            exchange.close();
        });
        lost.start();
        return lost;
    }

    @Test
    void aSecretOfTheHeadersStandsNowhere() throws Exception {
        Path secret = folder.resolve("token");
        Files.writeString(secret, "Bearer tiger-" + System.nanoTime() + "\n");

        adapter("esb", "http://127.0.0.1:" + port, "headers: {Authorization: {file: " + secret + "}}");
        assertThat(verify("cbr", "esb")).as(console.out()).isZero();
        assertThat(line(console.out(), "esb")).endsWith(" served");

        String token = Files.readString(secret).strip();
        assertThat(console.out() + console.err()).doesNotContain(token);
        String evidence = console.out()
                .lines()
                .filter(line -> line.startsWith("requests, answers and logs: "))
                .findFirst()
                .orElseThrow()
                .replace("requests, answers and logs: ", "");
        try (Stream<Path> files = Files.walk(Path.of(evidence))) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(text(file)).doesNotContain(token));
            assertThat(all).anySatisfy(file -> assertThat(text(file)).contains("Authorization: (from the file "));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void adapter(String name, String server, String terms) throws IOException {
        Path adapter =
                Files.createDirectories(folder.resolve("esbs").resolve(name)).resolve("adapter.yaml");
        Files.writeString(adapter, """
                schema: busbench/adapter/1
                name: %s
                title: theirs
                version: "1"
                role: mediator
                about: It runs already.
                target: {%s}
                scenarios:
                  virtualization: {not-served: "a test"}
                  cbr: {url: "%s/services/CbrProxy"}
                  xslt: {not-served: "a test"}
                """.formatted(name, terms, server));
    }

    /** The table's line of cbr. */
    private static String line(String table, String name) {
        return table.lines()
                .filter(row -> row.startsWith(name + " ") && row.contains(" cbr "))
                .findFirst()
                .orElse(table)
                .strip();
    }

    private int verified(String server, String terms, String published) throws IOException {
        Path adapter = Files.createDirectories(folder.resolve("esbs/esb")).resolve("adapter.yaml");
        Files.writeString(adapter, """
                schema: busbench/adapter/1
                name: esb
                title: theirs
                version: "1"
                role: mediator
                about: It runs already.
                target: {%s}
                scenarios:
                  virtualization: {url: "%s/services/VirtualizationProxy", wsdl: "%s/services/VirtualizationProxy"}
                  cbr: {url: "%s/services/CbrProxy", wsdl: "%s/services/CbrProxy"}
                  xslt: {url: "%s/services/XsltProxy", wsdl: "%s/services/XsltProxy"}
                """.formatted(terms, server, published, server, published, server, published));
        return verify("virtualization,cbr,xslt", "esb");
    }

    /** Of these scenarios alone: reading all that are shipped is most of the work otherwise. */
    private int verify(String scenarios, String... names) {
        List<String> command = new ArrayList<>(
                List.of("--adapters", folder.resolve("esbs").toString(), "verify", "--payload", "500", "--scenario"));
        command.add(scenarios);
        command.addAll(List.of(names));
        return Busbench.execute(command.toArray(String[]::new));
    }
}
