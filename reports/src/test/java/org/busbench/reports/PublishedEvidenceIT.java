package org.busbench.reports;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.busbench.record.IntegrityRun;
import org.busbench.record.RampRun;
import org.busbench.record.RunReader;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every figure of a published run, computed again from its evidence. By default of the smallest run of each kind; with
 * {@code -Dbusbench.published=all} of all, 300 MB of evidence.
 */
class PublishedEvidenceIT {

    private static final boolean ALL = "all".equals(System.getProperty("busbench.published"));

    static List<Path> runs() throws IOException {
        List<List<Path>> kinds =
                List.of(PublishedRunsTest.measured(), PublishedRunsTest.tortured(), PublishedRunsTest.ramped());
        return kinds.stream()
                .flatMap(
                        kind -> ALL ? kind.stream() : kind.stream().min(comparing(PublishedEvidenceIT::bytes)).stream())
                .toList();
    }

    private static long bytes(Path run) {
        try {
            return Files.size(run.resolve("evidence.tar.xz"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        assertThat(check.trials()).isEqualTo(recorded(run)).isPositive();
    }

    private static int recorded(Path run) {
        return RunReader.integrityRun(run)
                .map(IntegrityRun::lines)
                .or(() -> RunReader.rampEnd(run).map(RampRun.End::lines))
                .orElseGet(() -> RunReader.read(run).trials().size());
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
