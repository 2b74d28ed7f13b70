package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.busbench.harness.text.Problem;
import org.busbench.reports.Report;
import org.busbench.reports.run.RunProblem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench report}: draws a run again. */
@Command(
        name = "report",
        description = "Draws the report of a run from what was recorded.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN_DIR", description = "A folder in runs/, or its name.")
    private Path directory;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Adapter against which the others are judged (default: as the run began).")
    private String baseline;

    @Override
    public Integer call() {
        Path run = RunFolder.of(directory);
        try {
            List<Path> written = baseline == null ? Report.write(run) : Report.write(run, baseline);
            written.forEach(System.out::println);
            return ExitCode.OK;
        } catch (RunProblem e) {
            throw new Problem(e.getMessage(), e);
        }
    }
}
