package org.busbench.harness;

import java.nio.file.Path;

/** Files of the project, for tests. */
public final class ProjectFiles {
    /** The project's root; tests run in the module's folder. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private ProjectFiles() {}
}
