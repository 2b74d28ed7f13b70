package org.busbench.harness.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.harness.torture.Judge.Rating;
import org.busbench.harness.torture.RawProxy.Habit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proxies that do one thing wrong: the cases for which it matters say so, and the others do not. Three of them wait for good answers that never come. */
@Execution(ExecutionMode.CONCURRENT)
class TortureSessionTest {
    private static final List<Case> CASES = CaseFile.readAll(ProjectFiles.ROOT.resolve("configs/torture"));

    private final Backends backends = Backends.free();

    @TempDir
    private Path folder;

    private ProgrammedBackend backend;

    @BeforeEach
    void listen() {
        backend = ProgrammedBackend.open(backends);
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private Map<String, TortureSession.Result> results(Habit habit, String... ids)
            throws IOException, InterruptedException {
        Map<String, TortureSession.Result> results = new LinkedHashMap<>();
        try (RawProxy proxy = new RawProxy(backends.ports().get("A"), habit)) {
            TortureSession session = new TortureSession(backend, folder);
            for (String id : ids) {
                Case one = CASES.stream()
                        .filter(other -> other.id().equals(id))
                        .findFirst()
                        .orElseThrow();
                results.put(id, session.run(one, proxy.target()));
            }
        }
        return results;
    }

    private static Rating rating(TortureSession.Result result) {
        return result.finding().rating();
    }

    @Test
    void aProxyThatPassesEverythingOnIsWrongInWhatMustBeRefusedAndRightInWhatIsValid() throws Exception {
        Map<String, TortureSession.Result> results = results(
                Habit.RELAYS,
                "good",
                "good-chunked",
                "name-blank-space",
                "te-and-length-te-first",
                "smuggle-length-plus",
                "smuggle-te-name-space",
                "host-missing",
                "hop-named",
                "chunk-extension-invalid-no-name",
                "pipelined");

        assertThat(results)
                .extractingByKeys("good", "good-chunked", "pipelined")
                .allMatch(result -> rating(result) == Rating.RIGHT);
        results.keySet().removeAll(List.of("good", "good-chunked", "pipelined"));
        assertThat(results.values()).allMatch(result -> rating(result) == Rating.WRONG);
        assertThat(results.get("te-and-length-te-first").finding().reason())
                .contains("Transfer-Encoding beside Content-Length");
        assertThat(results.get("hop-named").finding().reason()).contains("X-Hop, which the client's Connection names");
        assertThat(results.get("smuggle-length-plus").finding().reason())
                .contains("a Content-Length that is no number: '+500'");
    }

    @Test
    void aProxyThatRefusesEverythingIsWrongInWhatIsValid() throws Exception {
        TortureSession.Result result = results(Habit.REFUSES, "good").get("good");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().reason()).contains("the client got 400").contains("the backend nothing");
    }

    @Test
    void aRequestThatReachesTheBackendTwiceIsWrong() throws Exception {
        TortureSession.Result result = results(Habit.DOUBLES, "good").get("good");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().reason()).contains("the backend got 2 requests instead of 1");
    }

    @Test
    void anAnswerWithOneOtherLetterIsWrong() throws Exception {
        TortureSession.Result result = results(Habit.GARBLES, "good").get("good");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().client()).isEqualTo("200");
    }

    @Test
    void aProxyThatPassesEverythingOnIsRightInContentThatNeedsNoReading() throws Exception {
        Map<String, TortureSession.Result> results = results(
                Habit.RELAYS,
                "coded-virtualization-gzip",
                "coded-virtualization-deflate",
                "negotiated-browser",
                "empty-202",
                "empty-401",
                "other-html",
                "other-binary",
                "head-length",
                "head-kept",
                "large-4m");

        assertThat(results)
                .allSatisfy((id, result) -> assertThat(rating(result))
                        .as("%s: %s", id, result.finding().reason())
                        .isEqualTo(Rating.RIGHT));
    }

    @Test
    void aPlainAnswerThatIsSaidToBeCompressedIsWrong() throws Exception {
        TortureSession.Result result = results(Habit.LABELS, "accepted-plain").get("accepted-plain");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().reason())
                .contains("the client got a body that is not [gzip], as its Content-Encoding says");
    }

    @Test
    void aRequestThatReachesAnotherBackendThanItsOwnIsWrong() throws Exception {
        TortureSession.Result result =
                results(Habit.RELAYS, "symbol-cbr-capitals").get("symbol-cbr-capitals");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().reason()).contains("backend A got the request, which is for C");
    }

    @Test
    void aProxyThatReadsNoMoreHoldsNoClientBeyondItsLimit() throws Exception {
        Case large = CASES.stream()
                .filter(one -> one.id().equals("large-4m"))
                .findFirst()
                .orElseThrow();
        // More than the sockets take when the proxy takes nothing.
        List<Case.Step> steps = large.exchange().client().stream()
                .map(step -> step.number() == 1 ? step : new Case.Step(step.action(), step.text(), 512, 0, 0))
                .toList();
        Case soon = new Case(
                large.id(),
                large.kind(),
                large.title(),
                large.source(),
                large.judgement(),
                new Case.Exchange(
                        "virtualization",
                        1,
                        steps,
                        Case.Script.GOOD,
                        large.exchange().with()),
                large.demands(),
                new Case.Extent(1, 0, Duration.ofMillis(500), large.extent().recovery(), Optional.empty()));
        try (RawProxy proxy = new RawProxy(backends.ports().get("A"), Habit.TIRES)) {
            TortureSession.Result result = new TortureSession(backend, folder).run(soon, proxy.target());

            assertThat(rating(result)).isEqualTo(Rating.WRONG);
            assertThat(result.finding().client()).isEqualTo("silent");
        }
    }

    @Test
    void aProxyThatOpensWhatAMessageNamesIsWrong() throws Exception {
        TortureSession.Result result = results(Habit.OPENS, "cbr-entity-http").get("cbr-entity-http");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.finding().reason()).contains("the backend got 'GET /opened'");
    }

    @Test
    void aBrokenAnswerThatIsPassedOnAsItIsShowsToTheClient() throws Exception {
        Map<String, TortureSession.Result> results =
                results(Habit.RELAYS, "answer-te-and-length-te-first", "answer-short", "up-fixed-4k", "backend-down");

        assertThat(rating(results.get("answer-te-and-length-te-first"))).isEqualTo(Rating.WRONG);
        assertThat(rating(results.get("answer-short"))).isEqualTo(Rating.RIGHT);
        assertThat(results.get("up-fixed-4k").tries()).isEqualTo(10);
        assertThat(rating(results.get("up-fixed-4k"))).isEqualTo(Rating.RIGHT);
        assertThat(rating(results.get("backend-down"))).isEqualTo(Rating.TOLERABLE);
    }

    @Test
    void aProxyThatServesNobodyAnyMoreHasLastingDamage() throws Exception {
        TortureSession.Result result = results(Habit.BREAKS, "value-empty").get("value-empty");

        assertThat(rating(result)).isEqualTo(Rating.WRONG);
        assertThat(result.lasting()).isTrue();
        assertThat(result.finding().reason()).contains("lasting damage");
    }
}
