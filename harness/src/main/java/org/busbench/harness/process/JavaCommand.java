package org.busbench.harness.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.text.Problem;

/** Parts of a command line that runs a class on the harness's own Java. */
final class JavaCommand {
    /** The {@code java} that runs this. */
    static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "java");

    private JavaCommand() {}

    /** The jars of a folder, sorted by name, so that the class path is the same in every run. */
    static List<Path> jarsOf(Path folder) {
        String built = "build the project with 'mvn -DskipTests package'";
        if (!Files.isDirectory(folder)) {
            throw new Problem("no such folder of jars: " + folder + ": " + built);
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new Problem("no jar in " + folder + ": " + built);
            }
            return jars;
        } catch (IOException unreadable) {
            throw new Problem("cannot list " + folder + ": " + Problem.brief(unreadable), unreadable);
        }
    }

    static String joined(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
