package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;

/**
 * SHA-256 of files that hardly ever change, remembered between commands. What was worked out once holds for as long as the
 * file's inode, size, and times of its last change of content and of state are the same: which cannot be set back, so a
 * file that is replaced in place is read again whatever its other times say. Lines are only ever appended, each in one
 * write, so that several commands may use one file; what cannot be kept is worked out again next time. For any thread.
 */
final class Checksums {

    /** A file that changed just now may change again without its times showing that. */
    private static final Duration SETTLED = Duration.ofMillis(100);

    private static final String ATTRIBUTES = "unix:ino,size,lastModifiedTime,ctime";
    private static final int COLUMNS = 3;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private final Path file;
    private final Function<Path, String> hash;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** A file's SHA-256 while its attributes looked like this. */
    private record Known(String look, String sha256) {}

    /** The checksums that a file remembers; the file need not exist. */
    Checksums(Path file) {
        this(file, Checksum::sha256);
    }

    Checksums(Path file, Function<Path, String> hash) {
        this.file = file;
        this.hash = hash;
        read();
    }

    /** A line that another version or a kill left unlike ours is ignored. */
    private void read() {
        if (!Files.isReadable(file)) {
            return;
        }
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                String[] columns = line.split("\t", COLUMNS);
                if (columns.length == COLUMNS && SHA256.matcher(columns[0]).matches()) {
                    known.put(columns[2], new Known(columns[1], columns[0]));
                }
            }
        } catch (IOException unreadable) {
            throw new Problem(
                    "cannot read " + file + ": " + Problem.brief(unreadable) + "; delete it, it will be made again",
                    unreadable);
        }
    }

    /** The SHA-256 of a file's content, in hex. */
    String sha256(Path of) {
        String name = of.toAbsolutePath().normalize().toString();
        Map<String, Object> before = attributes(of);
        String look = look(before);
        Known then = known.get(name);
        if (then != null && then.look().equals(look)) {
            return then.sha256();
        }
        Instant begun = Instant.now();
        String sha256 = hash.apply(of);
        boolean settled = ((FileTime) before.get("ctime")).toInstant().isBefore(begun.minus(SETTLED));
        if (settled && look(attributes(of)).equals(look)) {
            known.put(name, new Known(look, sha256));
            append(sha256 + "\t" + look + "\t" + name + "\n");
        }
        return sha256;
    }

    private static Map<String, Object> attributes(Path of) {
        try {
            return new HashMap<>(Files.readAttributes(of, ATTRIBUTES));
        } catch (IOException unreadable) {
            throw new Problem("cannot read " + of + ": " + Problem.brief(unreadable), unreadable);
        }
    }

    private static String look(Map<String, Object> attributes) {
        return attributes.get("ino") + " " + attributes.get("size") + " " + nanos(attributes.get("lastModifiedTime"))
                + " " + nanos(attributes.get("ctime"));
    }

    private static long nanos(Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }

    private synchronized void append(String line) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            // A user without a home has no place for it. Nothing is lost but time: the next command reads the file
            // again.
        }
    }

    /** SHA-256 of files that the user gave or fetched: one that cannot be read is the user's problem. */
    static final class Checksum {
        private Checksum() {}

        static String sha256(Path file) {
            try {
                return Sha256.of(file);
            } catch (IOException unreadable) {
                throw new Problem("cannot read " + file + ": " + Problem.brief(unreadable), unreadable);
            }
        }
    }
}
