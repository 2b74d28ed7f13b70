package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.busbench.record.RunReader;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a published run in {@code reports/published/README.md} is true. */
class PublishedRunsTest {

    private static final Path PUBLISHED = Path.of("published");
    private static final int MOST_PAGE_BYTES = 3_000_000;

    static List<Path> runs() throws IOException {
        try (Stream<Path> entries = Files.list(PUBLISHED)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsFiguresFollowFromItsEvidence(Path run, @TempDir Path folder) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        unpack(run.resolve("evidence.tar.xz"), folder);

        Check check = Check.of(folder);

        assertThat(check.problems()).isEmpty();
        assertThat(check.trials())
                .isEqualTo(RunReader.read(run).trials().size())
                .isPositive();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsDigestStandsInTheReadme(Path run) throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(run.resolve("finished.json")));

        assertThat(Files.readString(PUBLISHED.resolve("README.md")))
                .contains(run.getFileName() + "/", HexFormat.of().formatHex(digest));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsPageCanBeMailedAndSaysNothingOfItsMakersFolders(Path run) throws IOException {
        assertThat(Files.size(run.resolve("index.html"))).isLessThan(MOST_PAGE_BYTES);
        for (String name : List.of("index.html", "run.json", "trials.jsonl")) {
            assertThat(Files.readString(run.resolve(name))).as(name).doesNotContain("/home/", "/root/");
        }
    }

    private static void unpack(Path archive, Path folder) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path to = folder.resolve(entry.getName()).normalize();
                assertThat(to).startsWithRaw(folder);
                if (entry.isDirectory()) {
                    Files.createDirectories(to);
                } else {
                    Files.createDirectories(to.getParent());
                    Files.copy(tar, to);
                }
            }
        }
    }
}
