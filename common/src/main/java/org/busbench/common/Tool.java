package org.busbench.common;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program of the system that is run to its end for what it says or makes. Blocks; an interrupt ends the program too.
 *
 * @param limit after which it is ended, with what it started
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
     * @param output without blank edges, as the errors
     */
    public record Said(int exitCode, String output, String errors) {

        public boolean well() {
            return exitCode == 0;
        }

        /** The output and, below it, the errors. */
        public String text() {
            return (output + "\n" + errors).strip();
        }

        /** The line that says what went wrong: the first that calls itself an error, else the last. */
        public String reason() {
            List<String> lines = text().lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            return lines.stream()
                    .filter(line -> ERROR.matcher(line).lookingAt())
                    .findFirst()
                    .orElse(lines.isEmpty() ? "exit code " + exitCode : lines.get(lines.size() - 1));
        }
    }

    /**
     * Runs it. What it says goes to files: a process that it leaves, and that has its pipe, would keep the reader waiting.
     *
     * @throws IOException when it cannot be started, or does not end in time
     * @throws InterruptedException when this thread was interrupted; the program is ended
     */
    public Said run() throws IOException, InterruptedException {
        Path output = Files.createTempFile("busbench-tool", ".out");
        Path errors = Files.createTempFile("busbench-tool", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("it did not end within " + limit.toSeconds() + " s");
                }
            } finally {
                // Interrupted or not, nothing is left when this returns.
                List<ProcessHandle> begotten = process.descendants().toList();
                process.destroyForcibly().onExit().join();
                begotten.forEach(ProcessHandle::destroyForcibly);
            }
            return new Said(process.exitValue(), text(output), text(errors));
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    }
}
