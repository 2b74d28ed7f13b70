package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** What a running process says about itself, asked from the operating system and not from what we meant to start. */
public final class RunningProcess {

    private final ProcessHandle process;

    private RunningProcess(ProcessHandle process) {
        this.process = process;
    }

    /**
     * Looks a process up.
     *
     * @param pid its id
     * @return empty when there is none
     */
    public static Optional<RunningProcess> of(long pid) {
        return ProcessHandle.of(pid).map(RunningProcess::new);
    }

    /**
     * The version of the JDK whose program this process runs.
     *
     * @return empty when it is not a JVM
     * @throws IOException when the JDK's release file cannot be read
     */
    public Optional<String> javaVersion() throws IOException {
        Optional<Path> program = process.info().command().map(Path::of);
        if (program.isEmpty() || !program.get().endsWith(Path.of("bin", "java"))) {
            return Optional.empty();
        }
        Path release = program.get().toRealPath().getParent().resolveSibling("release");
        Properties facts = new Properties();
        try (var in = Files.newInputStream(release)) {
            facts.load(in);
        }
        return Optional.ofNullable(facts.getProperty("JAVA_VERSION")).map(version -> version.replace("\"", ""));
    }
}
