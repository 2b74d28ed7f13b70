package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.common.Sha256;
import org.busbench.common.Tool;

/**
 * The executable that a process runs, read through the process itself ({@code /proc/PID/exe}): what the search path would
 * find today is another matter, and an upgrade on disk does not change what is running.
 *
 * @param path where it lies; Linux adds {@code (deleted)} when it was replaced meanwhile
 * @param sha256 of the bytes that run, 64 lower-case hexadecimal digits
 * @param versionOutput what this executable prints when it is asked for its version, both outputs, without blank edges;
 *     null when it was not asked
 */
public record RunningProgram(String path, String sha256, String versionOutput) {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int LONGEST_OUTPUT = 8000;

    /**
     * Looks at the executable of a process, and runs it once more to ask for its version. Blocks while that takes.
     *
     * @param versionArguments with which it prints its version and ends; empty when it is not to be asked
     * @return empty when the process has ended, or belongs to another user
     * @throws InterruptedException when this thread was interrupted; what was started is ended
     */
    public static Optional<RunningProgram> of(long pid, List<String> versionArguments) throws InterruptedException {
        Path executable = Path.of("/proc", Long.toString(pid), "exe");
        try {
            String path = Files.readSymbolicLink(executable).toString();
            String sha256 = Sha256.of(executable);
            String output = versionArguments.isEmpty() ? null : output(executable, versionArguments);
            return Optional.of(new RunningProgram(path, sha256, output));
        } catch (IOException goneOrNotOurs) {
            return Optional.empty();
        }
    }

    /** Null when it cannot be run, or does not end. */
    private static String output(Path executable, List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(arguments);
        try {
            String text = new Tool(command, LIMIT).run().text().strip();
            return text.length() > LONGEST_OUTPUT ? text.substring(0, LONGEST_OUTPUT) : text;
        } catch (IOException notRunOrNotEnding) {
            return null;
        }
    }
}
