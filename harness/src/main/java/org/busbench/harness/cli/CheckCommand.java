package org.busbench.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.busbench.record.Integrity;
import org.busbench.record.Ramp;
import org.busbench.reports.check.Check;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench check}: whether a run directory is what it says. */
@Command(
        name = "check",
        description =
                "Computes the figures of a run again from its raw data, and refuses duplicated, mixed or edited data."
                        + " Of a run of 'torture': that log, evidence and page are as they were written and agree.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN_DIR", description = "Check this folder in runs/; its name is enough.")
    private Path directory;

    @Option(
            names = "--json",
            description = "Print the outcome as JSON: run, holds, figures, trials, remarks, problems.")
    private boolean json;

    private record Outcome(
            String run, boolean holds, long figures, int trials, List<String> remarks, List<String> problems) {}

    @Override
    public Integer call() throws JsonProcessingException {
        Path run = RunFolder.of(directory);
        Check check = Check.of(run);
        if (json) {
            System.out.println(Output.json(new Outcome(
                    run.toString(),
                    !check.refused(),
                    check.figures(),
                    check.trials(),
                    check.remarks(),
                    check.problems())));
            return check.refused() ? ExitCode.FAILED : ExitCode.OK;
        }
        check.remarks().forEach(System.out::println);
        check.problems().forEach(System.err::println);
        if (check.refused()) {
            System.err.println(run + ": refused: " + check.problems().size() + " of its statements do not hold");
            return ExitCode.FAILED;
        }
        System.out.println(run + ": holds: "
                + (Integrity.isAlone(run)
                        ? check.trials()
                                + " verdicts are as they were written, each wrong one with its bytes and script"
                        : check.figures() + " figures of " + check.trials() + (Ramp.isIn(run) ? " ramps" : " trials")
                                + " follow from their raw data"));
        return ExitCode.OK;
    }
}
