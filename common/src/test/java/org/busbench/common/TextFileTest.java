package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {

    @TempDir
    private Path folder;

    @Test
    void aByteOrderMarkAtTheBeginningIsLeftOutAndNoOther() throws IOException {
        Path file = Files.writeString(folder.resolve("marked"), "\uFEFFname: ü\n\uFEFF");

        assertThat(TextFile.read(file)).isEqualTo("name: ü\n\uFEFF");
    }

    @Test
    void aByteOfAnotherEncodingIsNamedWithItsLine() throws IOException {
        Path file = Files.write(folder.resolve("latin"), "\uFEFFa\nb\nü".getBytes(StandardCharsets.UTF_8));
        Files.write(file, "\nü".getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.APPEND);

        assertThatThrownBy(() -> TextFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("line 4: byte 0xfc is not UTF-8: save the file as UTF-8");
    }

    @Test
    void aLastCharacterThatIsCutOffIsLeftOutWhereTheWriterMayHaveBeenKilled() throws IOException {
        byte[] text = "a\nü".getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(text, text.length - 1));

        assertThat(TextFile.readCut(file)).isEqualTo("a\n");
        assertThatThrownBy(() -> TextFile.read(file)).hasMessageStartingWith("line 2: byte 0xc3 is not UTF-8");
    }
}
