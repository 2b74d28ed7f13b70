package org.busbench.harness.cli;

import org.busbench.harness.artifact.ArtifactLock;
import org.busbench.harness.artifact.LockFile;
import org.busbench.harness.run.Project;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbench adapter}: for those who write adapters. */
@Command(
        name = "adapter",
        description = "For those who write adapters.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class AdapterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "what about the adapter? (lock)");
    }

    @Command(
            name = "lock",
            description = "Resolves an adapter's Maven artifacts and writes versions and checksums to its"
                    + " artifacts.lock.",
            mixinStandardHelpOptions = true)
    Integer lock(@Parameters(paramLabel = "NAME", description = "The adapter.") String name) {
        Project project = Project.current();
        LockFile lock = ArtifactLock.create(project.catalog().find(name), System.err::println);
        System.out.println(lock.artifacts().size() + " artifacts locked in " + lock.file());
        return ExitCode.OK;
    }
}
