package org.busbench.harness;

import java.nio.file.Path;
import org.busbench.harness.scenario.Scenarios;

/** Files of the project, for tests. */
public final class ProjectFiles {
    /** The project's root; tests run in the module's folder. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The project's scenarios. */
    public static final Scenarios SCENARIOS = Scenarios.of(ROOT);

    private ProjectFiles() {}
}
