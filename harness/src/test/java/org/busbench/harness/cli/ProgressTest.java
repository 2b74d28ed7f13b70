package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.forecast.EarlierRuns;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.run.Project;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A recorded run, whose last line is told as if it had just been written. */
class ProgressTest {

    private static final Path RECORDED = ProjectFiles.ROOT.resolve("reports/src/test/resources/run-quick");

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path run;

    private Trial last;

    @BeforeEach
    void takeBackTheEnd() throws IOException {
        for (String name : List.of("run.json", "trials.jsonl", "verifications.jsonl")) {
            Files.copy(RECORDED.resolve(name), run.resolve(name));
        }
        List<Trial> trials = RunReader.read(run).trials();
        last = trials.get(trials.size() - 1);
    }

    @Test
    void theRunsPageIsDrawnBetweenTrialsAndSaysHowFarItIs() {
        tell(true);

        assertThat(run.resolve("index.html"))
                .content()
                .contains("The run goes on: " + last.number() + " of " + last.number() + " trials, about ");
    }

    @Test
    void aPageThatCannotBeDrawnIsALineAndTheRunGoesOn() throws IOException {
        Files.delete(run.resolve("run.json"));

        tell(true);

        assertThat(console.out().lines()).anyMatch(line -> line.startsWith("the page is not drawn: "));
    }

    @Test
    void noPageIsDrawnUnlessItIsWanted() {
        tell(false);

        assertThat(run.resolve("index.html")).doesNotExist();
    }

    private void tell(boolean drawn) {
        Forecast forecast = new SuiteChoice(Path.of("smoke"), List.of("direct"), List.of(), null, SuiteOverrides.NONE)
                .settings(new Project(ProjectFiles.ROOT), "r")
                .forecast(false, Forecast.Done.NOTHING, new EarlierRuns(List.of(), 0, List.of()));
        Terminal terminal = new Terminal(System.out, false);
        try (Progress progress = new Progress(terminal, false, drawn)) {
            progress.planned(forecast, run);
            progress.recorded(last);
        }
    }
}
