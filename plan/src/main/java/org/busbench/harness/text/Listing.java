package org.busbench.harness.text;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What is in a folder, by the order of the names. */
public final class Listing {
    private Listing() {}

    /** The files and folders in a folder itself. */
    public static List<Path> of(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    /** The regular files in a folder and in those below it; of a file the file itself. */
    public static List<Path> files(Path place, FileVisitOption... options) throws IOException {
        try (Stream<Path> all = Files.walk(place, options)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** The files of YAML in a folder, as of suites. */
    public static List<Path> yaml(Path folder) {
        return Problem.ifFails("cannot list " + folder, () -> of(folder)).stream()
                .filter(file -> file.toString().endsWith(".yaml"))
                .toList();
    }
}
