package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.busbench.common.Folders;
import org.busbench.common.Tool;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;

/** Gets the programs that an adapter starts by name: from the system, from what is kept, or anew. */
final class Programs {
    private Programs() {}

    /** Gets them, in the order of the adapter's file. One that cannot be had, or is not what was kept, is {@link Unobtainable}. */
    static List<ResolvedProgram> resolve(
            Adapter adapter, ArtifactCache cache, ProgramPath path, Consumer<String> progress, boolean offline) {
        return adapter.programs().stream()
                .map(source -> resolve(adapter, source, new DebianPackage(source, cache, path, offline), progress))
                .toList();
    }

    private static ResolvedProgram resolve(
            Adapter adapter, ProgramSource source, DebianPackage debian, Consumer<String> progress) {
        try {
            Optional<ResolvedProgram> here = debian.here();
            if (here.isPresent()) {
                return here.get();
            }
            Optional<String> obstacle = debian.obstacle();
            if (obstacle.isPresent()) {
                throw Unobtainable.beyondReach(
                        adapter.file(), source.line(), "cannot get " + source + ": " + obstacle.get());
            }
            if (debian.offline()) {
                throw Unobtainable.absent(adapter.file(), source.line(), source + " is not here yet", null);
            }
            progress.accept("fetching " + source);
            return debian.fetched();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw Unobtainable.absent(
                    adapter.file(), source.line(), "interrupted while " + source + " was fetched", interrupted);
        } catch (KeptProgram.Changed changed) {
            throw Unobtainable.different(adapter.file(), source.line(), changed.getMessage());
        } catch (IOException failed) {
            throw Unobtainable.absent(
                    adapter.file(), source.line(), "cannot get " + source + ": " + Problem.brief(failed), failed);
        }
    }

    /**
     * A program of a Debian package. The installed one is taken, unless another version is asked for; else the package is
     * downloaded by {@code apt-get}, which holds it to the signatures of the system's own archive, and unpacked into the cache,
     * which needs no root. A program of a package whose libraries are not installed is refused.
     *
     * @param offline whether it is only looked for: nothing is downloaded, and what the cache keeps is not read
     */
    private record DebianPackage(ProgramSource wanted, ArtifactCache cache, ProgramPath path, boolean offline) {

        private static final Duration SHORT = Duration.ofSeconds(30);
        private static final Duration DOWNLOAD = Duration.ofMinutes(10);
        private static final String ROOT = "root";

        Optional<ResolvedProgram> here() throws IOException, InterruptedException {
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
            String origin = version.map(exact -> "debian:" + wanted.name() + "=" + exact)
                    .orElse("system:" + program.get());
            return Optional.of(
                    new ResolvedProgram(wanted.program(), origin, Checksum.sha256(program.get()), program.get()));
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
            return said.well() && said.output().startsWith(installed)
                    ? Optional.of(said.output().substring(installed.length()).strip())
                    : Optional.empty();
        }

        private Optional<ResolvedProgram> kept() throws IOException {
            Path versions = cache.debian(wanted.name());
            if (!Files.isDirectory(versions)) {
                return Optional.empty();
            }
            Optional<Path> newest = Listing.of(versions).stream()
                    .filter(folder -> !version(folder).startsWith("."))
                    .filter(folder -> new KeptProgram(folder).isThere())
                    .filter(folder ->
                            wanted.version().isEmpty() || wanted.version().get().equals(version(folder)))
                    .max(Comparator.comparing(folder -> folder.toFile().lastModified()));
            return newest.isEmpty() ? Optional.empty() : Optional.of(kept(newest.get()));
        }

        private ResolvedProgram kept(Path folder) throws IOException {
            String sha256 = new KeptProgram(folder).verified(offline);
            Path program = KeptProgram.program(folder.resolve(ROOT), wanted.program())
                    .orElseThrow(() -> new IOException("there is no program " + wanted.program()
                            + " in the package (in " + folder + "): name another with 'program'"));
            return new ResolvedProgram(
                    wanted.program(), "debian:" + wanted.name() + "=" + version(folder), sha256, program);
        }

        /** The folder is called as the version is, as it is. */
        private static String version(Path folder) {
            return folder.getFileName().toString();
        }

        /** Why it cannot be fetched on this machine at all; empty when that can be tried. */
        Optional<String> obstacle() {
            return Stream.of("apt-get", "dpkg-deb")
                    .filter(tool -> path.find(tool).isEmpty())
                    .findFirst()
                    .map(tool -> wanted.program() + " is not installed"
                            + wanted.version()
                                    .map(version -> " in version " + version)
                                    .orElse("")
                            + ", and there is no " + tool + " to fetch it with");
        }

        ResolvedProgram fetched() throws IOException, InterruptedException {
            Path versions = Files.createDirectories(cache.debian(wanted.name()));
            Path draft = new KeptProgram(versions.resolve("new")).draft();
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
                new KeptProgram(folder).keep(draft, sums);
                return kept(folder);
            } finally {
                Folders.delete(draft);
            }
        }

        private static Path downloaded(Path folder) throws IOException {
            return Listing.of(folder).stream()
                    .filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("apt-get left no package in " + folder));
        }

        /** The libraries of another package are not fetched: versions that do not belong together must not be measured. */
        private void requireLibraries(Path program) throws IOException, InterruptedException {
            if (path.find("ldd").isEmpty()) {
                return;
            }
            String said =
                    new Tool(List.of("ldd", program.toString()), SHORT).run().text();
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

    /**
     * A folder of the cache with a program in it, and with the SHA-256 of what must not change. It appears whole or not at all,
     * so that a fetch which is broken off leaves nothing that counts.
     */
    private record KeptProgram(Path folder) {

        /** The list of checksums, in the format of {@code sha256sum}. */
        private static final String SUMS = "SHA256SUMS";

        private static final String BETWEEN = "  ";

        /** A kept file has another content than it had when it was put there. */
        static final class Changed extends IOException {
            private static final long serialVersionUID = 1L;

            Changed(Path file, String now, String then) {
                super(file + " has SHA-256 " + now + " where " + then + " was recorded: delete " + file.getParent()
                        + " to fetch it again");
            }
        }

        boolean isThere() {
            return Files.isRegularFile(folder.resolve(SUMS));
        }

        /** The recorded SHA-256 of the first file, after all were found and, unless offline, held to theirs. */
        String verified(boolean offline) throws IOException {
            String first = null;
            for (String line : Files.readAllLines(folder.resolve(SUMS))) {
                int gap = line.indexOf(BETWEEN);
                String then = line.substring(0, Math.max(0, gap));
                Path file = folder.resolve(line.substring(gap + BETWEEN.length()));
                if (!Files.isRegularFile(file)) {
                    throw new Changed(file, "missing", then);
                }
                if (!offline && !Checksum.sha256(file).equals(then)) {
                    throw new Changed(file, Checksum.sha256(file), then);
                }
                first = first == null ? then : first;
            }
            if (first == null) {
                throw new Changed(folder.resolve(SUMS), "none", "one at least");
            }
            return first;
        }

        /** A new folder beside it, to be filled and then {@link #keep kept}. */
        Path draft() throws IOException {
            Files.createDirectories(folder.getParent());
            return Files.createTempDirectory(folder.getParent(), ".draft-");
        }

        /** Writes down the SHA-256 of these files of a draft and puts it in its place; one that another process put there first stays. */
        void keep(Path draft, List<Path> files) throws IOException {
            StringBuilder sums = new StringBuilder();
            for (Path file : files) {
                sums.append(Checksum.sha256(file))
                        .append(BETWEEN)
                        .append(draft.relativize(file))
                        .append('\n');
            }
            Files.writeString(draft.resolve(SUMS), sums, StandardCharsets.UTF_8);
            try {
                Files.createDirectories(folder.getParent());
                Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException first) {
                Folders.delete(draft);
            }
        }

        /** A program of this name below a folder, where programs lie. */
        static Optional<Path> program(Path root, String name) {
            return Stream.of("usr/sbin", "usr/bin", "sbin", "bin", "usr/games", "usr/local/bin")
                    .map(place -> root.resolve(place).resolve(name))
                    .filter(Files::isRegularFile)
                    .findFirst();
        }
    }

    /**
     * A program that is here.
     *
     * @param origin where it comes from, for example {@code debian:caddy=2.6.2-5}
     * @param sha256 in hex: of the package when that was unpacked, else of the program itself
     */
    public record ResolvedProgram(String name, String origin, String sha256, Path file) {}
}
