package org.busbench.harness.scenario;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.Tool;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;

/** Rows of data that a program of the scenario makes: signed messages, say, which no injector could sign under load. */
final class MadeRows {
    private static final Duration FRESH = Duration.ofHours(12);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Map<Path, FileLock> IN_USE = new HashMap<>();

    private MadeRows() {}

    /**
     * Runs the program unless what it made is younger than half a day and than the files beside it, or in use: by this process, which
     * uses them from now on, or by another one. Its arguments are the folder {@code made} beside it and its own folder.
     *
     * @param program a Java source file, which {@code java} runs as it is
     * @return the CSV that it writes there
     */
    static synchronized Path by(Path program) {
        Path folder = program.resolveSibling("made");
        Path rows = folder.resolve(GeneratedRows.FILE_NAME);
        try {
            if (!IN_USE.containsKey(program)) {
                Files.createDirectories(folder);
                IN_USE.put(program, used(program, rows));
            }
            return rows;
        } catch (IOException failed) {
            throw new Problem(program + " made no rows: " + Problem.brief(failed), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Problem(program + " was interrupted", stopped);
        }
    }

    /** Shared until this process ends: mediators that it started have the keys of these rows. */
    private static FileLock used(Path program, Path rows) throws IOException, InterruptedException {
        FileChannel file = FileChannel.open(
                rows.resolveSibling("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        boolean used = false;
        try {
            FileLock alone = file.tryLock();
            if (alone != null) {
                if (!isFresh(rows, program)) {
                    run(program, rows.getParent());
                }
                alone.release();
            }
            FileLock shared = file.lock(0, Long.MAX_VALUE, true);
            used = Files.exists(rows);
            if (!used) {
                throw new IOException("there is no " + rows);
            }
            return shared;
        } finally {
            if (!used) {
                file.close();
            }
        }
    }

    private static boolean isFresh(Path rows, Path program) throws IOException {
        if (!Files.exists(rows)) {
            return false;
        }
        Instant made = Files.getLastModifiedTime(rows).toInstant();
        for (Path file : Listing.of(program.getParent())) {
            if (Files.isRegularFile(file)
                    && Files.getLastModifiedTime(file).toInstant().isAfter(made)) {
                return false;
            }
        }
        return made.isAfter(Instant.now().minus(FRESH));
    }

    private static void run(Path program, Path folder) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                program.toString(),
                folder.toString(),
                program.getParent().toString());
        Tool.Said said = new Tool(command, LIMIT).run();
        if (!said.well()) {
            String first = said.text().lines().findFirst().orElse("it said nothing");
            throw new IOException("it ended with exit code " + said.exitCode() + ": " + first);
        }
    }
}
