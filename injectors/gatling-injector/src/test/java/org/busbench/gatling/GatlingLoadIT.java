package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.common.ErrorClass;
import org.busbench.common.FreePorts;
import org.busbench.sampler.protocol.Command;
import org.busbench.sampler.protocol.Events;
import org.busbench.sampler.protocol.LoadException;
import org.busbench.sampler.record.Totals;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads that Gatling makes on a server of which every byte is known. */
class GatlingLoadIT {
    private static final Pattern REF = Pattern.compile("<ref>([0-9a-f]{16})</ref>");
    private static final Pattern SYMBOL = Pattern.compile("<symbol>(\\w+)</symbol>");

    private static final int ENOUGH = 60;

    private static WarmGatling gatling;

    @TempDir
    private Path folder;

    private Path scenario;
    private final ByteArrayOutputStream events = new ByteArrayOutputStream();

    @BeforeAll
    static void startGatling() {
        gatling = new WarmGatling();
    }

    @BeforeEach
    void writeTheScenario() throws IOException {
        scenario = Files.createDirectory(folder.resolve("scenario"));
        Files.writeString(
                scenario.resolve("rows.csv"),
                "symbol,nonce,route\nIBM,0000000000000001,backend-A\nMSFT,0000000000000002,backend-B\n");
        Files.writeString(scenario.resolve("message.xml"), "<q><symbol>IBM</symbol><ref>0123456789abcdef</ref></q>");
        scenario(
                "\"path\": \"/quotes\", \"headers\": {\"Content-Type\": \"text/xml\", \"SOAPAction\": \"\\\"urn:q\\\"\"}");
    }

    private void scenario(String request) throws IOException {
        Files.writeString(scenario.resolve("scenario.json"), """
                {"schema": "busbench/scenario-plan/1", "name": "quotes", "method": "POST", REQUEST,
                 "data": "rows.csv", "sizes": ["own"], "bodies": {"own": "message.xml"},
                 "values": {"symbol": "IBM", "nonce": "0123456789abcdef"},
                 "answer": {"status": 200, "contains": [{"text": ">${nonce}<"}, {"text": "<symbol>${symbol}"}],
                            "lacks": ["fault"], "ends": "</a>", "route": {"text": ">${route}<", "only": null}}}
                """.replace("REQUEST", request));
    }

    @Test
    void rightAnswersAreVerifiedWhateverTheirFramingAndUsersKeepTheirConnections() throws Exception {
        AtomicInteger answers = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((client, request, number) -> {
            String body = right(request);
            ScriptedServer.send(
                    client,
                    answers.incrementAndGet() % 2 == 0 ? ScriptedServer.answer(body) : ScriptedServer.chunked(body));
            return true;
        })) {
            Totals totals = run(server, 4, Map.of("nio.evidence", folder.toString(), "nio.contents", "40"));

            assertThat(totals.verified()).isGreaterThanOrEqualTo(ENOUGH).isEqualTo(totals.sent());
            assertThat(server.connections()).isEqualTo(4);
            assertThat(server.requests()).hasSize((int) totals.sent());
            assertThat(nonces(server)).as("no nonce is sent twice").doesNotHaveDuplicates();
            assertThat(Files.readString(folder.resolve("contents.csv")))
                    .as("each kind of row has one content")
                    .startsWith("name,answers\ncontent-01,")
                    .contains("\ncontent-02,");
            assertThat(Files.readString(folder.resolve("latency.hlog"))).contains("Tag=verified");
            assertThat(Files.readAllLines(folder.resolve("samples.jtl"))).hasSize(1);
        }
    }

    @Test
    void messagesThatMustBeRefusedAreCountedApartAndOneThatIsServedIsAnError() throws Exception {
        Path file = scenario.resolve("scenario.json");
        Files.writeString(
                file, Files.readString(file).replace("\"data\":", "\"refusal\": {\"statuses\": [500]}, \"data\":"));
        Files.writeString(
                scenario.resolve("rows.csv"),
                "symbol,nonce,route\nIBM,0000000000000001,backend-A\nMSFT,0000000000000002,refused\n");
        AtomicInteger wrong = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((client, request, number) -> {
            boolean refused = request.contains("MSFT") && wrong.incrementAndGet() > 1;
            String answer = ScriptedServer.answer(right(request));
            ScriptedServer.send(client, refused ? answer.replace("200 OK", "500 No") : answer);
            return true;
        })) {
            Totals totals = run(server, 1, Map.of());

            assertThat(totals.errors().get(org.busbench.common.ErrorClass.STATUS))
                    .isEqualTo(1);
            assertThat(totals.refused() + 1).isBetween(totals.verified() - 1, totals.verified());
            assertThat(totals.sent()).isEqualTo(totals.verified() + totals.refused() + 1 + totals.unfinished());
        }
    }

    @Test
    void theNoncesAreThoseOfTheFirstRequestsOfTheLoadSoThatBothEndsCanBeReconciled() throws Exception {
        try (ScriptedServer server = new ScriptedServer(GatlingLoadIT::answerRightly)) {
            Totals totals = run(server, 3, Map.of("nio.salt", "ff"));

            var rows = org.busbench.common.DataRows.read(scenario.resolve("rows.csv"), 0xff);
            List<String> expected = new ArrayList<>();
            for (long number = 0; number < totals.sent(); number++) {
                expected.add(String.format("%016x", rows.nonce(number)));
            }
            assertThat(nonces(server)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void aRequestHasTheFieldsOfTheScenarioAndNoOthersThanAConnectionNeeds() throws Exception {
        try (ScriptedServer server = new ScriptedServer((client, request, number) -> {
            ScriptedServer.send(
                    client, ScriptedServer.answer(right(request)).replace("\r\n\r\n", "\r\nSet-Cookie: a=b\r\n\r\n"));
            return true;
        })) {
            run(server, 1, Map.of());

            assertThat(server.requests()).hasSizeGreaterThan(2).allSatisfy(request -> {
                String head = request.substring(0, request.indexOf("\r\n\r\n"));
                assertThat(head).startsWith("POST /quotes HTTP/1.1\r\n");
                assertThat(Arrays.stream(head.split("\r\n"))
                                .skip(1)
                                .map(line -> line.toLowerCase(java.util.Locale.ROOT)))
                        .containsExactlyInAnyOrder(
                                "host: 127.0.0.1:" + server.port(),
                                "content-type: text/xml",
                                "soapaction: \"urn:q\"",
                                "connection: keep-alive",
                                "content-length: " + (request.length() - head.length() - 4));
            });
        }
    }

    @Test
    void pathAndFieldsMayHoldTheValuesOfARow() throws Exception {
        scenario(
                "\"path\": \"/quotes/${symbol}?n=${nonce}\", \"headers\": {\"X-Number\": \"${seq}\", \"X-Same\": \"@\"}");
        try (ScriptedServer server = new ScriptedServer(GatlingLoadIT::answerRightly)) {
            Totals totals = run(server, 2, Map.of());

            assertThat(totals.verified()).isEqualTo(totals.sent()).isGreaterThan(2);
            assertThat(server.requests())
                    .allSatisfy(request -> assertThat(request)
                            .startsWith("POST /quotes/" + symbol(request) + "?n=" + ref(request) + " HTTP/1.1\r\n")
                            .containsPattern("X-Number: \\d{10}\r\n")
                            .contains("X-Same: @\r\n"));
        }
    }

    /** What is wrong with every third answer, and how it must be counted. */
    private record Wrong(String what, ErrorClass error, Answer answer) {
        @Override
        public String toString() {
            return what;
        }
    }

    /** Makes the bytes of an answer; null for the end of the connection. */
    private interface Answer {
        String to(Socket client, String request) throws IOException;
    }

    static Stream<Wrong> wrongAnswers() {
        return Stream.of(
                new Wrong(
                        "nonce",
                        ErrorClass.FOREIGN,
                        (client, request) ->
                                ScriptedServer.answer(body(symbol(request), "00000000000000aa", route(request)))),
                new Wrong(
                        "route",
                        ErrorClass.ROUTE,
                        (client, request) -> ScriptedServer.answer(body(
                                symbol(request),
                                ref(request),
                                route(request).equals("backend-A") ? "backend-B" : "backend-A"))),
                new Wrong(
                        "value",
                        ErrorClass.CONTENT,
                        (client, request) -> ScriptedServer.answer(body("SUN", ref(request), route(request)))),
                new Wrong(
                        "forbidden text",
                        ErrorClass.CONTENT,
                        (client, request) ->
                                ScriptedServer.answer(right(request).replace("</a>", "fault</a>"))),
                new Wrong(
                        "end", ErrorClass.CONTENT, (client, request) -> ScriptedServer.answer(right(request) + "more")),
                new Wrong(
                        "status",
                        ErrorClass.STATUS,
                        (client, request) ->
                                ScriptedServer.answer(right(request)).replace("200 OK", "500 No")),
                new Wrong("not modified", ErrorClass.STATUS, (client, request) -> "HTTP/1.1 304 Not Modified\r\n\r\n"),
                new Wrong(
                        "redirect",
                        ErrorClass.STATUS,
                        (client, request) -> "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"),
                new Wrong("no HTTP", ErrorClass.CONTENT, (client, request) -> "no HTTP at all\r\n\r\n"),
                new Wrong("reset", ErrorClass.RESET, (client, request) -> {
                    client.setSoLinger(true, 0);
                    client.close();
                    return null;
                }),
                new Wrong("closed", ErrorClass.RESET, (client, request) -> null),
                new Wrong("cut", ErrorClass.RESET, (client, request) -> {
                    String whole = ScriptedServer.answer(right(request));
                    ScriptedServer.send(client, whole.substring(0, whole.length() - 7));
                    return null;
                }));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void aWrongAnswerIsCountedInItsClassWithEvidenceAndTheUserGoesOn(Wrong wrong) throws Exception {
        AtomicInteger wrongs = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((client, request, number) -> {
            if (number % 3 != 0) {
                return answerRightly(client, request, number);
            }
            wrongs.incrementAndGet();
            String answer = wrong.answer.to(client, request);
            if (answer != null) {
                ScriptedServer.send(client, answer);
            }
            return answer != null;
        })) {
            Totals totals = run(server, 2, Map.of("nio.evidence", folder.toString()));

            assertThat(wrongs.get()).isPositive();
            assertThat(totals.errors().get(wrong.error)).as("%s", totals).isEqualTo(wrongs.get());
            assertThat(totals.failed()).isEqualTo(wrongs.get());
            assertThat(totals.verified() + totals.failed()).isEqualTo(totals.sent());
            assertThat(totals.verified()).isPositive();
            assertThat(server.requests()).as("nothing is sent twice").hasSize((int) totals.sent());
            assertThat(Files.readAllLines(folder.resolve("samples.jtl"))).hasSize(1 + wrongs.get());
            JsonNode first = new JsonMapper()
                    .readTree(
                            Files.readAllLines(folder.resolve("failures.jsonl")).get(0));
            assertThat(first.path("class").asText()).isEqualTo(wrong.error.key());
            assertThat(Files.readString(folder.resolve("failure-01.request")))
                    .startsWith("POST /quotes HTTP/1.1\r\n")
                    .endsWith("</q>");
            assertThat(Files.readString(folder.resolve("errors.csv"))).contains("," + wrong.error.key() + ",");
        }
    }

    @Test
    void aRefusedConnectionIsCountedAndTriedAgain() throws Exception {
        int port = FreePorts.inARow(1);

        Totals totals = run(port, 2, Map.of());

        assertThat(totals.errors().get(ErrorClass.CONNECT))
                .isGreaterThanOrEqualTo(ENOUGH)
                .isEqualTo(totals.sent());
    }

    @Test
    void aRequestWithoutAnAnswerAtTheEndIsUnfinished() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer((client, request, number) -> number > 3 || answerRightly(client, request, number))) {
            GatlingLoad load = load(server.port(), 2, Map.of("duration", "30"));
            Thread stopping = new Thread(() -> stopAfter(load, server, 8));
            stopping.start();
            load.execute();
            stopping.join();

            Totals totals = load.counts().own();
            assertThat(totals.unfinished()).isEqualTo(2);
            assertThat(totals.verified()).isEqualTo(6);
            assertThat(totals.failed()).isZero();
            assertThat(totals.sent()).isEqualTo(8);
        }
    }

    private static void stopAfter(GatlingLoad load, ScriptedServer server, int requests) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (server.requests().size() < requests && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        load.stop(Duration.ofMillis(200));
    }

    @Test
    void whatGatlingCannotDoIsRefusedByName() {
        Map<String, String> refused =
                Map.of("rate", "100", "protocol", "https", "rampup", "1", "nio.rival.url", "http://x");
        refused.forEach((name, value) -> assertThatThrownBy(() -> run(1, 1, Map.of(name, value)))
                .as(name)
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(name.equals("protocol") ? "plain http" : name));
    }

    private Totals run(ScriptedServer server, int users, Map<String, String> more) throws Exception {
        return run(server.port(), users, more);
    }

    /** A load that ends when enough has been asked. */
    private Totals run(int port, int users, Map<String, String> more) throws Exception {
        GatlingLoad load = load(port, users, more);
        Thread stopping = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted() && sent(load) < ENOUGH) {
                LockSupport.parkNanos(1_000_000);
            }
            load.stop(Duration.ofSeconds(5));
        });
        stopping.start();
        try {
            load.execute();
        } finally {
            stopping.interrupt();
            stopping.join();
        }
        assertThat(events.toString(UTF_8)).contains("\"event\":\"started\"");
        return load.counts().own();
    }

    private static long sent(GatlingLoad load) {
        Totals totals = load.counts().own();
        return totals == null ? 0 : totals.sent();
    }

    private GatlingLoad load(int port, int users, Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "host", "127.0.0.1",
                "port", Integer.toString(port),
                "scenario", scenario.toString(),
                "UserThreads", Integer.toString(users),
                "duration", "30"));
        properties.putAll(more);
        return new GatlingLoad(
                new Command.Run(scenario.resolve("scenario.json"), properties, folder.resolve("samples.jtl"), 1L),
                gatling,
                new Events(new PrintStream(events, true, UTF_8)));
    }

    private static boolean answerRightly(Socket client, String request, int number) throws IOException {
        ScriptedServer.send(client, ScriptedServer.answer(right(request)));
        return true;
    }

    private static String right(String request) {
        return body(symbol(request), ref(request), route(request));
    }

    private static String body(String symbol, String ref, String route) {
        return "<a><symbol>" + symbol + "</symbol><ref>" + ref + "</ref><by>" + route + "</by></a>";
    }

    private static String route(String request) {
        return symbol(request).equals("IBM") ? "backend-A" : "backend-B";
    }

    private static String symbol(String request) {
        return group(SYMBOL, request);
    }

    private static String ref(String request) {
        return group(REF, request);
    }

    private static String group(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    private static List<String> nonces(ScriptedServer server) {
        return server.requests().stream().map(GatlingLoadIT::ref).toList();
    }
}
