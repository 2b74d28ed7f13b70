package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.busbench.record.Keyed;

/** A container engine, by its command line program, whose name is the key. Blocks while that answers. */
public enum ContainerEngine implements Keyed {
    /** Docker: the program asks a daemon, which {@code DOCKER_HOST} may name. */
    DOCKER("apt-get install docker.io", "start it ('systemctl start docker'), or say in DOCKER_HOST where it listens"),
    /** Podman: the program works alone. */
    PODMAN("apt-get install podman", "see what 'podman info' says");

    private static final int LIMIT_SECONDS = 30;

    private final String install;
    private final String help;

    ContainerEngine(String install, String help) {
        this.install = install;
        this.help = help;
    }

    /**
     * What the program said.
     *
     * @param exitCode 0 when all went well
     * @param output standard output, without blank edges
     * @param error the last line of standard error; empty when there was none
     */
    public record Answer(int exitCode, String output, String error) {
        public boolean well() {
            return exitCode == 0;
        }
    }

    /** The version of the engine; the words with which it refuses to tell, where it does. */
    public String version() {
        Answer answer = askVersion();
        return answer.well() ? answer.output() : answer.error();
    }

    /** Podman has no server to ask. */
    private Answer askVersion() {
        return ask(List.of("version", "--format", this == DOCKER ? "{{.Server.Version}}" : "{{.Client.Version}}"));
    }

    /** Why an image cannot be run here, and what to do; empty when it can. */
    Optional<Availability.Lack> lack(String image, ProgramPath path) {
        if (path.find(key()).isEmpty()) {
            return Optional.of(new Availability.Lack(key() + " is not installed", install));
        }
        Answer version = askVersion();
        if (!version.well()) {
            return Optional.of(new Availability.Lack(key() + "'s engine does not answer: " + version.error(), help));
        }
        Answer found = ask(List.of("image", "inspect", "--format", "{{.Id}}", image));
        return found.well()
                ? Optional.empty()
                : Optional.of(new Availability.Lack(
                        "the image " + image + " is not here (" + found.error() + ")", key() + " pull " + image));
    }

    /**
     * Runs the program to its end.
     *
     * @param words its arguments
     * @return what it said; an exit code below 0 when it is not here, or did not end in time
     */
    public Answer ask(List<String> words) {
        List<String> command = new ArrayList<>(List.of(
                ProgramPath.ofEnvironment().find(key()).map(Path::toString).orElse(key())));
        command.addAll(words);
        Process process = null;
        try {
            Path errors = Files.createTempFile("busbench-" + key(), ".err");
            try {
                process = new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                        .redirectError(errors.toFile())
                        .start();
                Process reader = process;
                process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
                    reader.destroyForcibly();
                    return reader;
                });
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                int exit = process.waitFor();
                List<String> lines = Files.readAllLines(errors).stream()
                        .filter(line -> !line.isBlank())
                        .toList();
                return new Answer(
                        exit,
                        output,
                        lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip());
            } finally {
                Files.delete(errors);
            }
        } catch (IOException failed) {
            return new Answer(-1, "", key() + " cannot be run: " + failed.getMessage());
        } catch (InterruptedException interrupt) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return new Answer(-1, "", key() + " was interrupted");
        }
    }
}
