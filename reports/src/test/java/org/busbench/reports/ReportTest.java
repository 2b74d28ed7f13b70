package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path folder;

    @Test
    void aRunIsDrawnAgainAndAgain() {
        Path run = SampleRuns.copy("run-smoke", folder);

        assertThat(Report.write(run)).containsExactly(run.resolve("index.html"), run.resolve("trials.csv"));
        assertThat(Report.write(run)).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        assertThat(run.toFile().list()).noneMatch(name -> name.endsWith(".part"));
    }
}
