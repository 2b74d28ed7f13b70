package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in for the launcher builds what is asked for, and writes down what it was called with. */
class BuiltFolderIT {
    @TempDir
    private Path project;

    @AfterEach
    void forgetTheLauncher() {
        System.clearProperty("busbench.launcher");
    }

    @Test
    void aModuleIsBuiltWhenItsJarsAreFirstAskedFor() throws IOException {
        launcher("echo \"$*\" >>\"${0%/*}/asked\"; mkdir -p \"${0%/*}/$2\" && touch \"${0%/*}/$2/one.jar\"\n");
        Path lib = project.resolve("mutants/target/mutants/lib");

        assertThat(BuiltFolder.jars(lib)).containsExactly(lib.resolve("one.jar"));
        assertThat(BuiltFolder.jars(lib)).hasSize(1);

        assertThat(project.resolve("asked")).hasContent("--build mutants/target/mutants/lib");
    }

    @Test
    void aBuildThatFailsIsToldByTheLauncherAndThenInOneLine() throws IOException {
        launcher("exit 2\n");

        assertThatThrownBy(() -> BuiltFolder.jars(project.resolve("m/target/lib")))
                .isInstanceOf(Problem.class)
                .hasMessage("m/target/lib is not built: the lines above say why");
    }

    @Test
    void aFolderOfAnotherPlaceIsNotBuilt() throws IOException {
        launcher("exit 2\n");
        Path elsewhere = Files.createDirectory(project.resolveSibling(project.getFileName() + "-elsewhere"));
        Files.createFile(elsewhere.resolve("own.jar"));

        assertThat(BuiltFolder.jars(elsewhere)).containsExactly(elsewhere.resolve("own.jar"));

        Files.delete(elsewhere.resolve("own.jar"));
        Files.delete(elsewhere);
    }

    private void launcher(String script) throws IOException {
        Path file = Files.writeString(project.resolve("busbench"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty("busbench.launcher", file.toString());
    }
}
