package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distributions that are unpacked and patched. */
class WorkFolderTest {
    @TempDir
    private Path folder;

    private Path zip(String... names) throws IOException {
        Path zip = folder.resolve("server.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                out.write(("content of " + name).getBytes(StandardCharsets.UTF_8));
            }
        }
        return zip;
    }

    private WorkFolder folderOf(WorkFolder.Step... steps) {
        return new WorkFolder(folder.resolve("work"), List.of(steps), Specs::asItIs);
    }

    @Test
    void aDistributionIsUnpackedWithoutItsLeadingFolder() throws IOException {
        Path zip = zip("server-1.0/", "server-1.0/bin/start", "server-1.0/README", "beside");
        folderOf(work -> work.unpack(zip, "server", 1)).fill();
        assertThat(folder.resolve("work/server/bin/start")).hasContent("content of server-1.0/bin/start");
        assertThat(folder.resolve("work/server/README")).isRegularFile();
        assertThat(folder.resolve("work/server/beside")).doesNotExist();
    }

    @Test
    void anEntryThatClimbsOutIsRefused() throws IOException {
        Path zip = zip("../../evil");
        WorkFolder work = folderOf(to -> to.unpack(zip, "server", 0));
        assertThatThrownBy(work::fill)
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith(zip + " holds '../../evil', which would land outside ");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void whatADistributionBroughtCanBeDeletedAndChanged() throws IOException {
        Path zip = zip("demo/one", "demo/two", "conf");
        folderOf(
                        work -> work.unpack(zip, ".", 0),
                        work -> work.delete("demo"),
                        work -> work.edit("conf", Map.of("content", Specs.text("contents"))))
                .fill();
        assertThat(folder.resolve("work/demo")).doesNotExist();
        assertThat(folder.resolve("work/conf")).hasContent("contents of conf");
    }

    @Test
    void lettersBeyondAsciiArePutInAsTheFileIsEncoded() throws IOException {
        Map<String, Template> path = Map.of("HOME", Specs.text("/home/M\u00fcller"));
        Path unicode = Files.writeString(folder.resolve("unicode"), "\u00e9 HOME \u0142");
        Path latin = Files.write(folder.resolve("latin"), "\u00e9 HOME".getBytes(StandardCharsets.ISO_8859_1));
        folderOf(work -> work.copy(unicode, "unicode", false, path), work -> work.copy(latin, "latin", false, path))
                .fill();
        assertThat(folder.resolve("work/unicode")).hasContent("\u00e9 /home/M\u00fcller \u0142");
        assertThat(folder.resolve("work/latin"))
                .hasBinaryContent("\u00e9 /home/M\u00fcller".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aPatchThatHasNothingToChangeIsRefused() throws IOException {
        Path zip = zip("conf");
        WorkFolder.Step unpack = work -> work.unpack(zip, ".", 0);
        WorkFolder edited = folderOf(unpack, work -> work.edit("conf", Map.of("port=1", Specs.text("port=2"))));
        WorkFolder deleted = folderOf(unpack, work -> work.delete("demo"));
        assertThatThrownBy(edited::fill)
                .hasMessage(folder.resolve("work/conf")
                        + " does not contain 'port=1', which the adapter replaces: correct 'edit'");
        assertThatThrownBy(deleted::fill)
                .hasMessage("no 'demo' in the work folder " + folder.resolve("work")
                        + " to change or delete: correct the path");
    }
}
