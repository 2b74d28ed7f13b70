package org.busbench.harness.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.common.Sha256;

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
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .filter(file -> !file.toString().equals(NAME))
                    .sorted((a, b) -> a.toString().compareTo(b.toString()))
                    .toList();
        }
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
