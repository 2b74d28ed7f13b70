package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.run.Forecast;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TimeRange;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
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
    void theTimeLeftIsThatOfTheForecastWhileTheFirstTrialsTellNoPace() {
        last = RunReader.read(run).trials().get(0);

        Duration forecast = tell(true).total().to();

        assertThat(run.resolve("index.html"))
                .content()
                .containsAnyOf(left(forecast), left(forecast.minusSeconds(1)), left(forecast.minusSeconds(2)));
    }

    private static String left(Duration time) {
        return ", about " + new TimeRange(time, time).show() + " left";
    }

    @Test
    void thatOthersTookTheCpuStandsBesideTheFiguresOfTheTrial() {
        Machine machine = new Machine(1, 0, 0.0, null, null, List.of(0.6), null);
        last = with(last, last.result(), machine);

        tell(false);

        assertThat(console.out()).contains("(others took 60 % of the CPU)");
    }

    @Test
    void oneErrorIsOneError() {
        Trial.Result clean = last.result();
        Trial.Result one = new Trial.Result(
                clean.outcome(),
                clean.reason(),
                clean.verified(),
                new ErrorCounts(0, 1, 0, 0, 0, 0, 0, 0),
                clean.goodputPerSecond(),
                clean.latencyMicros(),
                clean.latencyResolutionMicros(),
                clean.series(),
                clean.histogram());
        last = with(last, one, last.use().machine());

        tell(false);

        assertThat(console.out()).contains("  1 error").doesNotContain("1 errors");
    }

    /** What does not come up fails in each scenario and size alike. */
    @Test
    void theTableGivesOneReasonOfAnAdapterOnce() {
        Trial.Result refused = new Trial.Result(
                Outcome.NOT_SERVED, "its last line: no such file", 0, ErrorCounts.NONE, null, null, 1, List.of(), null);
        List<Trial> trials = RunReader.read(run).trials().stream()
                .filter(trial -> trial.adapter().equals(last.adapter()))
                .map(trial -> with(trial, refused, null))
                .toList();
        RecordedRun recorded = RunReader.read(run);
        List<String> lines = ResultTable.lines(Analysis.of(new RecordedRun(
                recorded.info(),
                recorded.finished(),
                recorded.verifications(),
                trials,
                recorded.resumes(),
                recorded.calibrations(),
                recorded.parities(),
                recorded.remarks(),
                Optional.empty())));

        assertThat(lines.stream().filter(line -> line.endsWith("not served: its last line: no such file")))
                .hasSize(1);
        assertThat(lines.stream().filter(line -> line.endsWith("as above"))).hasSizeGreaterThan(1);
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

    private static Trial with(Trial trial, Trial.Result result, Machine machine) {
        return new Trial(
                trial.schema(),
                trial.run(),
                trial.position(),
                trial.subject(),
                trial.conditions(),
                result,
                trial.proof(),
                new Trial.Use(trial.use().processes(), machine),
                trial.probe(),
                trial.duet(),
                trial.evidenceFolder(),
                trial.previous());
    }

    private Forecast tell(boolean drawn) {
        Forecast forecast = new SuiteChoice("smoke", List.of("direct"), List.of(), null, SuiteOverrides.NONE)
                .settings(new Project(ProjectFiles.ROOT), "r")
                .forecast(false, 0, 0);
        Terminal terminal = new Terminal(System.out, false);
        try (Progress progress = new Progress(terminal, false, drawn)) {
            progress.planned(forecast, run);
            progress.recorded(last);
        }
        return forecast;
    }
}
