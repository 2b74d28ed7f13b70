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
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.busbench.common.http.Access;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.ScenarioFolder;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples here are small ones of the same shape; the backends and mediators are real HTTP servers. */
class VerifierTest {

    private static final Pattern SYMBOL = Pattern.compile("<symbol>(.*?)</symbol>");
    private static final Pattern REF = Pattern.compile("<ref>(.*?)</ref>");

    @TempDir
    private Path folder;

    private HttpServer server;
    private UnaryOperator<String> mediation = request -> answer(request, route(request));
    private boolean framedByNonce = true;
    private int status = 200;
    private String type = "Text/XML; charset=UTF-8";
    private Verifier verifier;
    private Scenario scenario;

    @BeforeEach
    void start() throws IOException {
        Path samples = Files.createDirectories(folder.resolve("messages/500"));
        Files.writeString(samples.resolve("getQuote.xml"), "<q><symbol>IBM</symbol><ref>0123456789abcdef</ref></q>");
        Files.writeString(
                samples.resolve("getQuoteResponse.xml"),
                "<a><symbol>IBM</symbol><ref>0123456789abcdef</ref><by>backend-A</by></a>");
        Files.writeString(folder.resolve("quotes.csv"), """
                symbol,nonce,route
                MSFT,0000000000000001,backend-B
                SUN,0000000000000002,backend-C
                IBM,0000000000000003,backend-A
                IBM,0000000000000004,backend-A
                """);
        scenario = scenario("");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        for (String backend : new String[] {"backend-A", "backend-B", "backend-C"}) {
            serve("/" + backend, request -> answer(request, backend));
        }
        serve("/mediator", request -> mediation.apply(request));
        server.start();
        Map<String, URI> backends =
                Map.of("backend-A", url("/backend-A"), "backend-B", url("/backend-B"), "backend-C", url("/backend-C"));
        verifier = new Verifier(backends, Access.USUAL, folder.resolve("run"), null);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aMediatorThatRoutesEachSymbolServesCbr() throws Exception {
        Verification verification = verifier.verify(target(null), "500");

        assertThat(verification.reason()).isNull();
        assertThat(verification.served()).isTrue();
        assertThat(folder.resolve("run/verify/m/cbr/500")).isDirectoryContaining("glob:**/IBM.request.http");
        assertThat(folder.resolve("run/verify/m/cbr/500/SUN.answer.http"))
                .content()
                .contains("backend-C");
    }

    @Test
    void aMediatorThatSendsEverythingToOneBackendDoesNot() throws Exception {
        mediation = request -> answer(request, "backend-A");

        Verification verification = verifier.verify(target(null), "500");

        assertThat(verification.served()).isFalse();
        assertThat(verification.reason())
                .startsWith("MSFT: another answer than expected")
                .contains("backend-B");
        assertThat(folder.resolve("run/verify/m/cbr/500/MSFT.expected.xml")).exists();
    }

    @Test
    void aMediatorThatFindsNoBackendIsQuoted() throws Exception {
        status = 503;
        mediation = request -> "<p>no backend</p>";

        assertThat(verifier.verify(target(null), "500").reason())
                .endsWith(
                        "status 503 instead of 200: it says 'no backend'; look whether it sends to the backends' addresses");
    }

    @Test
    void aControlMayHaveARouteOfItsOwn() throws Exception {
        mediation = request -> answer(request, "backend-A");

        assertThat(verifier.verify(target("backend-A"), "500").reason()).isNull();
    }

    @Test
    void anAnswerWithAnotherNonceIsNotServed() throws Exception {
        mediation = request -> answer(request, route(request)).replaceFirst("<ref>.", "<ref>x");

        assertThat(verifier.verify(target(null), "500").reason()).contains("another answer");
    }

    @Test
    void theRightContentWithAnotherStatusIsNotServed() throws Exception {
        status = 202;

        assertThat(verifier.verify(target(null), "500").reason()).isEqualTo("IBM: status 202 instead of 200");
    }

    @Test
    void whoDoesNotAnswerIsNotServed() throws Exception {
        server.removeContext("/mediator");
        server.createContext("/mediator", exchange -> exchange.close());

        Verification verification = verifier.verify(target(null), "500");

        assertThat(verification.reason()).startsWith("IBM: no answer from");
        assertThat(folder.resolve("run/verify/m/cbr/500/IBM.no-answer.txt")).exists();
    }

    @Test
    void backendsThatAnswerAsTheSamplesSayPass() throws Exception {
        verifier.checkBackends(scenario, "500");
        assertThat(folder.resolve("run/verify")).doesNotExist();
    }

    @Test
    void aBackendThatAnswersOtherwiseStopsEverything() throws Exception {
        server.removeContext("/backend-B");
        serve("/backend-B", request -> answer(request, "backend-A"));

        assertThatThrownBy(() -> verifier.checkBackends(scenario, "500"))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("backend-B at");
    }

    @Test
    void aBackendThatAnswersAnOddNonceInOnePieceStopsEverything() {
        framedByNonce = false;

        assertThatThrownBy(() -> verifier.checkBackends(scenario, "500"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("an odd nonce is answered with a length, instead of in chunks");
    }

    @Test
    void aMediatorThatIsRightOnlyWhereTheBackendAnswersInOnePieceDoesNotServe() throws Exception {
        mediation = request -> isOdd(request) ? request : answer(request, route(request));

        assertThat(verifier.verify(target(null), "500").reason())
                .startsWith("IBM: ")
                .endsWith("; the backend answered in chunks");
        assertThat(folder.resolve("run/verify/m/cbr/500/IBM.answer.http")).exists();
        assertThat(folder.resolve("run/verify/m/cbr/500/IBM-chunked.answer.http"))
                .exists();
    }

    @Test
    void aMediatorThatIsRightOnlyWhereTheBackendAnswersInChunksDoesNotServeEither() throws Exception {
        mediation = request -> isOdd(request) ? answer(request, route(request)) : request;

        assertThat(verifier.verify(target(null), "500").reason())
                .startsWith("IBM: ")
                .doesNotContain("in chunks");
    }

    @Test
    void whatTheScenarioDemandsBesideIsDemanded() throws Exception {
        scenario = scenario("  lacks: [SUN]\n");

        assertThat(verifier.verify(target(null), "500").reason()).isEqualTo("SUN: it holds 'SUN'");
    }

    @Test
    void aRightAnswerThatCallsItselfAPageForPeopleIsNone() throws Exception {
        type = "text/html; charset=UTF-8";

        assertThat(verifier.verify(target(null), "500").reason())
                .isEqualTo("IBM: the right answer, but as 'text/html' instead of 'text/xml'");
    }

    @Test
    void aMessageThatIsWrongOnPurposeMustBeRefusedButByAControl() throws Exception {
        Files.writeString(
                folder.resolve("quotes.csv"),
                "symbol,nonce,route\nIBM,0000000000000001,backend-A\n-,0000000000000002,refused\n");
        scenario = scenario("refusal: {statuses: [400, 500], contains: [Fault]}\n");
        mediation = request -> first(SYMBOL, request).equals("-") ? "<Fault/>" : answer(request, route(request));

        assertThat(verifier.verify(target(null), "500").reason()).isNull();

        mediation = request -> first(SYMBOL, request).equals("-")
                ? "<Fault>no</Fault>".replace("Fault", "fault")
                : answer(request, route(request));
        assertThat(verifier.verify(target(null), "500").reason())
                .isEqualTo("a message that must be refused (-): status 200 instead of one of [400, 500]");

        mediation = request -> answer(request, "backend-A");
        assertThat(verifier.verify(target("backend-A"), "500").reason()).isNull();
        assertThat(folder.resolve("run/verify/m/cbr/500/refused-1.request.http"))
                .exists();
    }

    private Scenario scenario(String more) throws IOException {
        Path home = Files.createDirectories(folder.resolve("cbr"));
        Files.writeString(home.resolve("scenario.yaml"), """
                schema: busbench/scenario/1
                name: cbr
                title: Routing
                about: a test
                request:
                  headers: {Content-Type: text/xml}
                  body: ${project}/messages/${size}/getQuote.xml
                  values: {symbol: IBM, nonce: 0123456789abcdef}
                sizes: [500]
                data: ${project}/quotes.csv
                answer:
                  nonce: {xpath: //ref}
                  route: {text: '>${route}<'}
                  expected: ${project}/messages/${size}/getQuoteResponse.xml
                """ + more + "backend: stockquote\n");
        return ScenarioFolder.read(home, folder);
    }

    private Target target(String route) {
        return new Target("m", true, "cbr", scenario, url("/mediator"), route);
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void serve(String path, UnaryOperator<String> service) {
        server.createContext(path, exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] body = service.apply(request).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", path.equals("/mediator") ? type : "text/xml");
            boolean chunked = framedByNonce && !path.equals("/mediator") && isOdd(request);
            exchange.sendResponseHeaders(statusOf(path, body), chunked ? 0 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private int statusOf(String path, byte[] body) {
        return !path.equals("/mediator")
                ? 200
                : new String(body, StandardCharsets.UTF_8).contains("Fault") ? 500 : status;
    }

    private static boolean isOdd(String request) {
        return first(REF, request).matches(".*[13579bdf]");
    }

    private static String answer(String request, String route) {
        return "<a><symbol>" + first(SYMBOL, request) + "</symbol><ref>" + first(REF, request) + "</ref><by>" + route
                + "</by></a>";
    }

    private static String route(String request) {
        return switch (first(SYMBOL, request)) {
            case "IBM" -> "backend-A";
            case "MSFT" -> "backend-B";
            default -> "backend-C";
        };
    }

    private static String first(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
