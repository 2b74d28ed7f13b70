package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aRunIsDrawnAgainAndAgain() {
        Path run = SampleRuns.copy("run-smoke", folder);

        assertThat(Report.write(run)).containsExactly(run.resolve("index.html"), run.resolve("trials.csv"));
        assertThat(Report.write(run)).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        assertThat(run.toFile().list()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void theCommandPrintsWhatItWrote() {
        Path run = SampleRuns.copy("run-smoke", folder);

        assertThat(call(run.toString())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        run.resolve("index.html").toString(),
                        run.resolve("trials.csv").toString());
    }

    @Test
    void badInputIsOneLineAndExitCodeTwo() {
        assertThat(call(folder.toString())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains("run.json: is missing");
        err.reset();
        assertThat(call()).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("usage: ");
    }

    private int call(String... arguments) {
        return Report.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
