package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
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
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PrefetchCommand.class, AuditCommand.class})
final class AdapterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "what about the adapter? (new, lint, lock, prefetch, audit)");
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

    @Command(
            name = "new",
            description = "Writes the files of a new adapter, with all that can stand in them: below --adapters DIR, or"
                    + " else in configs/adapters.",
            mixinStandardHelpOptions = true)
    Integer scaffold(@Parameters(paramLabel = "NAME", description = "The new adapter.") String name)
            throws IOException {
        Project project = Project.withFolderForAdapters();
        Path folder = new Scaffold(name, project.catalog().all())
                .write(project.moreAdapters().orElse(project.root().resolve("configs/adapters")));
        System.out.println("wrote " + folder + "; now edit it, and ask 'busbench adapter lint " + name + "'");
        return ExitCode.OK;
    }

    @Command(
            name = "lint",
            description = "Says what is wrong with an adapter's folder, without starting or downloading anything.",
            mixinStandardHelpOptions = true)
    Integer lint(@Parameters(paramLabel = "NAME", arity = "1..*", description = "Adapters.") List<String> names) {
        Project project = Project.current();
        List<String> findings = new ArrayList<>();
        for (String name : names) {
            Adapter adapter = project.catalog().find(name);
            findings.addAll(new AdapterLint(adapter, project.catalog().all()).findings());
        }
        findings.forEach(System.out::println);
        if (findings.isEmpty()) {
            System.out.println("nothing to complain of; 'busbench verify " + String.join(" ", names) + "' is next");
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
