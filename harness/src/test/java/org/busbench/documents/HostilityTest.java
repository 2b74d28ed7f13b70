package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.torture.Case;
import org.busbench.harness.torture.CaseFile;
import org.busbench.harness.torture.Catalogue;
import org.junit.jupiter.api.Test;

/** {@code torture --list} prints every case, and {@code docs/hostility.md} says how those of each class are judged. */
class HostilityTest {
    private static final Path FOLDER = ProjectFiles.ROOT.resolve("configs/torture");

    @Test
    void theListHasARowForEveryCase() {
        List<Case> cases = CaseFile.readAll(FOLDER);
        List<String> lines = Catalogue.of(cases, FOLDER);

        assertThat(cases)
                .isNotEmpty()
                .allSatisfy(one -> assertThat(lines).anyMatch(line -> line.startsWith("| `" + one.id() + "` | ")));
    }

    @Test
    void thePageNamesEveryClass() throws IOException {
        String page = Files.readString(ProjectFiles.ROOT.resolve("docs/hostility.md"));

        assertThat(Case.KINDS).allSatisfy(kind -> assertThat(page).contains("| `" + kind + "` | "));
    }
}
