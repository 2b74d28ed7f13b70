package org.busbench.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.busbench.common.TextFile;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.artifact.ArtifactLock;
import org.busbench.harness.artifact.LockFile;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbench adapter}: helps to write an adapter. */
@Command(
        name = "adapter",
        description = "Begins an adapter of your own, or locks its artifacts.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class AdapterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "what about the adapter? (new, lock)");
    }

    @Command(
            name = "lock",
            description = "Resolves an adapter's Maven artifacts and writes versions and checksums to its"
                    + " artifacts.lock.",
            mixinStandardHelpOptions = true)
    Integer lock(@Parameters(paramLabel = "NAME", description = "Lock the artifacts of this adapter.") String name) {
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
    Integer scaffold(
            @Parameters(paramLabel = "NAME", description = "Give the new adapter, and its folder, this name.")
                    String name) {
        Project project = Project.withFolderForAdapters();
        Path folder = new Scaffold(name, project.catalog().folders(), project.schema("adapter-1.schema.json"))
                .write(project.folderForAdapters());
        System.out.println(
                "wrote " + folder + "; now edit it, and ask '" + project.command() + " verify --lint " + name + "'");
        return ExitCode.OK;
    }

    static final class Scaffold {
        private static final List<String> FILES = List.of(Adapter.FILE_NAME, "README.md");
        private static final int FIRST_PORT = 8500;

        private final String name;
        private final int port;
        private final Path schema;

        /** Checks the name; writes nothing yet. */
        Scaffold(String name, Collection<Path> others, Path schema) {
            if (!YamlValue.isName(name)) {
                throw new Problem(
                        "'" + name + "' is no name of an adapter: write lower-case letters, digits, '.' and '-'");
            }
            this.name = name;
            this.port = freePort(others);
            this.schema = schema;
        }

        /** A port that stands in no other adapter's file, so that both can be up together. */
        private static int freePort(Collection<Path> others) {
            String taken = others.stream()
                    .flatMap(folder -> AdapterLint.linesOf(folder.resolve(Adapter.FILE_NAME)).stream())
                    .collect(Collectors.joining("\n"));
            int port = FIRST_PORT;
            while (taken.contains(Integer.toString(port))) {
                port++;
            }
            return port;
        }

        Path write(Path parent) {
            Path folder = parent.resolve(name);
            if (Files.exists(folder)) {
                throw new Problem(folder + " is there already: choose another name, or go on with that one");
            }
            return Problem.ifFails("cannot write to " + folder, () -> {
                Files.createDirectories(folder);
                for (String file : FILES) {
                    Files.writeString(folder.resolve(file), text(file, folder));
                }
                return folder;
            });
        }

        private String text(String file, Path folder) {
            return TextFile.resource(Scaffold.class, "scaffold/" + file)
                    .replace("@SCHEMA@", SchemaAddress.from(folder, schema))
                    .replace("@NAME@", name)
                    .replace("@PORT@", Integer.toString(port));
        }
    }
}
