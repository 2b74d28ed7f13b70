package org.busbench.harness.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Listing;

/** {@code SHA256SUMS} of a folder of raw data, as {@code sha256sum -c} reads it. */
public final class EvidenceManifest {

    public static final String NAME = "SHA256SUMS";

    private EvidenceManifest() {}

    /**
     * Writes the manifest of a folder whose files will not change any more.
     *
     * @param folder the folder; every regular file in or below it is named, sorted by name
     * @return SHA-256 of the manifest
     * @throws IOException when a file cannot be read, or the manifest not written
     */
    public static String write(Path folder) throws IOException {
        return write(folder, file -> true);
    }

    /**
     * Writes the manifest of a run that has ended: of every file that is in no folder with a manifest of its own. A page drawn while the run went on
     * is left out, since it is drawn again.
     */
    static void ofRun(Path run) throws IOException {
        write(run, file -> {
            String name = run.relativize(file).toString();
            return !name.startsWith(".")
                    && !name.equals("index.html")
                    && !name.equals("trials.csv")
                    && !isNamed(run, file);
        });
    }

    private static boolean isNamed(Path run, Path file) {
        for (Path folder = file.getParent(); !folder.equals(run); folder = folder.getParent()) {
            if (Files.exists(folder.resolve(NAME))) {
                return true;
            }
        }
        return false;
    }

    private static String write(Path folder, Predicate<Path> named) throws IOException {
        List<Path> files = Listing.files(folder).stream()
                .filter(named)
                .map(folder::relativize)
                .filter(file -> !file.toString().equals(NAME))
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList();
        StringBuilder manifest = new StringBuilder();
        for (Path file : files) {
            manifest.append(Sha256.of(folder.resolve(file)))
                    .append("  ")
                    .append(file)
                    .append('\n');
        }
        byte[] bytes = manifest.toString().getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve(NAME), bytes);
        return Sha256.of(bytes);
    }
}
