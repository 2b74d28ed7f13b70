package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of the cache with a program in it, and with the SHA-256 of what must not change. It appears whole or not at all,
 * so that a fetch which is broken off leaves nothing that counts.
 *
 * @param folder where
 * @param checksums SHA-256 of files, remembered
 */
record KeptProgram(Path folder, Checksums checksums) {

    /** In the format of {@code sha256sum}. */
    private static final String SUMS = "SHA256SUMS";

    private static final String BETWEEN = "  ";

    /** What is kept is not what was put there. */
    static final class Changed extends IOException {
        private static final long serialVersionUID = 1L;

        Changed(Path file, String now, String then) {
            super(file + " has SHA-256 " + now + " where " + then + " was recorded: delete " + file.getParent()
                    + " to fetch it again");
        }
    }

    /** Whether something is kept there. */
    boolean isThere() {
        return Files.isRegularFile(folder.resolve(SUMS));
    }

    /** The recorded SHA-256 of the first file, after all have been held to theirs. */
    String verified() throws IOException {
        String first = null;
        for (String line : Files.readAllLines(folder.resolve(SUMS))) {
            int gap = line.indexOf(BETWEEN);
            String then = line.substring(0, Math.max(0, gap));
            Path file = folder.resolve(line.substring(gap + BETWEEN.length()));
            String now = Files.isRegularFile(file) ? checksums.sha256(file) : "missing";
            if (!now.equals(then)) {
                throw new Changed(file, now, then);
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

    /** Writes down the SHA-256 of these files of a draft and puts it in its place; somebody else's that came first stays. */
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
            discard(draft);
        }
    }

    /** Removes a draft. */
    static void discard(Path draft) throws IOException {
        if (!Files.exists(draft)) {
            return;
        }
        try (Stream<Path> all = Files.walk(draft)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
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
