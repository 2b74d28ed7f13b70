package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans send and check what the folder of any scenario says, with either sampler. All runs share one JMeter. */
class ScenarioPlansIT {
    @TempDir
    private static Path folder;

    private static InjectorProcess injector;

    private static int runs;

    private final List<Received> received = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "nio/scenario"})
    void fillAnyNumberOfPlaceholdersIntoHeadAndBody(String plan) throws IOException {
        Path scenario = scenario("put", """
                {"schema": "busbench/scenario-plan/1", "name": "put", "method": "PUT", "path": "/a?n=${seq}",
                 "headers": {"Content-Type": "application/json", "X-Nonce": "n-${nonce}"}, "data": "data.csv",
                 "bodies": {"small": "body.txt"}, "sizes": ["small"], "values": {"colour": "RED"},
                 "answer": {"status": 404, "contains": [{"text": "[${nonce}]"}, {"text": "other", "sizes": ["large"]}],
                            "lacks": ["oops ${colour}"], "ends": null, "route": null}}
                """);
        Files.writeString(scenario.resolve("data.csv"), "colour,size\nblue,1\ngreen,22\n");
        Files.writeString(
                scenario.resolve("body.txt"),
                "{\"c\":\"RED ${colour}\\n\\\\ \\, $1 {x} \u20ac\", \"s\":${size}, \"n\":\"${nonce}\"}");

        Jtl right = run(plan, scenario, request -> new Answer(404, "[" + nonce(request) + "]"));

        assertThat(right.failures()).isEmpty();
        assertThat(right.samples())
                .hasSize(4)
                .allMatch(sample -> sample.get("label").equals("put"));
        assertThat(received.stream().map(ScenarioPlansIT::nonce)).hasSize(4).doesNotHaveDuplicates();
        for (int i = 0; i < 4; i++) {
            Received request = received.get(i);
            String colour = i % 2 == 0 ? "blue" : "green";
            assertThat(request.head()).startsWith("PUT /a?n=000000000" + (i + 1) + " HTTP/1.1\n");
            assertThat(request.head()).contains("\nContent-Type: application/json\n");
            assertThat(request.body())
                    .isEqualTo("{\"c\":\"" + colour + " " + colour + "\\n\\\\ \\, $1 {x} \u20ac\", \"s\":"
                            + (i % 2 == 0 ? "1" : "22") + ", \"n\":\"" + nonce(request) + "\"}");
        }
        Jtl wrong = run(plan, scenario, request -> new Answer(404, "[" + nonce(request) + "] oops green"));
        assertThat(wrong.failures())
                .hasSize(2)
                .allSatisfy(sample ->
                        assertThat(sample.get("failureMessage")).isEqualTo("content: oops green is in the answer"));
        Jtl found = run(plan, scenario, request -> new Answer(200, "[" + nonce(request) + "]"));
        assertThat(found.failures())
                .hasSize(4)
                .allSatisfy(sample -> assertThat(sample.get("failureMessage")).startsWith("status: 404 expected"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "nio/scenario"})
    void demandThatMessagesAreRefusedWhoseRowsSaySo(String plan) throws IOException {
        Path scenario = scenario("refused", """
                {"schema": "busbench/scenario-plan/1", "name": "refused", "method": "GET", "path": "/${colour}",
                 "headers": {"X-Nonce": "n-${nonce}"}, "data": "data.csv",
                 "answer": {"status": 200, "contains": [{"text": "${nonce}"}], "lacks": [], "ends": "."},
                 "refusal": {"statuses": [400, 500], "contains": ["Fault"]}}
                """);
        Files.writeString(scenario.resolve("data.csv"), "colour,route\nblue,backend-A\nnone,refused\n");

        Jtl right = run(
                plan,
                scenario,
                request -> request.head().startsWith("GET /none ")
                        ? new Answer(500, "a Fault")
                        : new Answer(200, nonce(request) + "."));

        assertThat(right.failures()).isEmpty();
        assertThat(right.samples())
                .extracting(sample -> sample.get("label"))
                .containsExactlyInAnyOrder("refused", "refused (refused)", "refused", "refused (refused)");
        Jtl served = run(plan, scenario, request -> new Answer(200, nonce(request) + "."));
        assertThat(served.failures())
                .hasSize(2)
                .allSatisfy(sample -> assertThat(sample.get("failureMessage")).startsWith("status: a refusal with"));
        Jtl asControl =
                run(plan, scenario, request -> new Answer(200, nonce(request) + "."), Map.of("route", "backend-A"));
        assertThat(asControl.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "nio/scenario"})
    void sendRequestsWithoutBodyAndMakeNoncesWhereThereAreNoData(String plan) throws IOException {
        Path scenario = scenario("get", """
                {"schema": "busbench/scenario-plan/1", "name": "get", "method": "GET", "path": "/quote?ref=${nonce}",
                 "headers": {"X-Nonce": "n-${nonce}", "Accept": "text/plain"}, "bodies": {}, "values": {},
                 "answer": {"status": 200, "contains": [{"text": "${nonce}"}], "lacks": [], "ends": "."}}
                """);

        Jtl right = run(plan, scenario, request -> new Answer(200, nonce(request) + "."));

        assertThat(right.failures()).isEmpty();
        assertThat(received.stream().map(ScenarioPlansIT::nonce)).hasSize(4).doesNotHaveDuplicates();
        assertThat(received).allSatisfy(request -> {
            assertThat(request.head()).startsWith("GET /quote?ref=" + nonce(request) + " HTTP/1.1\n");
            assertThat(request.head().toLowerCase(java.util.Locale.ROOT)).doesNotContain("content-length");
            assertThat(request.body()).isEmpty();
        });
        Jtl cut = run(plan, scenario, request -> new Answer(200, nonce(request)));
        assertThat(cut.failures())
                .hasSize(4)
                .allSatisfy(sample -> assertThat(sample.get("failureMessage")).startsWith("content: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "nio/scenario"})
    void sendNoncesOfTheirOwnWhereToldSoAndNeverTheSameInTwoLoads(String plan) throws IOException {
        Path scenario = scenario("own", """
                {"schema": "busbench/scenario-plan/1", "name": "own", "method": "GET", "path": "/quote?ref=${nonce}",
                 "headers": {"X-Nonce": "n-${nonce}", "X-Colour": "${colour}"}, "data": "data.csv",
                 "answer": {"status": 200, "contains": [{"text": "${nonce}"}], "lacks": [], "ends": "."}}
                """);
        Files.writeString(scenario.resolve("data.csv"), "nonce,colour\n0000000000000001,red\n0000000000000002,blue\n");
        List<String> nonces = new ArrayList<>();
        for (int load = 0; load < 2; load++) {
            Jtl right = run(plan, scenario, request -> new Answer(200, nonce(request) + "."), Map.of("nonces", "own"));

            assertThat(right.failures()).isEmpty();
            assertThat(received)
                    .extracting(request -> request.head().replaceFirst("(?s).*\nX-Colour: (\\w+)\n.*", "$1"))
                    .containsExactly("red", "blue", "red", "blue");
            received.forEach(request -> nonces.add(nonce(request)));
        }
        assertThat(nonces).hasSize(8).doesNotHaveDuplicates().noneMatch(nonce -> nonce.startsWith("00000000000000"));
        // More than there are rows, so that these begin again.
        int requests = 6_100;
        Jtl longer = run(
                plan,
                scenario,
                request -> new Answer(200, nonce(request) + "."),
                Map.of("nonces", "own", "loops", Integer.toString(requests)));
        assertThat(longer.failures()).isEmpty();
        assertThat(received.stream().map(ScenarioPlansIT::nonce).distinct()).hasSize(requests);
    }

    @Test
    void aScenarioThatCannotBeSentIsRefusedWithItsReason() throws IOException {
        assertThat(failure(folder.resolve("nowhere"))).contains("there is no ").contains("scenario.json");
        assertThat(failure(scenario("broken", "{\"schema\": "))).contains("scenario.json is not JSON: ");
        assertThat(failure(scenario("unknown", """
                {"schema": "busbench/scenario-plan/1", "name": "x", "path": "/${colour}",
                 "answer": {"contains": [], "lacks": []}}""")))
                .contains("the path has ${colour}: there are the columns nonce, and seq");
    }

    private static Path scenario(String name, String json) throws IOException {
        Path scenario = Files.createDirectories(folder.resolve(name));
        Files.writeString(scenario.resolve("scenario.json"), json);
        return scenario;
    }

    private static String nonce(Received request) {
        return request.head().replaceFirst("(?s).*\nX-Nonce: n-([0-9a-f]{16})\n.*", "$1");
    }

    private Jtl run(String plan, Path scenario, Function<Received, Answer> answers) throws IOException {
        return run(plan, scenario, answers, Map.of());
    }

    private Jtl run(String plan, Path scenario, Function<Received, Answer> answers, Map<String, String> further)
            throws IOException {
        received.clear();
        try (StubService stub = new StubService(request -> {
            received.add(request);
            return answers.apply(request);
        })) {
            Path own = Files.createDirectory(folder.resolve("run-" + ++runs));
            Map<String, String> properties = properties(scenario, stub.port());
            properties.putAll(further);
            return injector.run(plan, own.resolve("samples.jtl"), properties);
        }
    }

    private static String failure(Path scenario) throws IOException {
        injector.start(JMeterHome.plan("scenario"), folder.resolve(++runs + ".jtl"), properties(scenario, 1));
        return injector.expect("failed").get("message").asText();
    }

    private static Map<String, String> properties(Path scenario, int port) {
        return new HashMap<>(Map.of("port", "" + port, "loops", "4", "users", "1", "scenario", scenario.toString()));
    }
}
