package org.busbench.harness.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.common.tls.TlsTerms;
import org.busbench.common.tls.TlsTerms.Store;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.adapter.WorkFile;
import org.busbench.harness.artifact.ArtifactLock;
import org.busbench.harness.artifact.Artifacts;
import org.busbench.harness.artifact.LockFile;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbench adapter}: helps to write an adapter. */
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
        Path folder = new Scaffold(name, project.catalog().folders(), project.schema("adapter-1.schema.json"))
                .write(project.folderForAdapters());
        System.out.println(
                "wrote " + folder + "; now edit it, and ask '" + project.command() + " adapter lint " + name + "'");
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
            findings.addAll(findings(name, project.catalog()));
        }
        findings.forEach(System.out::println);
        if (findings.isEmpty()) {
            System.out.println("nothing to complain of; '" + project.command() + " verify " + String.join(" ", names)
                    + "' is next");
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Of one whose file cannot be read, what is wrong there first, and all gaps. The others' faults are theirs. */
    private static List<String> findings(String name, AdapterCatalog catalog) {
        try {
            return new AdapterLint(catalog.find(name), catalog.all(leftOut -> {})).findings();
        } catch (ConfigProblem unreadable) {
            List<String> findings = new ArrayList<>(List.of(unreadable.getMessage()));
            AdapterLint.placeholders(unreadable.file().toAbsolutePath().getParent(), findings);
            return findings;
        }
    }

    /** Finds faults of an adapter's folder whose file can be read. Starts nothing and downloads nothing. */
    static final class AdapterLint {
        private static final String README = "README.md";
        private static final String PLACEHOLDER = "???";

        private final Adapter adapter;
        private final Collection<Adapter> others;

        /** Looks at nothing yet. */
        AdapterLint(Adapter adapter, Collection<Adapter> others) {
            this.adapter = adapter;
            this.others = others;
        }

        /** {@return a line for each finding, with the file that it is about; empty when all is well} */
        List<String> findings() {
            List<String> findings = new ArrayList<>();
            lock(findings);
            readme(findings);
            ports(findings);
            placeholders(adapter.folder(), findings);
            unused(findings);
            unstarted(findings);
            return findings;
        }

        private void lock(List<String> findings) {
            try {
                Artifacts.checkLock(adapter);
            } catch (Problem problem) {
                findings.add(problem.getMessage());
            }
        }

        private void readme(List<String> findings) {
            if (!Files.isRegularFile(adapter.folder().resolve(README))) {
                findings.add(adapter.folder().resolve(README)
                        + ": missing; say what is tuned and why, and who may object and how");
            }
        }

        private void ports(List<String> findings) {
            adapter.ports()
                    .forEach((name, port) -> others.stream()
                            .filter(other -> !other.name().equals(adapter.name()))
                            .filter(other ->
                                    other.ports().values().stream().anyMatch(its -> its.number() == port.number()))
                            .findFirst()
                            .ifPresent(other ->
                                    findings.add(adapter.file() + ":" + port.line() + ": port " + port.number() + " ("
                                            + name + ") is that of adapter '" + other.name()
                                            + "' too, so that the two cannot be up together: choose another")));
        }

        static void placeholders(Path folder, List<String> findings) {
            for (Path file : List.of(folder.resolve(Adapter.FILE_NAME), folder.resolve(README))) {
                List<String> lines = linesOf(file);
                for (int i = 0; i < lines.size(); i++) {
                    String line = lines.get(i);
                    if (line.contains(PLACEHOLDER) && !line.strip().startsWith("#")) {
                        findings.add(file + ":" + (i + 1) + ": still says ???");
                    }
                }
            }
        }

        private void unstarted(List<String> findings) {
            for (ProgramSource source : adapter.programs()) {
                boolean started = adapter.program() instanceof AdapterProgram.Command command
                        && command.words().get(0).text().equals(source.program());
                if (!started) {
                    findings.add(adapter.file() + ":" + source.line() + ": nothing starts the program '"
                            + source.program() + "' of " + source
                            + ": begin 'command' with it, or name the one that is meant with 'program'");
                }
            }
        }

        private void unused(List<String> findings) {
            List<Path> used = used();
            try (Stream<Path> files = Files.walk(adapter.folder())) {
                files.filter(Files::isRegularFile)
                        .filter(file -> used.stream().noneMatch(file::startsWith))
                        .filter(file -> !usedByTwin(file))
                        .sorted()
                        .forEach(file -> findings.add(file + ": nothing in " + Adapter.FILE_NAME
                                + " uses it; delete it, or copy it under 'files'"));
            } catch (IOException unreadable) {
                throw new Problem("cannot list " + adapter.folder() + ": " + Problem.brief(unreadable), unreadable);
            }
        }

        private List<Path> used() {
            Path folder = adapter.folder();
            List<Path> used = new ArrayList<>(
                    List.of(folder.resolve(Adapter.FILE_NAME), folder.resolve(README), folder.resolve(LockFile.NAME)));
            used.addAll(namedBy(adapter));
            return used;
        }

        /** Twins share files: what one brings the other may use. */
        private boolean usedByTwin(Path file) {
            return others.stream().flatMap(other -> namedBy(other).stream()).anyMatch(file::startsWith);
        }

        private static List<Path> namedBy(Adapter adapter) {
            List<Path> named = new ArrayList<>();
            for (WorkFile file : adapter.files()) {
                if (file instanceof WorkFile.Copy copy && !copy.from().text().contains("${")) {
                    named.add(adapter.folder().resolve(copy.from().text()).normalize());
                }
            }
            TlsTerms terms = adapter.reach().access().tls();
            Stream.of(terms.trust(), terms.identity())
                    .filter(Objects::nonNull)
                    .map(Store::file)
                    .forEach(named::add);
            if (adapter.program() instanceof AdapterProgram.Java java) {
                java.classPath().stream()
                        .filter(ClassPathEntry.Sources.class::isInstance)
                        .map(entry -> ((ClassPathEntry.Sources) entry).folder())
                        .forEach(named::add);
            }
            return named;
        }

        /** In an encoding that no file contradicts: what is sought is ASCII. */
        private static List<String> linesOf(Path file) {
            try {
                return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
            } catch (IOException unreadable) {
                throw new Problem("cannot read " + file + ": " + Problem.brief(unreadable), unreadable);
            }
        }
    }

    /** The files of a new adapter. */
    static final class Scaffold {
        private static final List<String> FILES = List.of(Adapter.FILE_NAME, "README.md");
        private static final String NAME = "[a-z0-9][a-z0-9.-]{0,49}";
        private static final int FIRST_PORT = 8500;

        private final String name;
        private final int port;
        private final Path schema;

        /** Checks the name; writes nothing yet. */
        Scaffold(String name, Collection<Path> others, Path schema) {
            if (!name.matches(NAME)) {
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

        /** Writes the files. */
        Path write(Path parent) {
            Path folder = parent.resolve(name);
            if (Files.exists(folder)) {
                throw new Problem(folder + " is there already: choose another name, or go on with that one");
            }
            try {
                Files.createDirectories(folder);
                for (String file : FILES) {
                    Files.writeString(folder.resolve(file), text(file, folder));
                }
                return folder;
            } catch (IOException failed) {
                throw new Problem("cannot write to " + folder + ": " + Problem.brief(failed), failed);
            }
        }

        private String text(String file, Path folder) {
            try (InputStream in = Scaffold.class.getResourceAsStream("scaffold/" + file)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .replace("@SCHEMA@", SchemaAddress.from(folder, schema))
                        .replace("@NAME@", name)
                        .replace("@PORT@", Integer.toString(port));
            } catch (IOException e) {
                throw new UncheckedIOException("scaffold/" + file + " is not in the jar", e);
            }
        }
    }
}
