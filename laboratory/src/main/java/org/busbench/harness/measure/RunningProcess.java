package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The facts of a running process, asked from the operating system and not from what we meant to start. */
public final class RunningProcess {

    private static final String UNKNOWN = "unknown";
    private static final int JCMD_LIMIT_SECONDS = 10;

    private final ProcessHandle process;

    private RunningProcess(ProcessHandle process) {
        this.process = process;
    }

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
        Optional<JvmFiles> files = JvmFiles.of(process.pid());
        if (files.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isReadable(files.get().release())) {
            return Optional.of(UNKNOWN);
        }
        Properties facts = new Properties();
        try (var in = Files.newInputStream(files.get().release())) {
            facts.load(in);
        }
        return Optional.ofNullable(facts.getProperty("JAVA_VERSION")).map(version -> version.replace("\"", ""));
    }

    /** Whether the system lets this user see what program it runs. */
    public boolean isOpen() {
        return process.info().command().isPresent();
    }

    /**
     * The flags of this process's JVM that differ from its defaults, those that it chose for this machine included, as the
     * JVM itself tells {@code jcmd} of the same JDK.
     *
     * @return empty when it is not a JVM, has no {@code jcmd} beside it, or does not answer
     * @throws IOException when {@code jcmd} cannot be run
     * @throws InterruptedException when this thread was interrupted
     */
    public Optional<List<String>> jvmFlags() throws IOException, InterruptedException {
        Optional<Path> jcmd = JvmFiles.of(process.pid()).map(JvmFiles::jcmd).filter(Files::isExecutable);
        if (jcmd.isEmpty()) {
            return Optional.empty();
        }
        Process asked = LiveHeap.call(jcmd.get(), process.pid(), "VM.flags")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        asked.getOutputStream().close();
        String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!asked.waitFor(JCMD_LIMIT_SECONDS, TimeUnit.SECONDS) || asked.exitValue() != 0) {
            return Optional.empty();
        }
        return Optional.of(Pattern.compile("\\s+")
                .splitAsStream(answer)
                .filter(word -> word.startsWith("-XX:"))
                .toList());
    }
}
