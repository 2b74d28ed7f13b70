package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.Set;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;

/** A run in a process of its own, so that it can be killed: {@code run ROOT} or {@code resume ROOT}. */
public final class RunProcess {

    /** One comparison stays open for two blocks beyond the first, whatever was measured. */
    private static final Verdicts ONE_OPEN =
            (directory, before) -> before <= 3 ? Set.of(new Comparison("cbr", "500", 2, null)) : Set.of();

    private RunProcess() {}

    /** Ends with 0 when the run is complete, with 2 when it cannot go on. */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[1]);
        if (arguments[0].equals("run")) {
            RunSettings settings = FakeProject.written(root);
            System.exit(exitCode(new BenchmarkRun(settings, new SilentListener(), ONE_OPEN).execute()));
        }
        try (Resumption resumption = Resumption.of(new Project(root), Backends.free(), root.resolve("runs/r"))) {
            BenchmarkRun run = new BenchmarkRun(resumption.settings(), new SilentListener(), ONE_OPEN);
            System.exit(exitCode(run.resume(resumption)));
        } catch (Problem e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static int exitCode(RunResult result) {
        return result.outcome().exitCode();
    }
}
