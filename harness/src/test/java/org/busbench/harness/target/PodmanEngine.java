package org.busbench.harness.target;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.harness.adapter.ProgramPath;

/**
 * Podman with images and containers in a temporary folder, and the image {@link DockerEngine#IMAGE}. A test is skipped, with
 * the reason, where it cannot run a container.
 */
public final class PodmanEngine {
    private final Path folder;
    private final NetworkNamespace network;

    private PodmanEngine(Path folder, NetworkNamespace network) {
        this.folder = folder;
        this.network = network;
    }

    /** Tries it with a container that does nothing. */
    public static PodmanEngine prepare(Path folder, NetworkNamespace network) throws IOException, InterruptedException {
        ProgramPath programs = ProgramPath.ofEnvironment();
        assumeTrue(programs.find("podman").isPresent(), "podman is not installed");
        PodmanEngine engine = new PodmanEngine(folder, network);
        // crun 1.8 refuses machines that have control groups of both versions.
        String runtime = programs.find("runc").isPresent() ? "runtime = \"runc\"\n" : "";
        Files.writeString(
                folder.resolve("containers.conf"),
                "[containers]\ndefault_ulimits = [\"nofile=4096:4096\", \"nproc=20000:20000\"]\n[engine]\n" + runtime
                        + "cgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n");
        Files.writeString(
                folder.resolve("storage.conf"),
                "[storage]\ndriver = \"vfs\"\ngraphroot = \"" + folder.resolve("data") + "\"\nrunroot = \""
                        + folder.resolve("run") + "\"\n");
        Path archive = folder.resolve("image.tar");
        run(
                Map.of(),
                List.of("tar", "-C", DockerEngine.nothing(folder.resolve("image")) + "", "-cf", archive + "", "."));
        String imported = engine.podman("import", archive.toString(), DockerEngine.IMAGE);
        assumeTrue(imported.endsWith("exit 0"), imported);
        String tried = engine.podman(
                "run",
                "--rm",
                "--pull=never",
                "--network=host",
                "--memory=256m",
                "--cpus=0.75",
                "--volume=/usr:/usr:ro",
                DockerEngine.IMAGE,
                "/usr/bin/true");
        assumeTrue(tried.endsWith("exit 0"), "podman cannot run a container here: " + tried);
        return engine;
    }

    /** What a program needs in its environment to find it. */
    public Map<String, String> environment() {
        return Map.of(
                "CONTAINERS_CONF", folder.resolve("containers.conf").toString(),
                "CONTAINERS_STORAGE_CONF", folder.resolve("storage.conf").toString());
    }

    /** What podman says, and its exit code. */
    public String podman(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("podman"));
        command.addAll(List.of(words));
        return run(environment(), network.command(command));
    }

    private static String run(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + "exit " + process.waitFor();
    }
}
