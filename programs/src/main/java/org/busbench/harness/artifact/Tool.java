package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of the system that is run to its end for what it says or makes. Blocks; an interrupt ends the program too.
 *
 * @param limit after which it is ended
 */
public record Tool(List<String> command, Path directory, Map<String, String> environment, Duration limit) {

    /** How apt-get and dpkg-deb begin a line that says what went wrong. */
    private static final Pattern ERROR = Pattern.compile("E: |error: ");

    public Tool {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** One that only says something, and is ended after the limit. */
    public Tool(List<String> command, Duration limit) {
        this(command, Path.of("").toAbsolutePath(), Map.of(), limit);
    }

    /**
     * What it said.
     *
     * @param exitCode 0 when all went well
     * @param text standard output and standard error as they came
     */
    public record Said(int exitCode, String text) {

        public boolean well() {
            return exitCode == 0;
        }

        /** The line that says what went wrong: the first that calls itself an error, else the last. */
        String reason() {
            List<String> lines = text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            Stream<String> errors =
                    lines.stream().filter(line -> ERROR.matcher(line).lookingAt());
            return errors.findFirst().orElse(lines.isEmpty() ? "exit code " + exitCode : lines.get(lines.size() - 1));
        }
    }

    /**
     * Runs it.
     *
     * @throws IOException when it cannot be started, or does not end in time
     * @throws InterruptedException when this thread was interrupted; the program is ended
     */
    public Said run() throws IOException, InterruptedException {
        Path output = Files.createTempFile("busbench-tool", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("it did not end within " + limit.toSeconds() + " s");
                }
            } finally {
                // Interrupted or not, nothing is left when this returns.
                process.destroyForcibly().onExit().join();
            }
            return new Said(process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }
}
