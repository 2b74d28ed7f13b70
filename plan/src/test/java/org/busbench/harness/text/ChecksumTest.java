package org.busbench.harness.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.busbench.common.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumTest {
    @TempDir
    private Path folder;

    @Test
    void aFileThatWasReplacedIsReadAnew() throws IOException {
        Path file = Files.writeString(folder.resolve("a.jar"), "old");
        assertThat(Checksum.sha256(file)).isEqualTo(Sha256.of("old".getBytes(StandardCharsets.UTF_8)));

        Files.writeString(file, "new");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));

        assertThat(Checksum.sha256(file)).isEqualTo(Sha256.of("new".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aFileThatIsGoneIsTheUsersProblemThoughItWasReadBefore() throws IOException {
        Path file = Files.writeString(folder.resolve("a.jar"), "old");
        Checksum.sha256(file);
        Files.delete(file);

        assertThatThrownBy(() -> Checksum.sha256(file))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("cannot read " + file);
    }
}
