package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.measure.AvailableMemory;
import org.busbench.harness.process.Backends;

/**
 * What is to be up together.
 *
 * @param project where things are
 * @param folder gets {@code logs/} and {@code work/}
 * @param backends where the backend instances listen
 * @param adapters what to start, in order
 * @param jvmOptions that every JVM under test gets
 * @param layout to which CPUs each party is kept
 * @param memoryBytes that backend, injector and mediators may take together: what the machine can give now
 * @param besideBytes of these, what the injector takes
 */
public record TestBedSettings(
        Project project,
        Path folder,
        Backends backends,
        List<Adapter> adapters,
        List<String> jvmOptions,
        CpuLayout layout,
        long memoryBytes,
        long besideBytes) {

    /** Makes the lists unchangeable. */
    public TestBedSettings {
        adapters = List.copyOf(adapters);
        jvmOptions = List.copyOf(jvmOptions);
    }

    /**
     * Without an injector and without bounds on CPUs.
     *
     * @param project where things are
     * @param folder gets {@code logs/} and {@code work/}
     * @param backends where the backend instances listen
     * @param adapters what to start, in order
     * @param jvmOptions that every JVM under test gets
     */
    public TestBedSettings(
            Project project, Path folder, Backends backends, List<Adapter> adapters, List<String> jvmOptions) {
        this(project, folder, backends, adapters, jvmOptions, CpuLayout.FREE, AvailableMemory.bytes(), 0);
    }

    /**
     * Where everything that is started writes its log.
     *
     * @return the folder
     */
    public Path logs() {
        return folder.resolve("logs");
    }
}
