package org.busbench.harness.target;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;

/**
 * Five hosts, as far as sockets and ssh can tell: two injectors, a mediator, a backend, and the one from which they are driven. Each
 * is a network namespace with a cable to a common switch; the four have an sshd with keys of the test's own. A test is skipped,
 * with the reason, where none can be made. Files are common to all.
 */
public final class HostRig implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final List<String> PARTS =
            List.of("harness", "backend-stockquote", "mediation", "jmeter-plans", "configs", "xslt", "docs", "pom.xml");
    private static final int FIRST_ADDRESS = 11;

    private final Path folder;
    private final Path project;
    private final NetworkNamespace control;
    private final Map<String, NetworkNamespace> hosts = new LinkedHashMap<>();
    private final List<Process> servers = new ArrayList<>();

    /**
     * Makes it.
     *
     * @param folder gets the keys, and what is written on the hosts
     */
    public HostRig(Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SSHD), "there is no " + SSHD + " (apt-get install openssh-server)");
        this.folder = folder;
        this.project = Files.createDirectories(folder.resolve("project"));
        for (String part : PARTS) {
            Files.createSymbolicLink(project.resolve(part), ProjectFiles.ROOT.resolve(part));
        }
        key("host");
        key("user");
        Files.createDirectories(Path.of("/run/sshd"));
        this.control = NetworkNamespace.open();
        try {
            control.bridge("10.77.0.1/24");
            StringBuilder config = new StringBuilder();
            StringBuilder known = new StringBuilder();
            String hostKey = Files.readString(folder.resolve("host.pub"));
            for (String name : List.of("injector-1", "injector-2", "mediator", "backend")) {
                NetworkNamespace host = NetworkNamespace.open();
                hosts.put(name, host);
                String address = address(name);
                control.plug(host, name, address + "/24");
                serve(name, address);
                config.append("Host " + name + "\n  HostName " + address + "\n");
                known.append(address + " " + hostKey);
            }
            config.append("Host *\n  User root\n  IdentitiesOnly yes\n  IdentityFile " + folder.resolve("user")
                    + "\n  UserKnownHostsFile " + folder.resolve("known") + "\n  StrictHostKeyChecking yes\n");
            Files.writeString(folder.resolve("known"), known);
            Files.writeString(sshConfig(), config);
            awaitServers();
        } catch (IOException | InterruptedException | RuntimeException unfit) {
            close();
            throw unfit;
        }
    }

    private void key(String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        folder.resolve(name).toString())
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("ssh-keygen made no key");
        }
    }

    private void serve(String name, String address) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "ListenAddress " + address + ":22",
                "HostKey " + folder.resolve("host"),
                "AuthorizedKeysFile " + folder.resolve("user.pub"),
                "PidFile none",
                "StrictModes no",
                "UsePAM no",
                "PasswordAuthentication no",
                "PermitRootLogin prohibit-password"));
        Path config = Files.write(folder.resolve(name + ".sshd"), lines);
        servers.add(new ProcessBuilder(
                        hosts.get(name).command(List.of(SSHD.toString(), "-D", "-e", "-f", config.toString())))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".sshd.log").toFile())
                .start());
    }

    private void awaitServers() throws IOException, InterruptedException {
        for (String name : hosts.keySet()) {
            long end = System.nanoTime() + 10_000_000_000L;
            while (!Files.readString(folder.resolve(name + ".sshd.log")).contains("Server listening")) {
                if (System.nanoTime() > end) {
                    abort("no sshd can be started here: " + Files.readString(folder.resolve(name + ".sshd.log")));
                }
                Thread.sleep(20);
            }
        }
    }

    /** The address of one of the four. */
    public String address(String name) {
        return "10.77.0." + (FIRST_ADDRESS + List.copyOf(hosts.keySet()).indexOf(name));
    }

    /** By which ssh knows the four. */
    public Path sshConfig() {
        return folder.resolve("ssh_config");
    }

    /** A file that says what the hosts are; {@code injectors} are some of {@code injector-1} and {@code injector-2}. */
    public Path file(String... injectors) throws IOException {
        StringBuilder text = new StringBuilder("schema: busbench/hosts/1\ninjectors:\n");
        for (String name : injectors) {
            text.append("  - " + entry(name) + "\n");
        }
        for (String name : List.of("mediator", "backend")) {
            text.append(name + ": " + entry(name).replace("{", "{address: " + address(name) + ", ") + "\n");
        }
        return Files.writeString(folder.resolve("hosts-" + injectors.length + ".yaml"), text);
    }

    private String entry(String name) {
        return "{host: " + name + ", folder: " + home(name) + ", java: " + System.getProperty("java.home") + "}";
    }

    /** Where busbench keeps its things on a host: the mediator has a folder of its own. */
    public Path home(String name) {
        return folder.resolve(name.equals("mediator") ? "home-of-mediator" : "home");
    }

    /** Starts the command line on the host from which the others are driven. */
    public CommandLineRun start(String... words) throws IOException {
        return CommandLineRun.start(project, control, Map.of(), List.of(words));
    }

    /** The checkout that is used. */
    public Path project() {
        return project;
    }

    /** Pulls the cable of a host. */
    public void cut(String name) throws IOException, InterruptedException {
        control.run("ip", "link", "set", name, "down");
    }

    /** Plugs it in again. */
    public void mend(String name) throws IOException, InterruptedException {
        control.run("ip", "link", "set", name, "up");
    }

    /** A process that runs on a host and has a word in its command line. */
    public Optional<ProcessHandle> process(String name, String word) throws IOException {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            for (ProcessHandle process : (Iterable<ProcessHandle>) all::iterator) {
                Path proc = Path.of("/proc/" + process.pid());
                if (inNetwork(proc, name) && commandLine(proc).contains(word)) {
                    return Optional.of(process);
                }
            }
        }
        return Optional.empty();
    }

    private boolean inNetwork(Path proc, String name) {
        try {
            Path own = Path.of("/proc/" + hosts.get(name).pid() + "/ns/net");
            return Files.readSymbolicLink(proc.resolve("ns/net")).equals(Files.readSymbolicLink(own));
        } catch (IOException ended) {
            return false;
        }
    }

    private static String commandLine(Path proc) {
        try {
            return Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return "";
        }
    }

    @Override
    public void close() {
        for (Process server : servers) {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly().onExit().join();
        }
        hosts.values().forEach(NetworkNamespace::close);
        control.close();
    }
}
