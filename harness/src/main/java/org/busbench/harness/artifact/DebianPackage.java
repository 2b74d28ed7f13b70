package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.ProgramSource.Debian;

/**
 * A program of a Debian package. The installed one is taken, unless another version is asked for; else the package is
 * downloaded by {@code apt-get}, which holds it to the signatures of the system's own archive, and unpacked into the cache,
 * for which nobody needs to be root. A program of a package whose libraries are not installed is refused.
 */
final class DebianPackage implements Programs.Supplier {

    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final Duration DOWNLOAD = Duration.ofMinutes(10);
    private static final String ROOT = "root";

    private final Debian wanted;
    private final ArtifactCache cache;
    private final ProgramPath path;
    private final Checksums checksums;

    DebianPackage(Debian wanted, ArtifactCache cache, ProgramPath path) {
        this.wanted = wanted;
        this.cache = cache;
        this.path = path;
        this.checksums = cache.checksums();
    }

    @Override
    public Optional<ResolvedProgram> here() throws IOException, InterruptedException {
        Optional<ResolvedProgram> installed = installed();
        return installed.isPresent() ? installed : kept();
    }

    /** A program that no package brought is as good, where no version is asked for. */
    private Optional<ResolvedProgram> installed() throws IOException, InterruptedException {
        Optional<Path> program = path.find(wanted.program());
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> version = installedVersion();
        if (wanted.version().isPresent() && !wanted.version().equals(version)) {
            return Optional.empty();
        }
        String origin =
                version.map(exact -> "debian:" + wanted.name() + "=" + exact).orElse("system:" + program.get());
        return Optional.of(
                new ResolvedProgram(wanted.program(), origin, checksums.sha256(program.get()), program.get()));
    }

    private Optional<String> installedVersion() throws IOException, InterruptedException {
        Optional<Path> query = path.find("dpkg-query");
        if (query.isEmpty()) {
            return Optional.empty();
        }
        List<String> command =
                List.of(query.get().toString(), "-W", "-f", "${db:Status-Status} ${Version}", "--", wanted.name());
        Tool.Said said = new Tool(command, SHORT).run();
        String installed = "installed ";
        return said.well() && said.text().startsWith(installed)
                ? Optional.of(said.text().substring(installed.length()).strip())
                : Optional.empty();
    }

    private Optional<ResolvedProgram> kept() throws IOException {
        Path versions = cache.debian(wanted.name());
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(versions)) {
            Optional<Path> newest = folders.filter(folder -> !version(folder).startsWith("."))
                    .filter(folder -> new KeptProgram(folder, checksums).isThere())
                    .filter(folder ->
                            wanted.version().isEmpty() || wanted.version().get().equals(version(folder)))
                    .max(Comparator.comparing(folder -> folder.toFile().lastModified()));
            return newest.isEmpty() ? Optional.empty() : Optional.of(kept(newest.get()));
        }
    }

    private ResolvedProgram kept(Path folder) throws IOException {
        String sha256 = new KeptProgram(folder, checksums).verified();
        Path program = KeptProgram.program(folder.resolve(ROOT), wanted.program())
                .orElseThrow(() -> new IOException("there is no program " + wanted.program() + " in the package (in "
                        + folder + "): name another with 'program'"));
        return new ResolvedProgram(
                wanted.program(), "debian:" + wanted.name() + "=" + version(folder), sha256, program);
    }

    /** The folder is called as the version is, as it is. */
    private static String version(Path folder) {
        return folder.getFileName().toString();
    }

    @Override
    public Optional<String> obstacle() {
        return Stream.of("apt-get", "dpkg-deb")
                .filter(tool -> path.find(tool).isEmpty())
                .findFirst()
                .map(tool -> wanted.program() + " is not installed"
                        + wanted.version()
                                .map(version -> " in version " + version)
                                .orElse("")
                        + ", and there is no " + tool + " to fetch it with");
    }

    @Override
    public ResolvedProgram fetched() throws IOException, InterruptedException {
        Path versions = Files.createDirectories(cache.debian(wanted.name()));
        Path draft = new KeptProgram(versions.resolve("new"), checksums).draft();
        try {
            String exact = wanted.name()
                    + wanted.version().map(version -> "=" + version).orElse("");
            run(draft, DOWNLOAD, "apt-get", "--quiet", "download", exact);
            Path file = downloaded(draft);
            Path root = draft.resolve(ROOT);
            run(draft, DOWNLOAD, "dpkg-deb", "--extract", file.toString(), root.toString());
            String version = run(draft, SHORT, "dpkg-deb", "--field", file.toString(), "Version")
                    .strip();
            List<Path> sums = new ArrayList<>(List.of(file));
            Optional<Path> program = KeptProgram.program(root, wanted.program());
            if (program.isPresent()) {
                requireLibraries(program.get());
                sums.add(program.get());
            }
            Path folder = versions.resolve(version);
            new KeptProgram(folder, checksums).keep(draft, sums);
            return kept(folder);
        } finally {
            KeptProgram.discard(draft);
        }
    }

    private static Path downloaded(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("apt-get left no package in " + folder));
        }
    }

    /** The libraries of another package are not fetched: versions that do not belong together must not be measured. */
    private void requireLibraries(Path program) throws IOException, InterruptedException {
        if (path.find("ldd").isEmpty()) {
            return;
        }
        String said = new Tool(List.of("ldd", program.toString()), SHORT).run().text();
        Optional<String> missing = said.lines()
                .filter(line -> line.contains("=> not found"))
                .map(line -> line.strip().split(" ", 2)[0])
                .findFirst();
        if (missing.isPresent()) {
            throw new IOException("it needs " + missing.get() + ", which is not installed; install all of it with:"
                    + " apt-get install " + wanted.name());
        }
    }

    private String run(Path directory, Duration limit, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(path.find(program)
                .orElseThrow(() -> new IOException("there is no " + program))
                .toString()));
        command.addAll(List.of(arguments));
        Tool.Said said = new Tool(command, directory, Map.of("LC_ALL", "C"), limit).run();
        if (!said.well()) {
            throw new IOException(
                    program + " says '" + said.reason() + "'; install it with: apt-get install " + wanted.name());
        }
        return said.text();
    }
}
