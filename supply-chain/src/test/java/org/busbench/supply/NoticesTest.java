package org.busbench.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The notices of an archive. */
class NoticesTest {
    private static final Path LICENSES = Path.of("licenses");

    @TempDir
    private Path folder;

    @Test
    void nameEachLibraryItsLicenceItsOwnNoticeAndWhereItsSourceIs() throws IOException {
        Library library = new Library("g", "a", "1.0", List.of("MPL-2.0"), "https://home/");
        Path jar = jar(Map.of("META-INF/NOTICE.txt", "Made by us.\r\n", "META-INF/LICENSE", "A licence of its own."));

        new Notices(LICENSES).write(folder, "product 1", Map.of(library, List.of(jar)), "And more.");

        assertThat(folder.resolve("THIRD-PARTY-NOTICES"))
                .content()
                .contains(
                        "notices of product 1",
                        "\na 1.0\n-----\n",
                        "MPL-2.0",
                        "    Made by us.\n",
                        "Maven Central, g:a:1.0, classifier sources",
                        "And more.")
                .contains("licenses/a-1.0-LICENSE.txt");
        assertThat(folder.resolve("licenses/MPL-2.0.txt")).content().contains("Mozilla Public License");
        assertThat(folder.resolve("licenses/a-1.0-LICENSE.txt")).hasContent("A licence of its own.");
    }

    @Test
    void aStandardTextIsNotStoredTwice() throws IOException {
        Library library = new Library("g", "a", "1.0", List.of("Apache-2.0"), "");
        String other = Files.readString(LICENSES.resolve("Apache-2.0.txt")).replace("\n", "\r\n  ");
        Path jar = jar(Map.of("META-INF/LICENSE", other));

        Files.writeString(
                Files.createDirectories(folder.resolve("licenses")).resolve("a-1.0-of-an-earlier-build.txt"), "");

        new Notices(LICENSES).write(folder, "product 1", Map.of(library, List.of(jar)), "");

        assertThat(folder.resolve("licenses")).isDirectoryNotContaining("glob:**a-1.0*");
    }

    @Test
    void aLibraryWithoutALicenceOrWithAnUnknownOneIsRefused() throws IOException {
        Notices notices = new Notices(LICENSES);

        assertThat(notices.faults(List.of(new Library("g", "a", "1.0", List.of(), ""))))
                .singleElement()
                .asString()
                .contains("names no licence")
                .contains("g_a=ID");
        assertThat(notices.faults(List.of(new Library("g", "a", "1.0", List.of("My own"), ""))))
                .singleElement()
                .asString()
                .contains("My own");
        assertThat(notices.faults(List.of(new Library("g", "a", "1.0", List.of("Apache-2.0", "MIT"), ""))))
                .isEmpty();
    }

    private Path jar(Map<String, String> entries) throws IOException {
        Path jar = folder.resolve("a-1.0.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}
