package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.scenario.ScenarioFolder;
import org.busbench.record.Trial.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends are paths of one small server, each of which answers with its own name. */
class KeptAnswersTest {
    @TempDir
    private Path folder;

    private HttpServer server;
    private int status = 200;
    private KeptAnswers kept;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String name = exchange.getRequestURI().getPath().substring(1);
            byte[] answer = answer(request, name).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        kept = new KeptAnswers(
                Map.of(
                        "backend-A", URI.create(base + "backend-A"),
                        "backend-B", URI.create(base + "backend-B"),
                        "backend-C", URI.create(base + "backend-C")),
                Access.USUAL);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void rightAnswersAreCountedWithAllThatSaidTheSameAndOnlyTheFirstIsLeft() throws Exception {
        keep("01", request("IBM"), answer(request("IBM"), "backend-A"));
        keep("02", request("MSFT"), answer(request("MSFT"), "backend-B").replace("'", "\""));
        counts("content-01,700\ncontent-02,300\n");

        Sampled sample = compare(null).orElseThrow();

        assertThat(sample).isEqualTo(new Sampled(1000, 0, null));
        assertThat(folder.resolve("content-01.response.xml")).exists();
        assertThat(folder.resolve("content-02.request.xml")).doesNotExist();
        assertThat(folder.resolve("content-02.response.xml")).doesNotExist();
    }

    @Test
    void aWrongAnswerCountsForAllThatSaidTheSameAndIsLeftBesideTheRightOne() throws Exception {
        keep("01", request("IBM"), answer(request("IBM"), "backend-A"));
        keep("02", request("IBM"), answer(request("IBM"), "backend-A").replace("1.5", "1.6"));
        keep("03", request("MSFT"), answer(request("MSFT"), "backend-A"));
        counts("content-01,90\ncontent-02,7\ncontent-03,3\n");

        Sampled sample = compare(null).orElseThrow();

        assertThat(sample.compared()).isEqualTo(100);
        assertThat(sample.different()).isEqualTo(10);
        assertThat(sample.firstDifference())
                .startsWith("content-02.response.xml: another answer")
                .contains("1.6");
        assertThat(folder.resolve("content-02.response.xml.expected.xml"))
                .content()
                .contains("1.5");
        assertThat(folder.resolve("content-03.response.xml")).exists();
    }

    @Test
    void whereTheTargetHasARouteOfItsOwnThatIsTheRightOne() throws Exception {
        keep("01", request("MSFT"), answer(request("MSFT"), "backend-A"));

        assertThat(compare("backend-A").orElseThrow().different()).isZero();
        assertThat(compare(null).orElseThrow().different()).isEqualTo(1);
    }

    @Test
    void anAnswerThatNobodyCountedCountsOnceAndHalfAPairNotAtAll() throws Exception {
        keep("01", request("IBM"), answer(request("IBM"), "backend-A"));
        Files.writeString(folder.resolve("content-02.request.xml"), request("IBM"));

        assertThat(compare(null).orElseThrow().compared()).isEqualTo(1);
    }

    @Test
    void aRequestThatTheBackendRefusesHadNoRightAnswer() throws Exception {
        keep("01", request("IBM"), answer(request("IBM"), "backend-A"));
        status = 500;

        assertThat(compare(null).orElseThrow().firstDifference())
                .isEqualTo("content-01.response.xml: the backend refuses its request with status 500");
    }

    @Test
    void whereTheScenarioStatesTheAnswerTheMediatorMayTransformTheBackends() throws Exception {
        Path own = Files.createDirectories(folder.resolve("sum"));
        Files.writeString(own.resolve("q.xml"), "<q ref='${nonce}'><n>${n}</n><n>${n}</n></q>");
        Files.writeString(own.resolve("a.xml"), "<a ref='${nonce}' by='${backend}'/>");
        Files.writeString(own.resolve("sum.xml"), "<sum ref='${nonce}' by='${route}'>${n} + ${n}</sum>");
        Files.writeString(own.resolve("rows.csv"), "n,route\n1,backend-A\n2,backend-B\n");
        Files.writeString(own.resolve("scenario.yaml"), """
                schema: busbench/scenario/1
                name: sum
                title: Sum
                about: Adds.
                request: {path: /sum, body: q.xml}
                data: rows.csv
                answer:
                  nonce: {xpath: //@ref}
                  route: {text: "by='${route}'"}
                  expected: sum.xml
                backend:
                  path: /add
                  nonce: {xpath: //@ref}
                  answer: {body: a.xml, type: text/xml}
                """);
        Target target =
                new Target("m", true, "sum", ScenarioFolder.read(own, own), URI.create("http://127.0.0.1:1/"), null);
        String request = "<q ref='0123456789abcdef'><n>2</n><n>2</n></q>";
        String right = "<sum by='backend-B' ref='0123456789abcdef'>2 + 2</sum>";
        keep("01", request, right);
        keep("02", request, right.replace("2 + 2", "2 + 3"));
        keep("03", request, "<a ref='0123456789abcdef' by='backend-B'/>");

        Sampled sampled = kept.compare(folder, target).orElseThrow();

        assertThat(sampled.compared()).isEqualTo(3);
        assertThat(sampled.different()).isEqualTo(2);
        assertThat(sampled.firstDifference()).startsWith("content-02.response.xml: another answer than expected");
    }

    @Test
    void anAnswerStatedAsJsonIsComparedAsJsonThoughTheBackendsIsXml() throws Exception {
        Path own = Files.createDirectories(folder.resolve("json"));
        Files.writeString(own.resolve("q.json"), "{\"q\":\"${nonce}\"}");
        Files.writeString(own.resolve("a.xml"), "<a ref='${nonce}'/>");
        Files.writeString(own.resolve("a.json"), "{\"ref\":\"${nonce}\",\"note\":\"Zürich\"}");
        Files.writeString(own.resolve("scenario.yaml"), """
                schema: busbench/scenario/1
                name: json
                title: JSON
                about: Takes JSON.
                request: {path: /json, body: q.json}
                answer: {nonce: {pointer: /ref}, expected: a.json}
                backend: {path: /xml, nonce: {xpath: //@ref}, answer: {body: a.xml, type: text/xml}}
                """);
        Target target =
                new Target("m", true, "json", ScenarioFolder.read(own, own), URI.create("http://127.0.0.1:1/"), null);
        String request = "{\"q\":\"0123456789abcdef\"}";
        keep("01", request, "{\"ref\":\"0123456789abcdef\", \"note\":\"Z\\u00fcrich\"}");
        keep("02", request, "{\"ref\":\"0123456789abcdef\",\"note\":\"Zurich\"}");

        Sampled sampled = kept.compare(folder, target).orElseThrow();

        assertThat(sampled.different()).isEqualTo(1);
        assertThat(sampled.firstDifference()).startsWith("content-02.response.xml: another answer than expected");
    }

    @Test
    void whereNothingWasKeptNothingIsSaid() throws Exception {
        assertThat(compare(null)).isEmpty();
    }

    @Test
    void aRequestWithoutASymbolIsAnErrorAndNoSample() throws Exception {
        keep("01", "<x/>", "<y/>");

        assertThatThrownBy(() -> compare(null)).isInstanceOf(IOException.class).hasMessageContaining("has no symbol");
    }

    private Optional<Sampled> compare(String route) throws Exception {
        return kept.compare(
                folder,
                new Target(
                        "m",
                        true,
                        "cbr",
                        ProjectFiles.SCENARIOS.find("cbr"),
                        URI.create("http://127.0.0.1:1/"),
                        route));
    }

    private void keep(String number, String request, String response) throws IOException {
        Files.writeString(folder.resolve("content-" + number + ".request.xml"), request);
        Files.writeString(folder.resolve("content-" + number + ".response.xml"), response);
    }

    private void counts(String rows) throws IOException {
        Files.writeString(folder.resolve("contents.csv"), rows);
    }

    private static String request(String symbol) {
        return "<q><symbol>" + symbol + "</symbol></q>";
    }

    private static String answer(String request, String name) {
        return "<a x='1'>" + request + "<last>1.5</last><servedBy>" + name + "</servedBy></a>";
    }
}
