package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdapterCopyTest {
    private static final Path SYNAPSE = ProjectFiles.ROOT.resolve("configs/adapters/synapse");

    @TempDir
    private Path folder;

    @Test
    void aCopyHasANameAndPortsOfItsOwnAndAllOtherFiles() {
        Path copy = folder.resolve("synapse-2");

        AdapterCopy.make(SYNAPSE, copy, List.of());

        Adapter original = AdapterFolder.read(SYNAPSE, ProjectFiles.ROOT);
        Adapter made = AdapterFolder.read(copy, ProjectFiles.ROOT);
        assertThat(made.name()).isEqualTo("synapse-2");
        assertThat(made.title()).isEqualTo(original.title());
        assertThat(made.ports().keySet()).isEqualTo(original.ports().keySet());
        assertThat(made.ports().get("http").number())
                .isNotEqualTo(original.ports().get("http").number());
        assertThat(made.services().keySet()).isEqualTo(original.services().keySet());
        assertThat(copy.resolve("axis2.xml")).hasSameBinaryContentAs(SYNAPSE.resolve("axis2.xml"));
    }

    @Test
    void aCopyThatIsMadeAgainHasNoFileThatTheOriginalHasNoMore() throws IOException {
        Path copy = folder.resolve("synapse-2");
        AdapterCopy.make(SYNAPSE, copy, List.of());
        Files.writeString(Files.createDirectories(copy.resolve("old")).resolve("proxy.xml"), "<proxy/>");

        AdapterCopy.make(SYNAPSE, copy, List.of());

        assertThat(copy.resolve("old/proxy.xml")).doesNotExist();
        assertThat(copy.resolve("axis2.xml")).exists();
    }

    @Test
    void changesReachKeysAndEntriesOfLists() throws IOException {
        Path copy = folder.resolve("changed");

        AdapterCopy.make(
                SYNAPSE,
                copy,
                List.of(
                        "version=9.9",
                        "java.options=[-Xmx300m]",
                        "java.classpath.8.maven='net.sf.saxon:Saxon-HE:12.9'"));

        assertThat(Files.readString(copy.resolve(Adapter.FILE_NAME)))
                .contains("9.9")
                .contains("-Xmx300m")
                .contains("Saxon-HE:12.9")
                .doesNotContain("Saxon-HE:10.9");
        assertThat(AdapterFolder.read(copy, ProjectFiles.ROOT).name()).isEqualTo("changed");
    }

    /** A version 1.10 would be 1.1. */
    @Test
    void numbersInACopyAreWrittenAsTheyWere() throws IOException {
        Path copy = folder.resolve("synapse-2");

        AdapterCopy.make(SYNAPSE, copy, List.of("version=1.10"));

        assertThat(AdapterFolder.read(copy, ProjectFiles.ROOT).version()).isEqualTo(new Adapter.Version.Stated("1.10"));

        AdapterCopy.make(copy, folder.resolve("synapse-3"), List.of());

        assertThat(AdapterFolder.read(folder.resolve("synapse-3"), ProjectFiles.ROOT)
                        .version())
                .isEqualTo(new Adapter.Version.Stated("1.10"));
    }

    @Test
    void aChangeThatIsNestedTooDeepIsRefused() {
        String change = "java.options=" + "[".repeat(20_000) + "]".repeat(20_000);

        assertThatThrownBy(() -> AdapterCopy.make(SYNAPSE, folder.resolve("refused"), List.of(change)))
                .isInstanceOf(Problem.class)
                .hasMessage("--set java.options:1: lists and maps are nested deeper than 50 levels");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "version                   | --set version: write KEY=VALUE",
                "jva.options=[]            | there is no 'jva', did you mean 'java'?",
                "java.classpath.99.maven=x | '99' is none of the 10 entries there",
                "version.minor=1           | what stands before 'minor' is no map",
                "java.options=[-Xmx1g      | the value is no YAML"
            })
    void aChangeThatDoesNotFitIsNamed(String change, String problem) {
        assertThatThrownBy(() -> AdapterCopy.make(SYNAPSE, folder.resolve("refused"), List.of(change)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(problem);
    }
}
