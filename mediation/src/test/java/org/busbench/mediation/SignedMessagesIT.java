package org.busbench.mediation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code enableSec} with the policy of the scenario ws-security, whose own program signs the messages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignedMessagesIT {
    private static final Path SCENARIO = Path.of("../configs/scenarios/ws-security");
    private static final Path CONFIGURATION = Path.of("../configs/adapters/synapse/security");
    private static final String SOAP = "Content-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"urn:transfer\"\r\n";

    private final StubBackend backend;
    private Map<String, Map<String, String>> rows;
    private Child mediator;

    SignedMessagesIT() throws IOException {
        backend = new StubBackend("backend-A");
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        Path made = folder.resolve("signed/made");
        Files.createDirectories(made);
        for (String size : List.of("1K", "10K")) {
            String name = "transfer-" + size + ".xml";
            Files.copy(SCENARIO.resolve(name), made.resolveSibling(name));
        }
        // One wrong message of each kind and six right ones, where a load needs hundreds.
        String signs = Files.readString(SCENARIO.resolve("Sign.java"));
        assertThat(signs).contains("ROWS = 400;", "ONE_IN = 20;");
        Path program = Files.writeString(
                folder.resolve("Sign.java"),
                signs.replace("ROWS = 400;", "ROWS = 12;").replace("ONE_IN = 20;", "ONE_IN = 2;"));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process signing = new ProcessBuilder(
                        java.toString(), "-XX:TieredStopAtLevel=1", program.toString(), made.toString())
                .inheritIO()
                .start();
        assertThat(signing.waitFor()).isZero();
        rows = rows(Files.readAllLines(made.resolve("rows.csv")));

        Path configured = folder.resolve("home");
        Files.createDirectories(configured);
        Home home = Home.copy(configured, backend);
        try (Stream<Path> files = Files.walk(CONFIGURATION)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.writeString(
                        configured
                                .resolve("synapse-config")
                                .resolve(CONFIGURATION.relativize(file).toString()),
                        Files.readString(file)
                                .replace("127.0.0.1:9000", "127.0.0.1:" + backend.port())
                                .replace(
                                        "trusted.p12",
                                        made.resolve("trusted.p12").toString()));
            }
        }
        mediator = Child.ours(home);
    }

    @AfterAll
    void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    /** The first row of each kind. */
    private static Map<String, Map<String, String>> rows(List<String> lines) {
        String[] names = lines.get(0).split(",", -1);
        Map<String, Map<String, String>> rows = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], fields[i]);
            }
            rows.putIfAbsent(row.get("kind"), row);
        }
        return rows;
    }

    private String message(String template, String kind) throws IOException {
        String text = Files.readString(SCENARIO.resolve(template));
        for (Map.Entry<String, String> field : rows.get(kind).entrySet()) {
            text = text.replace("${" + field.getKey() + "}", field.getValue());
        }
        return text;
    }

    private HttpMessage ask(String fields, byte[] body) throws IOException {
        byte[] head = ("POST /services/SecureProxy HTTP/1.1\r\nHost: localhost\r\n" + fields
                        + "Stub: raw SFRUUC8xLjEgMjAwIE9LDQpDb250ZW50LUxlbmd0aDogMA0KDQo=\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n")
                .getBytes(UTF_8);
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return Wire.exchange(mediator.port(), all);
    }

    private void isRefused(String fields, byte[] body) throws IOException {
        int before = backend.requests().size();
        HttpMessage answer = ask(fields, body);
        assertThat(answer.status()).as(answer.text()).isGreaterThanOrEqualTo(400);
        assertThat(backend.requests()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1K", "10K"})
    void whatIsSignedRightlyGoesOnWithoutItsHeaderAndEveryOtherByte(String size) throws IOException {
        HttpMessage answer =
                ask(SOAP, message("transfer-" + size + ".xml", "right").getBytes(UTF_8));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<HttpMessage> all = backend.requests();
        assertThat(all.get(all.size() - 1).text()).isEqualTo(message("plain-" + size + ".xml", "right"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"altered-signature", "altered-body", "unknown-signer", "expired", "unsigned-body", "wrapped-body"
            })
    void whatIsSignedWronglyIsAFaultOfTheClientAndReachesNoBackend(String kind) throws IOException {
        isRefused(SOAP, message("transfer-10K.xml", kind).getBytes(UTF_8));
        assertThat(ask(SOAP, message("transfer-10K.xml", kind).getBytes(UTF_8)).text())
                .contains("FailedCheck", "The signature or its timestamp was invalid");
    }

    @Test
    void aSignedBodyElsewhereDoesNotStandForAnotherOneInItsPlace() throws IOException {
        String wrapped = message("transfer-1K.xml", "wrapped-body");
        int place = wrapped.lastIndexOf("wsu:Id=\"body\"");
        isRefused(
                SOAP,
                (wrapped.substring(0, place) + wrapped.substring(place).replace("\"body\"", "\"other\""))
                        .getBytes(UTF_8));
        // The signed one comes first, or last, as a second child of the envelope.
        String right = message("transfer-1K.xml", "right");
        String body = right.substring(right.indexOf("<soapenv:Body"), right.indexOf("</soapenv:Envelope>"));
        String other = body.replace("wsu:Id=\"body\"", "").replace("currency=", "x=");
        isRefused(SOAP, right.replace(body, body + other).getBytes(UTF_8));
        isRefused(SOAP, right.replace(body, other + body).getBytes(UTF_8));
    }

    static Stream<UnaryOperator<String>> changes() {
        return Stream.of(
                text -> text.replaceFirst("<wsse:Security.*</wsse:Security>", ""),
                text -> text.replaceFirst("(<wsse:Security.*</wsse:Security>)", "$1$1"),
                text -> text.replaceFirst("<wsse:Security ", "<wsse:Security soapenv:actor=\"urn:other\" "),
                text -> text.replaceFirst("<ds:Signature .*</ds:Signature>", ""),
                text -> text.replaceFirst("(<wsu:Timestamp.*</wsu:Timestamp>)", "$1$1"),
                text -> text.replace("URI=\"#body\"", "URI=\"\""),
                text -> text.replace("URI=\"#body\"", "URI=\"http://127.0.0.1:1/body\""),
                text -> text.replace("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1"),
                text -> text.replace("2001/04/xmlenc#sha256", "2000/09/xmldsig#sha1"),
                text -> text.replace(
                        "\"/></ds:Transforms>",
                        "\"/><ds:Transform Algorithm=\""
                                + "http://www.w3.org/TR/1999/REC-xslt-19991116\"/></ds:Transforms>"),
                text -> text.replaceFirst("\\?>", "?><!DOCTYPE soapenv:Envelope [<!ENTITY a \"b\">]>"),
                text -> text.substring(0, text.lastIndexOf('>')));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("changes")
    void whatIsNoSignatureOfTheWholeMessageIsRefused(UnaryOperator<String> change) throws IOException {
        String right = message("transfer-1K.xml", "right");
        String changed = change.apply(right);
        assertThat(changed).isNotEqualTo(right);
        isRefused(SOAP, changed.getBytes(UTF_8));
    }

    @Test
    void noOtherTypeCodingOrMethodLeadsPastTheCheck() throws IOException {
        byte[] plain = message("plain-1K.xml", "right").getBytes(UTF_8);
        isRefused("Content-Type: application/octet-stream\r\n", plain);
        isRefused("Content-Type: application/xml\r\n", plain);
        isRefused("Content-Type: application/soap+xml\r\n", plain);
        isRefused(
                "Content-Type: text/xml; charset=UTF-16\r\n",
                new String(plain, UTF_8).getBytes(java.nio.charset.StandardCharsets.UTF_16));
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(plain);
        }
        isRefused(SOAP + "Content-Encoding: gzip\r\n", coded.toByteArray());
    }
}
