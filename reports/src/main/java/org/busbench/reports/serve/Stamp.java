package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Tells whether a run's record grew: files are only ever added to it, so their sizes and times say so. Reads none of them. */
final class Stamp {

    private static final List<String> RECORD = List.of(
            "run.json",
            "verifications.jsonl",
            "calibration.jsonl",
            "parity.jsonl",
            "trials.jsonl",
            "resumes.jsonl",
            "finished.json");

    private Stamp() {}

    /** Equal for equal records, of plain characters. */
    static String of(Path run) throws IOException {
        long mixed = 0;
        for (String name : RECORD) {
            try {
                BasicFileAttributes file = Files.readAttributes(run.resolve(name), BasicFileAttributes.class);
                mixed = 31 * mixed + file.size();
                mixed = 31 * mixed + file.lastModifiedTime().toMillis();
            } catch (NoSuchFileException notYet) {
                mixed = 31 * mixed - 1;
            }
        }
        return Long.toHexString(mixed);
    }
}
