package org.busbench.harness.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;

/**
 * The hosts of {@code docs/hosts.md} and the one from which they are driven, as {@code harness/src/bench/four-hosts} makes them. Files
 * are common to all. A test is skipped, with the reason, where they cannot be made.
 */
public final class HostRig implements AutoCloseable {
    private static final Path SCRIPT =
            ProjectFiles.ROOT.resolve("harness/src/bench/four-hosts").toAbsolutePath();
    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    private static final List<String> NAMES = List.of("load-1", "load-2", "esb", "backend");
    private static final List<String> PARTS =
            List.of("harness", "backend-stockquote", "mediation", "jmeter-plans", "configs", "xslt", "docs", "pom.xml");
    private static final long LIMIT_MINUTES = 5;

    private final Path folder;
    private final Path project;
    private final Process script;

    /**
     * Makes them.
     *
     * @param folder gets a checkout, the keys and the homes
     */
    public HostRig(Path folder) throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may make a network namespace");
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/sshd")), "there is no sshd (apt-get install openssh-server)");
        this.folder = folder;
        this.project = Files.createDirectories(folder.resolve("project"));
        for (String part : PARTS) {
            Files.createSymbolicLink(
                    project.resolve(part), ProjectFiles.ROOT.resolve(part).toAbsolutePath());
        }
        executable(
                project.resolve("busbench"),
                "exec '" + String.join("' '", CommandLineRun.program(project)) + "' \"$@\"");
        makeHomes();
        Path errors = folder.resolve("four-hosts.log");
        this.script = new ProcessBuilder(SCRIPT.toString(), folder.toString(), "sh", "-c", "echo up; exec cat")
                .redirectError(errors.toFile())
                .start();
        BufferedReader said = script.inputReader(StandardCharsets.UTF_8);
        if (!"up".equals(said.readLine())) {
            abort("four hosts cannot be made here: " + Files.readString(errors).strip());
        }
    }

    /** Small JVMs that start soon; that of load-2 has a clock that can be set. */
    private void makeHomes() throws IOException {
        Path shared = Files.createDirectories(folder.resolve("copied"));
        for (String name : NAMES) {
            Path home = Files.createDirectories(home(name));
            Files.createDirectories(kept(name).getParent());
            Files.createSymbolicLink(kept(name), shared);
            Path java =
                    name.equals("load-2") ? folder.resolve("jdk-of-load-2") : Path.of(System.getProperty("java.home"));
            Files.writeString(home.resolve(".profile"), "export JAVA_HOME=" + java + smallJvms());
        }
        Path java = folder.resolve("jdk-of-load-2/bin/java");
        Files.createDirectories(java.getParent());
        // Timed waits of a JVM spin where the library touches the monotonic clock, too.
        executable(
                java,
                "if [ -e " + clock() + " ]; then export LD_PRELOAD=" + FAKETIME + " FAKETIME_TIMESTAMP_FILE=" + clock()
                        + " FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_FORCE_MONOTONIC_FIX=0; fi\n"
                        + "exec " + System.getProperty("java.home") + "/bin/java \"$@\"");
    }

    /** A JVM says on its first line that it picked such options up. */
    private static String smallJvms() {
        return " HEAP=-Xmx256m JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1\n";
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path clock() {
        return folder.resolve("clock-of-load-2");
    }

    /** False, with a printed reason, where {@link #setClock} would do nothing. */
    public static boolean clocksCanBeSet() {
        boolean can = Files.exists(FAKETIME);
        if (!can) {
            System.out.println(
                    "clocks that are wrong are left out: there is no " + FAKETIME + " (apt-get install libfaketime)");
        }
        return can;
    }

    /**
     * Sets the clock of load-2 for every JVM there; those that run must have begun after the first call.
     *
     * @param ahead by how much, such as {@code +5s}
     */
    public void setClock(String ahead) throws IOException {
        Files.writeString(clock(), ahead);
    }

    /** The JVMs that start on load-2 from now on have the clock of the others. */
    public void rightClock() throws IOException {
        Files.deleteIfExists(clock());
    }

    /** The checkout of the host from which the others are driven. */
    public Path project() {
        return project;
    }

    /** The home folder of the user on a host. */
    public Path home(String name) {
        return folder.resolve("home-of-" + name);
    }

    /** Where busbench keeps its things on a host, as the page says. What it copied to one is there on all. */
    public Path kept(String name) {
        return home(name).resolve(name.equals("load-2") ? "data/busbench" : ".cache/busbench/hosts");
    }

    /** A command line that was typed, and what it says on both streams. */
    public static final class Typed {
        private final String line;
        private final Process process;
        private final Path said;

        private Typed(String line, Process process, Path said) {
            this.line = line;
            this.process = process;
            this.said = said;
        }

        /** What it has said so far. */
        public String said() throws IOException {
            return Files.readString(said);
        }

        /** Whether it still runs. */
        public boolean isAlive() {
            return process.isAlive();
        }

        /** Waits for its end. */
        public int exitCode() throws IOException, InterruptedException {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES))
                    .as("%s%n%s", line, said())
                    .isTrue();
            return process.exitValue();
        }

        /** Waits for its end, which must be a good one, and returns what it said. */
        public String succeeded() throws IOException, InterruptedException {
            assertThat(exitCode()).as("%s%n%s", line, said()).isZero();
            return said();
        }

        /** Ends it without a chance to clean up, if it still runs. */
        public void kill() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }

    /** Types a line of a shell in the checkout, on the host from which the others are driven. */
    public Typed type(String line) throws IOException {
        List<String> words =
                List.of("sh", "-c", "export JAVA_HOME=" + System.getProperty("java.home") + smallJvms() + line);
        Path said = Files.createTempFile(folder, "said", ".txt");
        return new Typed(line, start(script.pid(), words, said), said);
    }

    /** Runs a program on a host until the caller ends it. */
    public Process program(String name, List<String> words, Path said) throws IOException {
        Path pid = folder.resolve(name + ".pid");
        return start(Long.parseLong(Files.readString(pid).strip()), words, said);
    }

    private Process start(long pid, List<String> words, Path said) throws IOException {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=/proc/" + pid + "/ns/net", "--"));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(said.toFile());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        return builder.start();
    }

    /** Pulls the cable of a host. */
    public void cut(String name) throws IOException, InterruptedException {
        type("ip link set " + name + " down").succeeded();
    }

    /** Plugs it in again. */
    public void mend(String name) throws IOException, InterruptedException {
        type("ip link set " + name + " up").succeeded();
    }

    /** A process that runs on a host and has a word in its command line. */
    public Optional<ProcessHandle> process(String name, String word) throws IOException {
        String network = Files.readSymbolicLink(Path.of("/proc/"
                        + Files.readString(folder.resolve(name + ".pid")).strip() + "/ns/net"))
                .toString();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> isIn(network, process.pid())
                            && commandLine(process.pid()).contains(word))
                    .findFirst();
        }
    }

    private static boolean isIn(String network, long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net"))
                    .toString()
                    .equals(network);
        } catch (IOException ended) {
            return false;
        }
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return "";
        }
    }

    /** Ends them, with all that runs there. */
    @Override
    public void close() {
        try {
            script.getOutputStream().close();
        } catch (IOException gone) {
            // Its end is what is wanted.
            script.destroy();
        }
        script.onExit().join();
    }
}
