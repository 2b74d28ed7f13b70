package org.busbench.harness.target;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.adapter.ProgramPath;

/**
 * A Docker engine of the test's own, in a temporary folder, with one image that has no files: containers see the machine's own
 * programs. A test is skipped, with the reason, where none can be started.
 */
public final class DockerEngine implements AutoCloseable {
    /** The image without files. */
    public static final String IMAGE = "busbench-nothing:1";
    /** This machine, as containers with a network of their own reach it. */
    public static final String GATEWAY = "10.88.7.1";

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process daemon;
    private final Path folder;

    private DockerEngine(Process daemon, Path folder) {
        this.daemon = daemon;
        this.folder = folder;
    }

    /** What a program needs in its environment to find the engine. */
    public Map<String, String> environment() {
        return Map.of("DOCKER_HOST", "unix://" + folder.resolve("docker.sock"));
    }

    /** Its containers may have networks of their own, of which {@link #GATEWAY} is the way out. */
    public static DockerEngine start(Path folder, NetworkNamespace network) throws IOException, InterruptedException {
        for (String program : List.of("dockerd", "docker", "tar")) {
            assumeTrue(ProgramPath.ofEnvironment().find(program).isPresent(), program + " is not installed");
        }
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may start a container engine");
        Process daemon = new ProcessBuilder(network.command(List.of(
                        "dockerd",
                        "--iptables=false",
                        "--ip6tables=false",
                        "--bip=" + GATEWAY + "/24",
                        "--storage-driver=vfs",
                        "--data-root=" + folder.resolve("data"),
                        "--exec-root=" + folder.resolve("exec"),
                        "--pidfile=" + folder.resolve("pid"),
                        "--host=unix://" + folder.resolve("docker.sock"))))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("dockerd.log").toFile())
                .start();
        DockerEngine engine = new DockerEngine(daemon, folder);
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!engine.docker("version").endsWith("exit 0")) {
            if (!daemon.isAlive() || System.nanoTime() > deadline) {
                List<String> log = Files.readAllLines(folder.resolve("dockerd.log"));
                engine.close();
                abort("no container engine can be started here: " + log.get(log.size() - 1));
            }
            Thread.sleep(100);
        }
        engine.importNothing();
        return engine;
    }

    private void importNothing() throws IOException, InterruptedException {
        importImage(nothing(folder.resolve("image")), IMAGE);
    }

    /** The root of a file system without files, into which those of the machine can be mounted. */
    static Path nothing(Path root) throws IOException {
        for (String name : List.of("tmp", "proc", "sys", "dev", "usr", "etc")) {
            Files.createDirectories(root.resolve(name));
        }
        for (String name : List.of("bin", "lib", "lib64", "sbin")) {
            Files.createSymbolicLink(root.resolve(name), Path.of("usr", name));
        }
        return root;
    }

    /**
     * Makes an image of a folder.
     *
     * @param name by which adapters name it
     * @param changes as {@code docker import --change} takes them
     */
    public void importImage(Path root, String name, String... changes) throws IOException, InterruptedException {
        Path archive = folder.resolve("image.tar");
        run("tar", "-C", root.toString(), "-cf", archive.toString(), ".");
        List<String> words = new ArrayList<>(List.of("import"));
        for (String change : changes) {
            words.add("--change=" + change);
        }
        words.addAll(List.of(archive.toString(), name));
        String said = docker(words.toArray(String[]::new));
        assumeTrue(said.endsWith("exit 0"), said);
    }

    /** What docker says, and its exit code. */
    public String docker(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(words));
        return run(command.toArray(String[]::new));
    }

    private String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return said + "exit " + process.waitFor();
    }

    @Override
    public void close() {
        daemon.destroy();
        daemon.onExit().join();
        // The daemon leaves the network of its host mounted, and the folder could not be deleted.
        try {
            run("umount", folder.resolve("exec/netns/default").toString());
        } catch (IOException | InterruptedException noMatter) {
            throw new IllegalStateException(noMatter);
        }
    }
}
