package org.busbench.reports.picture;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The Chromium of this machine, without a window. None is ever downloaded. It loads documents of ours alone, which may ask
 * for nothing; so its sandbox, which does not work for root, is off. Calls block until its process has ended.
 */
final class Browser {

    /** The programs that are looked for on the {@code PATH}, in this order. */
    static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private static final long PATIENCE_SECONDS = 180;
    private static final List<String> OPTIONS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--dump-dom");

    private final Path executable;

    private Browser(Path executable) {
        this.executable = executable;
    }

    /** The first that is installed. */
    static Optional<Browser> installed(String path) {
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Browser::new);
    }

    /**
     * Loads a document and gives what its scripts made of it.
     *
     * @return the same, as it stands when all is loaded
     * @throws IOException when the browser cannot be started, ends badly or does not end
     */
    String loaded(String document) throws IOException {
        Path folder = Files.createTempDirectory("busbench-pictures");
        try {
            Path file = Files.writeString(folder.resolve("document.html"), document);
            Path out = folder.resolve("out");
            Path err = folder.resolve("err");
            List<String> command = Stream.concat(
                            Stream.concat(Stream.of(executable.toString()), OPTIONS.stream()),
                            Stream.of(
                                    "--user-data-dir=" + folder.resolve("profile"),
                                    file.toUri().toString()))
                    .toList();
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            ended(process);
            if (process.exitValue() != 0) {
                throw new IOException(executable + " ended with exit code " + process.exitValue() + ": " + last(err));
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            remove(folder);
        }
    }

    private void ended(Process process) throws IOException {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(executable + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + executable + " was drawing", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String last(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
        return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }

    /** A browser's helpers may still write while they end: what cannot be removed stays in the folder for such things. */
    private static void remove(Path folder) {
        for (File file : Optional.ofNullable(folder.toFile().listFiles()).orElse(new File[0])) {
            if (file.isDirectory() && !Files.isSymbolicLink(file.toPath())) {
                remove(file.toPath());
            } else if (!file.delete()) {
                file.deleteOnExit();
            }
        }
        if (!folder.toFile().delete()) {
            folder.toFile().deleteOnExit();
        }
    }
}
