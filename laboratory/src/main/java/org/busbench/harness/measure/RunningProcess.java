package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** The facts of a running process, asked from the operating system and not from what we meant to start. */
public record RunningProcess(ProcessHandle process) {

    private static final String UNKNOWN = "unknown";

    public static Optional<RunningProcess> of(long pid) {
        return ProcessHandle.of(pid).map(RunningProcess::new);
    }

    /**
     * The version of the JDK whose program this process runs.
     *
     * @return {@value #UNKNOWN} for one that does not say; empty when it is not a JVM
     * @throws IOException when the JDK's release file cannot be read
     */
    public Optional<String> javaVersion() throws IOException {
        Optional<Path> release = JvmFiles.release(process.pid());
        if (release.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isReadable(release.get())) {
            return Optional.of(UNKNOWN);
        }
        Properties facts = new Properties();
        try (var in = Files.newInputStream(release.get())) {
            facts.load(in);
        }
        return Optional.ofNullable(facts.getProperty("JAVA_VERSION")).map(version -> version.replace("\"", ""));
    }

    /** Whether the system lets this user see what program it runs. */
    public boolean isOpen() {
        return process.info().command().isPresent();
    }

    /**
     * The flags of this process's JVM that differ from its defaults, those that it chose for this machine included, as the JVM
     * itself tells them.
     *
     * @return empty when it is not a JVM, or does not answer
     */
    public Optional<List<String>> jvmFlags() {
        if (JvmFiles.release(process.pid()).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Pattern.compile("\\s+")
                    .splitAsStream(JvmQuestion.ask(process.pid(), "VM.flags"))
                    .filter(word -> word.startsWith("-XX:"))
                    .toList());
        } catch (IOException silent) {
            return Optional.empty();
        }
    }
}
