package org.busbench.harness.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line as a program of its own, in a folder and a network of the test's. */
public final class CommandLineRun {
    private static final long LIMIT_MINUTES = 5;

    private final Process process;
    private final Path out;
    private final Path err;

    private CommandLineRun(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts it.
     *
     * @param project folder in which it runs, and that it takes for the checkout
     * @param environment variables beside those of the test
     * @param words its arguments
     */
    public static CommandLineRun start(
            Path project, NetworkNamespace network, Map<String, String> environment, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>(program(project));
        command.addAll(words);
        Path out = Files.createTempFile(project, "said", ".out");
        Path err = Files.createTempFile(project, "said", ".err");
        // Where the tests' own JVM was started in the background SIGINT is ignored, by it and by all that it starts.
        List<String> listening = new ArrayList<>(List.of("env", "--default-signal=INT"));
        listening.addAll(network.command(command));
        ProcessBuilder builder = new ProcessBuilder(listening)
                .directory(project.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new CommandLineRun(builder.start(), out, err);
    }

    /** The words that run it, without its arguments; {@code project} is what it takes for the checkout. */
    static List<String> program(Path project) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbusbench.project=" + project,
                "-Dbusbench.rigJvm=" + System.getProperty("busbench.rigJvm", ""),
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator)),
                "org.busbench.harness.cli.Busbench");
    }

    /** What it has said so far. */
    public String out() throws IOException {
        return Files.readString(out);
    }

    /** Its output and its errors so far, to explain a failure. */
    public String all() throws IOException {
        return Files.readString(out) + Files.readString(err);
    }

    /** Presses Ctrl-C. */
    public void interrupt() throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-s", "INT", Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it without a chance to clean up, if it still runs. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Waits for its end. */
    public int exitCode() throws IOException, InterruptedException {
        assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).as(all()).isTrue();
        return process.exitValue();
    }
}
