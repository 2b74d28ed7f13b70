package org.busbench.harness.text;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.common.Sha256;

/** SHA-256 of files that the user gave or fetched: one that cannot be read is the user's problem. */
public final class Checksum {

    private Checksum() {}

    public static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException unreadable) {
            throw new Problem("cannot read " + file + ": " + Problem.brief(unreadable), unreadable);
        }
    }
}
