package org.busbench.harness.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.busbench.common.Sha256;

/**
 * SHA-256 of files that the user gave or fetched: one that cannot be read is the user's problem. A file is read once in the life of
 * this process, until its size or its time changes: adapters share jars, and each start asks again. For any thread.
 */
public final class Checksum {
    private static final Map<Version, String> KNOWN = new ConcurrentHashMap<>();

    private Checksum() {}

    public static String sha256(Path file) {
        return Problem.ifFails("cannot read " + file, () -> {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            Version version = new Version(file.toAbsolutePath(), now.size(), now.lastModifiedTime());
            String known = KNOWN.get(version);
            if (known == null) {
                known = Sha256.of(file);
                KNOWN.put(version, known);
            }
            return known;
        });
    }

    private record Version(Path file, long size, FileTime modified) {}
}
