package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.busbench.record.IntegrityRun;
import org.busbench.record.RunReader;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every figure of a published run, computed again from its evidence: 200 MB of it, too much for each {@code mvn test}. */
class PublishedEvidenceIT {

    static List<Path> runs() throws IOException {
        return PublishedRunsTest.runs();
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
                .isEqualTo(RunReader.integrityRun(run)
                        .map(IntegrityRun::lines)
                        .orElseGet(() -> RunReader.read(run).trials().size()))
                .isPositive();
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
