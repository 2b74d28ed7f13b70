package org.busbench.harness.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.text.Problem;

/**
 * OpenSSH as the user has it configured. It never asks: a host that wants a password is a problem. All commands on a host share
 * one connection, whose socket is in a private folder. Safe for several threads; closing it ends the connections.
 */
public final class Ssh implements AutoCloseable {
    private static final int CONNECT_SECONDS = 10;
    private static final int LIMIT_SECONDS = 60;
    private static final int EXIT_SECONDS = 5;
    /** After three questions without an answer ssh ends: a cut network says nothing. */
    private static final int ALIVE_SECONDS = 4;

    /** The exit code of ssh when there is no connection. */
    private static final int NO_CONNECTION = 255;

    private final List<String> client;
    private final Path folder;
    private final Set<String> connected = new HashSet<>();

    private Ssh(List<String> client, Path folder) {
        this.client = client;
        this.folder = folder;
    }

    /**
     * Finds the client.
     *
     * @param config a configuration file in place of the user's own; empty for that
     * @throws Problem when there is no client, or no such file
     * @throws IOException when the private folder cannot be made
     */
    public static Ssh open(Optional<Path> config) throws IOException {
        Path program = ProgramPath.ofEnvironment()
                .find("ssh")
                .orElseThrow(
                        () -> new Problem("there is no ssh on the PATH: install it (apt-get install openssh-client)"));
        List<String> client = new ArrayList<>(List.of(program.toString()));
        if (config.isPresent()) {
            if (!Files.isRegularFile(config.get())) {
                throw new Problem("--ssh-config " + config.get() + ": no such file");
            }
            client.addAll(List.of("-F", config.get().toAbsolutePath().toString()));
        }
        // Only its owner may enter what this makes. The path of a socket may have 107 bytes at most, so it is a short
        // one.
        Path folder = Files.createTempDirectory("bb-ssh-");
        client.add("-T");
        Stream.of(
                        "BatchMode=yes",
                        "ConnectTimeout=" + CONNECT_SECONDS,
                        "ServerAliveInterval=" + ALIVE_SECONDS,
                        "ServerAliveCountMax=3",
                        "ControlMaster=auto",
                        "ControlPersist=30",
                        "ControlPath=" + folder + "/%C")
                .forEach(option -> client.addAll(List.of("-o", option)));
        return new Ssh(List.copyOf(client), folder);
    }

    /** The output of a command. */
    record Said(int exitCode, String out, String errors) {}

    /**
     * The words that run a script of the POSIX shell on a host, whatever the login shell there is.
     *
     * @param words {@code $1} and so on in the script
     */
    List<String> command(Hosts.Host host, String script, String... words) {
        synchronized (connected) {
            connected.add(host.name());
        }
        String line = Stream.concat(Stream.of("sh", "-c", script, "busbench"), Stream.of(words))
                .map(Ssh::quoted)
                .collect(Collectors.joining(" "));
        List<String> command = new ArrayList<>(client);
        command.addAll(List.of("--", host.name(), "exec " + line));
        return command;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Runs a script on a host.
     *
     * @param input what it reads; null for nothing
     * @throws Problem when the host cannot be reached, or does not end it in time
     */
    Said run(Hosts.Host host, ProcessBuilder input, String script, String... words)
            throws IOException, InterruptedException {
        // Files, since the connection that stays open keeps the error stream open, too.
        Path out = Files.createTempFile(folder, "said", ".out");
        Path errors = Files.createTempFile(folder, "said", ".err");
        ProcessBuilder there = new ProcessBuilder(command(host, script, words))
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        List<Process> processes = new ArrayList<>();
        try {
            if (input == null) {
                there.redirectInput(new java.io.File("/dev/null"));
                processes.add(there.start());
            } else {
                processes.addAll(ProcessBuilder.startPipeline(
                        List.of(input.redirectError(ProcessBuilder.Redirect.DISCARD), there)));
            }
            for (Process process : processes) {
                if (!process.waitFor(input == null ? LIMIT_SECONDS : 10 * LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new Problem(host.name() + ": ssh did not end within "
                            + (input == null ? LIMIT_SECONDS : 10 * LIMIT_SECONDS) + " s");
                }
            }
            int code = processes.get(processes.size() - 1).exitValue();
            Said said = new Said(code, text(out), text(errors));
            if (code == NO_CONNECTION) {
                throw new Problem(host.name() + ": not reached by ssh: " + lastLine(said.errors()));
            }
            if (input != null && processes.get(0).exitValue() != 0) {
                throw new Problem(String.join(" ", input.command().subList(0, 2)) + " ended with exit code "
                        + processes.get(0).exitValue() + ", so that nothing was copied to " + host.name());
            }
            return said;
        } finally {
            processes.forEach(Process::destroyForcibly);
            Files.deleteIfExists(out);
            Files.deleteIfExists(errors);
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String lastLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((first, last) -> last)
                .orElse("it said nothing");
    }

    @Override
    public void close() {
        List<String> names;
        synchronized (connected) {
            names = List.copyOf(connected);
        }
        for (String name : names) {
            List<String> command = new ArrayList<>(client);
            command.addAll(List.of("-O", "exit", "--", name));
            quietly(command);
        }
        try (Stream<Path> left = Files.list(folder)) {
            for (Path file : (Iterable<Path>) left::iterator) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            // A socket that its client has not removed yet: the folder of temporary files is emptied by the system.
            folder.toFile().deleteOnExit();
        }
    }

    private static void quietly(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            throw new Problem("ssh cannot be started any more: " + Problem.brief(gone), gone);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
