package org.busbench.mediation.rig;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where mediators find their classes. With {@code -Dmediator.lib=DIR} these are the packaged jars, whose classes are archived once per build as
 * {@code bin/share-classes} does it: the mediators of the tests spend half of their time on loading them otherwise.
 */
final class Classes {

    /** Classes that a JVM makes while it runs: JDK 17.0.15 crashes when it archives those of lambdas. */
    private static final Pattern MADE_AT_RUN_TIME =
            Pattern.compile("^[@#].*|.*([$]Proxy[0-9]|LambdaForm|GeneratedConstructorAccessor).*");

    private static final String LIB = System.getProperty("mediator.lib");
    private static final String OF_THE_TEST = System.getProperty("java.class.path");

    private final List<String> java;

    /** For JVMs that are started with this command, program and options. */
    Classes(List<String> java) {
        this.java = List.copyOf(java);
    }

    /** {@return the options by which a JVM finds its classes} */
    List<String> options() throws IOException {
        if (LIB == null) {
            return List.of("-cp", OF_THE_TEST);
        }
        List<Path> jars = jars();
        String packaged = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        // Its name says what is in it: an archive of other jars is another file.
        long hash = 7;
        for (Path jar : jars) {
            hash = 31 * hash + jar.toString().hashCode();
            hash = 31 * hash + Files.size(jar);
            hash = 31 * hash + Files.getLastModifiedTime(jar).toMillis();
        }
        Path archive =
                Path.of(LIB).resolveSibling(Long.toHexString(hash) + ".jsa").toAbsolutePath();
        makeOnce(archive, packaged);
        // Mediators of a class of the test itself come last, since an archive is for the beginning of a class path.
        return List.of(
                "-XX:SharedArchiveFile=" + archive,
                "-Xshare:auto",
                "-Xlog:cds=off",
                "-cp",
                packaged + File.pathSeparator + OF_THE_TEST);
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(LIB).toAbsolutePath())) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** Other JVMs of the build may want it at the same moment. */
    private void makeOnce(Path archive, String packaged) throws IOException {
        Path lock = archive.resolveSibling("classes.lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            if (!Files.exists(archive)) {
                removeOthers(archive.getParent());
                Path unfinished = archive.resolveSibling("unfinished.jsa");
                Path loaded = archive.resolveSibling("classes.lst");
                Path home = Path.of(LIB).resolveSibling("conf").toAbsolutePath();
                // Explaining the configuration loads and compiles it, and listens nowhere.
                run(
                        "-XX:DumpLoadedClassList=" + loaded,
                        "-cp",
                        packaged,
                        "org.busbench.mediation.Mediator",
                        "--config",
                        home.toString(),
                        "--explain");
                List<String> names = Files.readAllLines(loaded).stream()
                        .filter(name -> !MADE_AT_RUN_TIME.matcher(name).matches())
                        .toList();
                Files.write(loaded, names);
                run(
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + loaded,
                        "-XX:SharedArchiveFile=" + unfinished,
                        "-cp",
                        packaged);
                Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    /** Those of earlier builds; a JVM that still has one open keeps it. */
    private static void removeOthers(Path folder) throws IOException {
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.jsa")) {
            for (Path archive : archives) {
                Files.delete(archive);
            }
        }
    }

    private void run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
