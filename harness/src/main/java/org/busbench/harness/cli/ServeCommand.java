package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunProblem;
import org.busbench.reports.serve.RunServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench serve}: the runs of a folder, in a browser. */
@Command(
        name = "serve",
        description = "Serves the runs of a folder on 127.0.0.1: lists them, opens each, compares two or more."
                + " Ctrl-C ends it. Do not use it on a machine that measures: that is what 'run --live' is for.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "RUNS_DIR",
            description = "The folder that holds the runs (default: runs/).")
    private Path folder;

    @Option(names = "--port", paramLabel = "PORT", description = "Where it listens (default: a free port).")
    private int port;

    @Override
    public Integer call() {
        Path runs = folder == null ? Project.current().runs() : folder;
        try (Interruption interruption = new Interruption();
                RunServer server = RunServer.open(runs, port)) {
            System.out.println(server.url());
            interruption.await();
            return ExitCode.INTERRUPTED;
        } catch (RunProblem e) {
            throw new Problem(e.getMessage(), e);
        }
    }
}
