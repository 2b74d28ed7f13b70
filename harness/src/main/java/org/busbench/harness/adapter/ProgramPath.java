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

    /** Makes the list unchangeable. */
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

    /** The first folder's program of this name. */
    public Optional<Path> find(String program) {
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
