package org.busbench.reports.run;

import java.util.List;

/**
 * A system under test or a control, as it ran.
 *
 * @param name folder name
 * @param title for people
 * @param role what it is in a comparison
 * @param version as declared, or as the program said
 * @param commandLine read from the running process; null for one without a process
 * @param program its executable; null for one without a process, or when it was not read
 * @param javaVersion of the running process; null when it is not a JVM
 * @param jvmFlags of the running process; empty when it is not a JVM, or they were not read
 * @param files its files with their hashes
 * @param artifacts its resolved artifacts with their hashes
 * @param deviations from the common heap and flags
 */
public record Adapter(
        String name,
        String title,
        Role role,
        String version,
        List<String> commandLine,
        Program program,
        String javaVersion,
        List<String> jvmFlags,
        List<FileHash> files,
        List<ArtifactHash> artifacts,
        List<String> deviations) {

    /**
     * A file as it was used.
     *
     * @param path of the file
     * @param sha256 of its bytes
     */
    public record FileHash(String path, String sha256) {}

    /**
     * A resolved artifact.
     *
     * @param coordinates {@code group:artifact:version}
     * @param sha256 of its bytes
     */
    public record ArtifactHash(String coordinates, String sha256) {}

    /** Refuses an adapter without name or role; what is absent becomes empty. */
    public Adapter {
        Required.text(name, "adapters.name");
        Required.text(title, "adapters.title");
        Required.present(role, "adapters.role");
        commandLine = commandLine == null ? List.of() : List.copyOf(commandLine);
        jvmFlags = jvmFlags == null ? List.of() : List.copyOf(jvmFlags);
        files = files == null ? List.of() : List.copyOf(files);
        artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
        deviations = deviations == null ? List.of() : List.copyOf(deviations);
    }
}
