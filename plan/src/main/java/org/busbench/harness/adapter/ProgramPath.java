package org.busbench.harness.adapter;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where programs are looked for.
 *
 * @param folders in order
 */
public record ProgramPath(List<Path> folders) {
    /** Servers are installed here, and not every user has these in the PATH. */
    private static final List<Path> SERVERS =
            Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin").map(Path::of).toList();

    public ProgramPath {
        folders = List.copyOf(folders);
    }

    /** The folders of the PATH, then those of server programs. */
    public static ProgramPath ofEnvironment() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return new ProgramPath(Stream.concat(
                        Arrays.stream(path.split(File.pathSeparator))
                                .filter(folder -> !folder.isBlank())
                                .map(Path::of),
                        SERVERS.stream())
                .distinct()
                .toList());
    }

    /**
     * The first folder's program of this name; or the very file, which need not be executable, where the name is an absolute
     * path: a server's module, for one.
     */
    public Optional<Path> find(String program) {
        Path file = Path.of(program);
        if (file.isAbsolute()) {
            return Optional.of(file).filter(Files::isRegularFile);
        }
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(found -> Files.isRegularFile(found) && Files.isExecutable(found))
                .findFirst();
    }
}
