package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rounds of two tiny suites, with real processes. */
class RoundCommandIT {

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeEach
    void place() throws IOException {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty(Backends.FIRST_PORT, Integer.toString(FreePorts.inARow(4)));
        for (String name : List.of("one", "two")) {
            Files.writeString(folder.resolve(name + ".yaml"), """
                    schema: busbench/suite/1
                    name: %s
                    about: Tiny.
                    adapters: [direct]
                    scenarios: [virtualization]
                    payloads: [500]
                    concurrency: [2]
                    blocks: 1
                    primer: 0s
                    warmup: 100ms
                    measure: 1s
                    seed: 1
                    errorBound: 0.0
                    jvm:
                      options: [-XX:+UseSerialGC]
                    """.formatted(name));
        }
    }

    @AfterEach
    void release() {
        List.of("busbench.project", "busbench.runs", Backends.FIRST_PORT).forEach(System::clearProperty);
    }

    @Test
    @Tag("nightly")
    void aRoundRunsItsSuitesGoesOnWhereItEndedAndIsComparedWithTheOneBefore() throws IOException {
        Path before = Files.createDirectories(folder.resolve("runs/round-2026-01-02"));
        String suite = folder.resolve("one.yaml").toString();
        Files.writeString(before.resolve("round.json"), """
                {"schema": "busbench/round/1", "date": "2026-01-02", "startedAt": "2026-01-02T00:00:00Z", "seed": 20260102,
                 "suites": ["%s"], "machine": []}
                """.formatted(suite));

        assertThat(round("--resume", "round-2026-01-02")).as(console.err()).isZero();
        assertThat(Files.readString(before.resolve("one-2026-01-02/run.json"))).contains("20260102");
        assertThat(Files.readString(before.resolve("index.html")))
                .contains("one-2026-01-02", "holds", "nothing earlier");

        assertThat(round("--suites", suite + "," + folder.resolve("two.yaml")))
                .as(console.err())
                .isZero();
        assertThat(round()).isZero();
        assertThat(console.out()).contains("== " + suite + ": complete already", "memory");
        Path now;
        try (Stream<Path> rounds = Files.list(folder.resolve("runs"))) {
            now = rounds.filter(one ->
                            !one.equals(before) && one.getFileName().toString().startsWith("round-"))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(Files.readString(now.resolve("index.html")))
                .contains("<td>one-2026-01-02</td>", "compare-one.html", "href=\"two-")
                .doesNotContain("Not all suites are complete");
        assertThat(now.resolve("compare-one.html")).exists();
        try (Stream<Path> files = Files.list(now)) {
            assertThat(files.filter(file -> file.toString().endsWith(".md")))
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file).content().contains("What makers and readers object"));
        }
    }

    @Test
    void aShortRoundHasTheShortFormsOfTheUsualSuitesAndOfTorture() {
        assertThat(round("--quick", "--dry-run")).as(console.err()).isZero();
        assertThat(console.out().lines().filter(line -> line.startsWith("== ")))
                .containsExactly("== field-quick", "== catalogue-quick", "== torture-quick", "== round2-quick");
        assertThat(console.out()).contains("torture nginx busbench").doesNotContain("camel-vanilla");
    }

    @Test
    void whatNoRoundCanBeIsOneLineAndExitCode2() {
        assertThat(round("--suites", "feild")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err()).isEqualTo("busbench: --suites: no suite 'feild', did you mean 'field'?\n");
        console.clear();
        assertThat(round("--resume", "round-2026-01-03")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err()).contains("holds no round").hasLineCount(1);
        console.clear();
        assertThat(round("--quick", "--suites", "field")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err()).contains("give one of them").hasLineCount(1);
    }

    private int round(String... more) {
        String[] words = new String[more.length + 3];
        words[0] = "--runs";
        words[1] = folder.resolve("runs").toString();
        words[2] = "round";
        System.arraycopy(more, 0, words, 3, more.length);
        return Busbench.execute(words);
    }
}
