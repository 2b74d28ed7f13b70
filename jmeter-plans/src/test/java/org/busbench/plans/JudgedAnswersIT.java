package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way of getting an answer wrong is counted as a failure, under its own name, in every plan that it concerns. */
class JudgedAnswersIT {
    @TempDir
    private static Path folder;

    private static InjectorProcess injector;

    private static int runs;

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of("virtualization", "cbr", "xslt")
                .flatMap(plan -> Stream.of(
                        wrong(plan, Answers::fromTheWrongBackend, "200", "route: the answer is not from backend-[ABC]"),
                        wrong(
                                plan,
                                Answers::ofAnotherRequest,
                                "200",
                                "content: >[0-9a-f]{16}< of this request is not in the answer"),
                        wrong(
                                plan,
                                Answers::cutInTheMiddle,
                                "200",
                                "content: >[0-9a-f]{16}-z< of this request is not in the answer"),
                        wrong(plan, Answers::empty, "200", "Response was null"),
                        wrong(plan, Answers::broken, "500", "status: 200 expected"),
                        wrong(plan, Answers::accepted, "202", "status: 200 expected")));
    }

    private static Arguments wrong(String plan, Function<Received, Answer> answer, String status, String message) {
        return Arguments.of(plan, answer, status, message);
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void aWrongAnswerIsAFailureThatSaysWhatIsWrong(
            String plan, Function<Received, Answer> answer, String status, String message) throws IOException {
        Jtl jtl = runAgainst(plan, Answers.everyNth(4, answer));

        assertThat(jtl.samples()).hasSize(12);
        assertThat(jtl.failures()).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.get("responseCode")).isEqualTo(status);
            assertThat(sample.get("failureMessage")).matches(message);
        });
    }

    @Test
    void anAnswerThatWasNotTransformedIsAFailureOfXslt() throws IOException {
        Jtl jtl = runAgainst("xslt", Answers.everyNth(4, Answers::untransformed));

        assertThat(jtl.failures())
                .hasSize(3)
                .allMatch(sample -> sample.get("failureMessage")
                        .equals("content: CheckPriceResponse of this request is not in the answer"));
    }

    @Test
    void aRefusedConnectionIsAFailureWithoutARetry() throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = socket.getLocalPort();
        }

        Jtl jtl = run("virtualization", unused);

        assertThat(jtl.failures())
                .hasSize(12)
                .allMatch(sample -> sample.get("responseCode").startsWith("Non HTTP response code: ")
                        && sample.get("responseCode").contains("ConnectException"));
    }

    @Test
    void theExpectedRouteMayBeSetForASystemThatDoesNotRoute() throws IOException {
        try (StubService stub = new StubService(Answers::right)) {
            Jtl jtl = injector.run(
                    "cbr",
                    folder.resolve("route.jtl"),
                    Map.of(
                            "port",
                            "" + stub.port(),
                            "loops",
                            "12",
                            "users",
                            "1",
                            "path",
                            "/direct",
                            "route",
                            "backend-A"));

            assertThat(jtl.samples()).hasSize(12);
            assertThat(jtl.failures()).isEmpty();
        }
    }

    private static Jtl runAgainst(String plan, Function<Received, Answer> answers) throws IOException {
        try (StubService stub = new StubService(answers)) {
            return run(plan, stub.port());
        }
    }

    private static Jtl run(String plan, int port) throws IOException {
        runs++;
        return injector.run(
                plan,
                folder.resolve(runs + ".jtl"),
                Map.of("port", "" + port, "loops", "12", "users", "1", "payload", "1K"));
    }
}
