package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.torture.Catalogue;
import org.junit.jupiter.api.Test;

/** {@code docs/hostility.md} is made from the files of cases. {@code -Dbusbench.docs.write=true} writes it anew. */
class HostilityTest {
    private static final Path FILE = ProjectFiles.ROOT.resolve("docs/hostility.md");

    @Test
    void thePageListsEveryCaseAsTheFilesSayIt() throws IOException {
        String expected = Catalogue.of(ProjectFiles.ROOT.resolve("configs/torture"));
        if (Boolean.getBoolean("busbench.docs.write")) {
            Files.writeString(FILE, expected);
        }
        assertThat(Files.readString(FILE))
                .as("docs/hostility.md; write it anew with -Dtest=HostilityTest -Dbusbench.docs.write=true")
                .isEqualTo(expected);
    }
}
