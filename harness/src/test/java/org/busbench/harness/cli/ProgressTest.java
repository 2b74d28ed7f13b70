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
import org.busbench.record.Machine;
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
    void thatOtherProgramsTookTheCpuStandsBesideTheFiguresOfTheTrial() {
        Machine machine = new Machine(1, 0, 0.0, null, null, List.of(0.6), null);
        last = new Trial(
                last.schema(),
                last.run(),
                last.position(),
                last.subject(),
                last.conditions(),
                last.result(),
                last.proof(),
                new Trial.Use(last.use().processes(), machine),
                last.probe(),
                last.duet(),
                last.evidenceFolder(),
                last.previous());

        tell(false);

        assertThat(console.out()).contains("(other programs took 60 % of the CPU)");
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
