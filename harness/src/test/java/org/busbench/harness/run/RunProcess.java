package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.reports.Report;
import org.busbench.reports.check.Check;

/**
 * A run, or what is done with its record, in a process of its own, so that it can be killed: {@code run ROOT},
 * {@code audited ROOT} (with audits before it), {@code resume ROOT}, {@code report ROOT} or {@code check ROOT}.
 */
public final class RunProcess {

    /** One comparison stays open for two blocks beyond the first, whatever was measured. */
    private static final Verdicts ONE_OPEN =
            (directory, before) -> before <= 3 ? Set.of(new Comparison("cbr", "500", 2, null)) : Set.of();

    private RunProcess() {}

    /** Ends with 0 when the run is complete, with 2 when it cannot go on. */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[1]);
        Path directory = root.resolve("runs/r");
        System.exit(
                switch (arguments[0]) {
                    case "run" -> execute(root, false);
                    case "audited" -> execute(root, true);
                    case "resume" -> resume(root, directory);
                    case "report" -> Report.write(directory).isEmpty() ? 1 : 0;
                    case "check" -> Check.of(directory).refused() ? 1 : 0;
                    default -> throw new IllegalArgumentException(arguments[0]);
                });
    }

    private static int execute(Path root, boolean audited) {
        return exitCode(new BenchmarkRun(FakeProject.written(root), new SilentListener(), ONE_OPEN, audited).execute());
    }

    private static int resume(Path root, Path directory) throws IOException, InterruptedException {
        try (Resumption resumption = Resumption.of(new Project(root), Backends.free(), directory)) {
            return exitCode(
                    new BenchmarkRun(resumption.settings(), new SilentListener(), ONE_OPEN, true).resume(resumption));
        } catch (Problem e) {
            System.err.println(e.getMessage());
            return 2;
        }
    }

    /** What it was that ended it otherwise than with 0 goes to its log. */
    private static int exitCode(RunResult result) {
        if (result.fault() != null) {
            System.err.println(result.fault());
        }
        result.trials().stream()
                .filter(trial -> !trial.measured())
                .forEach(trial -> System.err.println("trial " + trial.number() + ": "
                        + trial.result().outcome() + ": " + trial.result().reason()));
        return result.outcome().exitCode();
    }
}
