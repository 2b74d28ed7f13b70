package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.artifact.Checksums.Checksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {
    private static final int UNTIL_SETTLED_MILLIS = 150;

    @TempDir
    private Path folder;

    private final List<Path> hashed = new ArrayList<>();
    private Path jar;

    @BeforeEach
    void write() throws Exception {
        jar = folder.resolve("a.jar");
        replace("first");
    }

    private void replace(String content) throws IOException, InterruptedException {
        Files.writeString(jar, content);
        Thread.sleep(UNTIL_SETTLED_MILLIS);
    }

    /** As the next command does it: from what the file remembers. */
    private String sha256() {
        Checksums checksums = new Checksums(folder.resolve("cache/checksums.tsv"), file -> {
            hashed.add(file);
            return Checksum.sha256(file);
        });
        return checksums.sha256(jar);
    }

    @Test
    void aFileThatDidNotChangeIsReadOnce() {
        String first = sha256();

        assertThat(sha256()).isEqualTo(first).isEqualTo(Checksum.sha256(jar));
        assertThat(hashed).containsExactly(jar);
    }

    @Test
    void aUserWithoutAPlaceForTheCacheGetsTheChecksumAllTheSame() {
        Checksums checksums = new Checksums(jar.resolve("cache/checksums.tsv"));

        assertThat(checksums.sha256(jar)).isEqualTo(Checksum.sha256(jar));
    }

    @Test
    void aFileThatIsReplacedInPlaceIsReadAgain() throws Exception {
        String first = sha256();
        replace("other");

        assertThat(sha256()).isEqualTo(Checksum.sha256(jar)).isNotEqualTo(first);
        assertThat(sha256()).isNotEqualTo(first);
        assertThat(hashed).hasSize(2);
    }

    @Test
    void aTimeThatIsSetBackDoesNotHideAnotherContentOfTheSameSize() throws Exception {
        FileTime then = Files.getLastModifiedTime(jar);
        String first = sha256();
        replace("other");
        Files.setLastModifiedTime(jar, then);

        assertThat(sha256()).isNotEqualTo(first);
    }

    @Test
    void anotherTimeOfTheSameContentIsReadAgain() throws Exception {
        String first = sha256();
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
        Thread.sleep(UNTIL_SETTLED_MILLIS);

        assertThat(sha256()).isEqualTo(first);
        assertThat(hashed).hasSize(2);
    }

    @Test
    void whatIsNotALineOfOursIsNoKnowledge() throws IOException {
        Files.createDirectories(folder.resolve("cache"));
        Files.writeString(folder.resolve("cache/checksums.tsv"), "half a li");

        assertThat(sha256()).isEqualTo(Checksum.sha256(jar));
        assertThat(sha256()).isEqualTo(Checksum.sha256(jar));
    }
}
