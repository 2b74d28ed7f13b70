package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run in a checkout of stand-ins of their own, and leave no process behind. */
abstract class FakeProjectIT {

    @TempDir
    Path root;

    FakeProject project;

    @BeforeEach
    void layOut() throws IOException {
        project = new FakeProject(root);
    }

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
