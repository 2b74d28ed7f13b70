package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where an adapter is started.
 *
 * @param project the project's root
 * @param work the adapter's own folder of this run
 * @param logs folder of its logs
 * @param backends where the backend listens
 * @param ports numbers that replace the adapter's usual ones, by name; those not named stay
 * @param jvmOptions that every JVM under test gets
 */
public record LaunchSettings(
        Path project, Path work, Path logs, Backends backends, Map<String, Integer> ports, List<String> jvmOptions) {
    /** Makes paths absolute and collections unchangeable. */
    public LaunchSettings {
        project = project.toAbsolutePath().normalize();
        work = work.toAbsolutePath().normalize();
        logs = logs.toAbsolutePath().normalize();
        ports = Map.copyOf(ports);
        jvmOptions = List.copyOf(jvmOptions);
    }
}
