package org.busbench.injector;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JtlFileTest {
    @TempDir
    private Path folder;

    @Test
    void headerAndAsManyRowsAsSamplesAreComplete() throws IOException {
        JtlFile jtl = file("timeStamp,elapsed\n1,2\n3,4\n");

        assertThatCode(() -> jtl.requireComplete(2)).doesNotThrowAnyException();
        assertThatThrownBy(() -> jtl.requireComplete(3)).hasMessageContaining("incomplete");
        assertThatThrownBy(() -> jtl.requireComplete(1)).hasMessageContaining("incomplete");
    }

    @Test
    void aMessageOfSeveralLinesIsOneRow() throws IOException {
        JtlFile jtl = file("timeStamp,failureMessage\n1,\"expected \"\"x\"\"\nbut\ngot y\"\n2,\n");

        assertThatCode(() -> jtl.requireComplete(2)).doesNotThrowAnyException();
    }

    @Test
    void aRowWithoutItsLineEndIsNotComplete() throws IOException {
        JtlFile jtl = file("timeStamp,elapsed\n1,2\n3,");

        assertThatThrownBy(() -> jtl.requireComplete(1)).hasMessageContaining("incomplete");
        assertThatThrownBy(() -> jtl.requireComplete(2)).hasMessageContaining("incomplete");
    }

    @Test
    void aFileWithoutItsHeaderIsNotComplete() throws IOException {
        JtlFile jtl = file("");

        assertThatThrownBy(() -> jtl.requireComplete(0)).hasMessageContaining("incomplete");
    }

    @Test
    void anExistingFileAndAMissingFolderAreNotWritable() throws IOException {
        assertThatThrownBy(file("")::requireWritable).hasMessageContaining("exists already");
        assertThatThrownBy(new JtlFile(folder.resolve("none/x.jtl"))::requireWritable)
                .hasMessageContaining("is not a folder to write in");
        assertThatCode(new JtlFile(folder.resolve("new.jtl"))::requireWritable).doesNotThrowAnyException();
    }

    private JtlFile file(String content) throws IOException {
        return new JtlFile(Files.writeString(folder.resolve("x.jtl"), content));
    }
}
