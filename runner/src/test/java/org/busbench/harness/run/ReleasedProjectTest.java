package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive of a release is not written to, and says of what build it is. */
class ReleasedProjectTest {

    @TempDir
    private Path archive;

    @BeforeEach
    void release() throws IOException {
        Files.writeString(
                archive.resolve("release.properties"), "version=1.2.3\ncommit=abc\nbuilt=2026-01-01T00:00:00Z\n");
    }

    @Test
    void keepsRunsInTheCurrentFolderAndItsStateInTheUsersCache() {
        Project project = new Project(archive);

        assertThat(project.isReleased()).isTrue();
        assertThat(project.runs()).isEqualTo(Path.of("").toAbsolutePath().resolve("runs"));
        assertThat(project.scratch("x")).startsWithRaw(project.runs());
        assertThat(project.state().toString())
                .doesNotStartWith(archive.toString())
                .contains("busbench");
    }

    @Test
    void theFolderOfRunsCanBeNamed() {
        assertThat(new Project(archive, Optional.empty(), Optional.of(Path.of("/runs"))).runs())
                .isEqualTo(Path.of("/runs"));
    }

    @Test
    void aNewAdapterIsMadeInAFolderOfItsOwn() {
        assertThatThrownBy(() -> new Project(archive).folderForAdapters())
                .isInstanceOf(Problem.class)
                .hasMessageContaining("--adapters DIR");
        assertThat(new Project(archive, Optional.of(Path.of("/mine")), Optional.empty()).folderForAdapters())
                .isEqualTo(Path.of("/mine"));
    }

    @Test
    void aCheckoutKeepsAllInItself() throws IOException {
        Files.delete(archive.resolve("release.properties"));
        Project project = new Project(archive);

        assertThat(project.isReleased()).isFalse();
        assertThat(project.runs()).isEqualTo(archive.resolve("runs"));
        assertThat(project.state()).startsWithRaw(archive);
        assertThat(project.folderForAdapters()).startsWithRaw(archive);
    }

    @Test
    void theBuildNamesCommitAndTime() throws IOException {
        assertThat(Build.of(archive))
                .hasToString(Build.of(archive).version() + ", commit abc, built 2026-01-01T00:00:00Z");
        Files.writeString(archive.resolve("release.properties"), "version=1.2.3\ncommit=\n");
        assertThat(Build.of(archive)).hasToString(Build.of(archive).version());
    }
}
