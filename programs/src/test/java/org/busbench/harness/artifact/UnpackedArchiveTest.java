package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpackedArchiveTest {
    private static final long LARGEST = 100_000;

    @TempDir
    private Path folder;

    private Path target;

    @BeforeEach
    void inAFolderBelow() throws IOException {
        target = folder.resolve("target");
        Files.createDirectories(folder.resolve("beside"));
    }

    /** One that holds {@code esb/}, a program, a file, and these links as {@code NAME -> TARGET}. */
    private Path archive(String form, String... links) throws IOException {
        Path file = folder.resolve("archive");
        if ("zip".equals(form)) {
            try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
                zipped(zip, "esb/", 0755 | UnixStat.DIR_FLAG, "");
                zipped(zip, "esb/bin/esb", 0755 | UnixStat.FILE_FLAG, "program");
                zipped(zip, "esb/conf", 0644 | UnixStat.FILE_FLAG, "conf");
                for (String link : links) {
                    String[] parts = link.split(" -> ", 2);
                    zipped(zip, parts[0], 0777 | UnixStat.LINK_FLAG, parts[1]);
                }
            }
            return file;
        }
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
            tarred(tar, new TarArchiveEntry("esb/"), 0755, "");
            tarred(tar, new TarArchiveEntry("esb/bin/esb"), 0755, "program");
            tarred(tar, new TarArchiveEntry("esb/conf"), 0644, "conf");
            for (String link : links) {
                String[] parts = link.split(" -> ", 2);
                TarArchiveEntry entry = new TarArchiveEntry(parts[0], TarConstants.LF_SYMLINK, true);
                entry.setLinkName(parts[1]);
                tarred(tar, entry, 0777, "");
            }
        }
        return file;
    }

    private static void zipped(ZipArchiveOutputStream zip, String name, int mode, String content) throws IOException {
        ZipArchiveEntry entry = new ZipArchiveEntry(name);
        entry.setUnixMode(mode);
        zip.putArchiveEntry(entry);
        zip.write(content.getBytes(StandardCharsets.US_ASCII));
        zip.closeArchiveEntry();
    }

    private static void tarred(TarArchiveOutputStream tar, TarArchiveEntry entry, int mode, String content)
            throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
        entry.setMode(mode);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    /** An archive with one more entry of this name. */
    private Path archiveWith(String form, String name, String content) throws IOException {
        Path file = folder.resolve("archive");
        if ("zip".equals(form)) {
            try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
                zipped(zip, name, 0644 | UnixStat.FILE_FLAG, content);
            }
        } else {
            try (TarArchiveOutputStream tar =
                    new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
                tarred(tar, new TarArchiveEntry(name, true), 0644, content);
            }
        }
        return file;
    }

    private void unpack(Path archive, int strip) throws IOException {
        new UnpackedArchive(archive, target, strip, LARGEST).unpack();
    }

    private void refuses(Path archive, String message) {
        assertThatThrownBy(() -> unpack(archive, 0))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem)
                                .hasMessageStartingWith(archive.toString())
                                .hasMessageContaining(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz"})
    void filesFoldersProgramsAndLinksWithinComeOut(String form) throws IOException {
        unpack(archive(form, "esb/current -> bin", "esb/start -> current/esb"), 1);

        assertThat(target.resolve("conf")).hasContent("conf");
        assertThat(Files.isExecutable(target.resolve("conf"))).isFalse();
        assertThat(target.resolve("bin/esb")).hasContent("program").isExecutable();
        assertThat(target.resolve("start")).isSymbolicLink().hasContent("program");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz"})
    void anArchiveThatIsCutIsNamed(String form) throws IOException {
        Path archive = archiveWith(form, "esb", "program");
        Files.write(archive, Arrays.copyOf(Files.readAllBytes(archive), 40));

        refuses(archive, "cannot be unpacked: ");
    }

    @ParameterizedTest
    @CsvSource({"zip,../beside/evil", "zip,/tmp/evil", "tar.gz,esb/../../beside/evil", "tar.gz,/tmp/evil"})
    void anEntryThatClimbsOutIsRefused(String form, String name) throws IOException {
        refuses(archiveWith(form, name, "evil"), "holds '" + name + "', which would land outside " + target);

        assertThat(folder.resolve("beside")).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "zip,esb/link -> ../../beside",
        "tar.gz,esb/link -> ../../beside",
        "tar.gz,esb/link -> /etc/passwd",
        "tar.gz,esb/link -> nowhere",
        "zip,esb/link -> link"
    })
    void aLinkThatLeadsOutOrNowhereIsRefusedAndGone(String form, String link) throws IOException {
        Path archive = archive(form, link);

        refuses(
                archive,
                link.endsWith("> link")
                        ? "cannot be unpacked: "
                        : "holds 'esb/link', a link to '" + link.substring(link.indexOf('>') + 2) + "'");

        assertThat(Files.isSymbolicLink(target.resolve("esb/link"))).isFalse();
    }

    @Test
    void aChainOfLinksDoesNotLeadOutEither() throws IOException {
        refuses(
                archive("tar.gz", "esb/top -> ..", "esb/out -> top/../beside"),
                "holds 'esb/out', a link to 'top/../beside'");
    }

    @Test
    void noFileIsWrittenThroughALink() throws IOException {
        Path file = folder.resolve("archive");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
            TarArchiveEntry link = new TarArchiveEntry("link", TarConstants.LF_SYMLINK);
            link.setLinkName("../beside");
            tarred(tar, link, 0777, "");
            tarred(tar, new TarArchiveEntry("link/evil"), 0644, "evil");
        }

        refuses(file, "twice, once as a link");

        assertThat(folder.resolve("beside")).isEmptyDirectory();
    }

    @Test
    void aHardLinkIsACopyOfAFileOfTheArchive() throws IOException {
        Path file = folder.resolve("archive");
        for (String to : new String[] {"esb", "../beside/secret"}) {
            Files.writeString(folder.resolve("beside/secret"), "secret");
            try (TarArchiveOutputStream tar =
                    new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
                tarred(tar, new TarArchiveEntry("esb"), 0755, "program");
                TarArchiveEntry link = new TarArchiveEntry("other", TarConstants.LF_LINK);
                link.setLinkName(to);
                tarred(tar, link, 0755, "");
            }
            if (to.equals("esb")) {
                unpack(file, 0);
                assertThat(target.resolve("other")).hasContent("program").isExecutable();
            } else {
                refuses(file, "holds '../beside/secret', which would land outside");
            }
        }
    }

    @Test
    void aDeviceIsRefused() throws IOException {
        Path file = folder.resolve("archive");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
            tarred(tar, new TarArchiveEntry("pipe", TarConstants.LF_FIFO), 0644, "");
        }

        refuses(file, "holds 'pipe', which is no file, folder or link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz"})
    void moreThanADistributionHoldsIsRefused(String form) throws IOException {
        refuses(archiveWith(form, "zeros", "0".repeat((int) LARGEST + 1)), "is larger than a distribution");

        try (Stream<Path> files = Files.list(target)) {
            assertThat(files).allSatisfy(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(LARGEST));
        }
    }

    @Test
    void whatIsNoArchiveIsRefused() throws IOException {
        Path page = Files.writeString(folder.resolve("esb.zip"), "<html>Please log in</html>");

        refuses(page, "is neither a zip nor a tar.gz");
    }
}
