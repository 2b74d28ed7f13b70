package org.busbench.harness.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.harness.torture.Judge.Rating;
import org.busbench.harness.torture.RawProxy.Habit;
import org.busbench.harness.verify.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proxies that stand many clients, that stop serving under them, or that give wrong answers. */
class OverloadIT {
    private static final String CASES = """
            schema: busbench/torture/1
            class: overload
            about: Nothing.
            judgements:
              serves: {about: It serves., right: ["good / any"], tolerable: ["slow|503 / any"]}
            cases:
              - {id: idle, title: a, source: b, judge: serves, client: [{do: hold}], overload: {connections: 60, for: 1s}}
              - {id: asking, title: a, source: b, judge: serves, client: ["${request}", {do: await}, {do: close}],
                 overload: {connections: 5, per-second: 50, again: true, for: 1s}}
              - {id: dripping, title: a, source: b, judge: serves, client: [{send: "${request}", pieces: 40, gap: 5ms}],
                 overload: {connections: 5, for: 1s, read: 50, read-gap: 10ms}}
            """;

    private final Backends backends = Backends.free();

    @TempDir
    private Path folder;

    private ProgrammedBackend backend;
    private final Map<String, Case> cases = new HashMap<>();

    @BeforeEach
    void listen() throws IOException {
        backend = ProgrammedBackend.open(backends);
        Path files = Files.createDirectories(folder.resolve("cases"));
        Files.writeString(files.resolve("overload.yaml"), CASES);
        CaseFile.readAll(files).forEach(one -> cases.put(one.id(), one));
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private TortureSession.Result result(Habit habit, String id) throws IOException, InterruptedException {
        try (RawProxy proxy = new RawProxy(backends.ports().get("A"), habit)) {
            return new TortureSession(backend, folder)
                    .overload(
                            cases.get(id),
                            proxy.target(),
                            () -> Set.of(ProcessHandle.current().pid()));
        }
    }

    @Test
    void clientsOfAProxyThatServesAllGetTheirAnswersAndGoodTrafficDoesToo() throws Exception {
        TortureSession.Result asking = result(Habit.RELAYS, "asking");

        assertThat(asking.finding().rating()).as(asking.finding().reason()).isNotEqualTo(Rating.WRONG);
        assertThat(asking.evidence().orElseThrow().client().received()).isEmpty();
        assertThat(asking.figures().get("attackersAnswered200")).isGreaterThan(10);
        assertThat(asking.figures().get("attackersOpened"))
                .isGreaterThanOrEqualTo(asking.figures().get("attackersAnswered200"))
                .isLessThanOrEqualTo(51);
        assertThat(asking.figures().get("goodRight"))
                .isGreaterThan(200)
                .isEqualTo(asking.figures().get("goodSent"));
        assertThat(asking.figures())
                .containsKeys("memoryBeforeMiB", "threadsMeanwhile", "descriptorsAfter", "cpuPercentMeanwhile");
        assertThat(asking.finding().backend()).matches("[1-9][0-9]* requests");

        TortureSession.Result dripping = result(Habit.RELAYS, "dripping");
        assertThat(dripping.figures()).containsEntry("attackersMost", 5.0).containsEntry("attackersAnswered200", 5.0);
    }

    @Test
    void aProxyThatServesNoFurtherClientIsWrongAndNormalWhenTheOthersAreGone() throws Exception {
        TortureSession.Result result = result(Habit.FILLS, "idle");

        assertThat(result.finding().rating()).isEqualTo(Rating.WRONG);
        assertThat(result.finding().client()).isEqualTo("lost");
        assertThat(result.finding().reason()).contains("were lost").contains("60 connections");
        assertThat(result.lasting()).isFalse();
        assertThat(result.figures().get("goodLost")).isPositive();
        assertThat(result.figures()).containsKey("normalAfterMillis");
        assertThat(result.evidence().orElseThrow().client().sent()).startsWith("POST ");
    }

    @Test
    void aProxyThatChangesAnswersIsWrong() throws Exception {
        TortureSession.Result result = result(Habit.GARBLES, "idle");

        assertThat(result.finding().rating()).isEqualTo(Rating.WRONG);
        assertThat(result.finding().client()).isEqualTo("wrong");
        assertThat(result.figures()).containsEntry("goodRight", 0.0);
        assertThat(result.lasting()).isTrue();
    }

    @Test
    void mixedCasesAreJudgedByGoodTrafficAloneAndCasesThatItWouldMeetAreLeftOut() throws Exception {
        Backends others = Backends.free();
        // The copy has a backend of its own, since the connections to it are cut when the attack ends.
        try (RawProxy proxy = new RawProxy(backends.ports().get("A"), Habit.RELAYS);
                ProgrammedBackend other = ProgrammedBackend.open(others);
                RawProxy copy = new RawProxy(others.ports().get("A"), Habit.RELAYS)) {
            MixedRun mixed = mixed(backend, proxy);
            assertThat(mixed.size()).isEqualTo(2);

            TortureSession.Result result = mixed.play(
                    List.of(proxy.target()), Duration.ofSeconds(4), Optional.of(mixed(other, copy)), () -> Set.of());

            assertThat(result.finding().rating()).as(result.finding().reason()).isNotEqualTo(Rating.WRONG);
            assertThat(result.tries()).isGreaterThan(2);
            assertThat(result.figures()).containsKey("goodControlP99Millis");
            assertThat(result.figures().get("goodRight"))
                    .isGreaterThan(800)
                    .isEqualTo(result.figures().get("goodSent"));
        }
    }

    private MixedRun mixed(ProgrammedBackend behind, RawProxy proxy) throws IOException {
        Map<Case, Target> all = new HashMap<>();
        for (Case one : CaseFile.readAll(ProjectFiles.ROOT.resolve("configs/torture"))) {
            if (List.of("te-and-length-te-first", "silent-on-head", "resets-after-answer", "backend-down")
                    .contains(one.id())) {
                all.put(one, proxy.target());
            }
        }
        return new MixedRun(behind, new TortureSession(behind, folder), all, 3);
    }
}
