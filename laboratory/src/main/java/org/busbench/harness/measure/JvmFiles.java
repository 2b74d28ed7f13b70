package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where this machine shows the files of a running JVM. In a container it sees other files under the same names, and another
 * number of itself: proc_pid_root(5) leads to them.
 */
final class JvmFiles {
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path PROGRAM = Path.of("bin", "java");
    private static final String OWN_NUMBERS = "NSpid:";
    private static final String COUNTERS = "hsperfdata_";

    private JvmFiles() {}

    /** Facts of its JDK; empty when the process is no JVM, or has ended. */
    static Optional<Path> release(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(Path::of)
                .filter(program -> program.endsWith(PROGRAM))
                .map(program -> program.getParent().resolveSibling("release"))
                .map(file -> contained(pid) ? root(pid).resolve(Path.of("/").relativize(file)) : file);
    }

    /** The files of counters that it may keep: in a container one for each user, whose name is not known here. */
    static List<Path> counters(long pid) {
        String user =
                ProcessHandle.of(pid).flatMap(process -> process.info().user()).orElse("");
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(temporary(pid), COUNTERS + (contained(pid) ? "*" : user))) {
            for (Path folder : folders) {
                Path file = folder.resolve(ownNumber(pid));
                if (Files.isReadable(file)) {
                    files.add(file);
                }
            }
        } catch (IOException ended) {
            return List.of();
        }
        return files;
    }

    /** Where it listens for questions, once it does. */
    static Path attachSocket(long pid) throws IOException {
        return temporary(pid).resolve(".java_pid" + ownNumber(pid));
    }

    private static Path temporary(long pid) {
        Path folder = Path.of("/tmp");
        return contained(pid) ? root(pid).resolve("tmp") : folder;
    }

    private static Path root(long pid) {
        return PROCESSES.resolve(Long.toString(pid)).resolve("root");
    }

    /** Whether it sees other files under the same names. */
    private static boolean contained(long pid) {
        try {
            return !Files.readSymbolicLink(PROCESSES.resolve(Long.toString(pid)).resolve("ns/mnt"))
                    .equals(Files.readSymbolicLink(Path.of("/proc/self/ns/mnt")));
        } catch (IOException notTold) {
            return false;
        }
    }

    private static String ownNumber(long pid) throws IOException {
        Path status = PROCESSES.resolve(Long.toString(pid)).resolve("status");
        return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith(OWN_NUMBERS))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
                .findFirst()
                .orElse(Long.toString(pid));
    }
}
