package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The files below a folder, and none beside it: a link that leads out of it is no file of it. */
final class RunFiles {

    private static final List<String> RECORD = List.of(
            "run.json",
            "verifications.jsonl",
            "calibration.jsonl",
            "parity.jsonl",
            "trials.jsonl",
            "resumes.jsonl",
            "finished.json");

    private RunFiles() {}

    /**
     * A file or folder.
     *
     * @param folder in which it must lie
     * @throws NoSuchFileException when it is not there, lies elsewhere, or is hidden: who opens a run's lock file and
     *     closes it again lets go of the lock
     */
    static Path find(Path folder, List<String> steps) throws IOException {
        Path root = folder.toRealPath();
        Path place = root;
        for (String step : steps) {
            if (step.startsWith(".")) {
                throw new NoSuchFileException(step);
            }
            place = place.resolve(step);
        }
        Path real = place.toRealPath();
        boolean inside = real.startsWith(root) && hiddenStep(root.relativize(real)) == null;
        if (!inside || !(Files.isRegularFile(real) || Files.isDirectory(real))) {
            throw new NoSuchFileException(place.toString());
        }
        return real;
    }

    private static Path hiddenStep(Path below) {
        for (Path step : below) {
            if (step.toString().startsWith(".")) {
                return step;
            }
        }
        return null;
    }

    /** Bytes of all regular files below a folder; links are not followed, and what vanishes meanwhile counts nothing. */
    static long size(Path folder) throws IOException {
        AtomicLong bytes = new AtomicLong();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    /**
     * Tells whether a record grew, without reading it: its files are only ever added to, so their sizes and times suffice.
     * Equal for equal records; hexadecimal digits.
     */
    static String stamp(Path run) throws IOException {
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
