package org.busbench.harness.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.busbench.common.FreePorts;
import org.busbench.harness.target.DockerEngine;

/**
 * A process that measures the reference mediator, once as a process and once in a container ({@code run FOLDER}), or starts the
 * container and waits to be killed ({@code hold FOLDER}). It finds the engine by its environment, as the program does.
 */
public final class ContainedRun {
    private static final String[] ONE_BLOCK = {
        "blocks: 1", "concurrency: [8]", "primer: 0s", "warmup: 900ms", "measure: 4800ms", "think: 4ms"
    };

    private ContainedRun() {}

    /** Ends with 0 when the run is complete. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        MutantProject project = new MutantProject(folder);
        adapter(folder);
        RunSettings settings =
                project.settings("contained", List.of("reference", "contained"), "virtualization", ONE_BLOCK);
        if (arguments[0].equals("run")) {
            RunResult result = new BenchmarkRun(settings, new SilentListener(), Verdicts.FIXED_BLOCKS, true).execute();
            System.err.println(result.fault());
            System.exit(result.outcome().exitCode());
        }
        PrintStream err = System.err;
        try (TestBed testBed = TestBed.start(settings.testBed(folder.resolve("stack")), line -> err.println(line))) {
            System.out.println(testBed.systems().get(1).process().isPresent() ? "up" : "not up");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static void adapter(Path folder) throws IOException {
        write(folder, "contained", List.of("  network: host", "  memory: 256m", "  cpus: 0.75"), text -> text);
    }

    /** An adapter that is reached by a published port; the backends listen where the containers reach them. */
    static void published(Path folder) throws IOException {
        write(
                folder,
                "published",
                List.of("  ports: [\"${port.http}:8600\"]", "  cpus: 0.75"),
                text -> text.replace("--listen=127.0.0.1:${port.http}", "--listen=0.0.0.0:8600")
                        .replaceAll("(--backend=.)=127.0.0.1", "$1=" + DockerEngine.GATEWAY));
    }

    /** The same on podman. */
    static void onPodman(Path folder) throws IOException {
        write(
                folder,
                "contained",
                List.of("  network: host", "  memory: 256m", "  cpus: 0.75"),
                text -> text.replace("engine: docker", "engine: podman"));
    }

    /** The image has no files: the container sees the machine's Java and this checkout. */
    private static void write(Path folder, String name, List<String> terms, UnaryOperator<String> change)
            throws IOException {
        Path reference = MutantProject.CHECKOUT.resolve("mutants/adapters/reference/adapter.yaml");
        String text = Files.readString(reference);
        int java = text.indexOf("java:");
        int arguments = text.indexOf("  arguments:");
        int ports = text.indexOf("ports:");
        String contained = text.substring(0, java).replace("reference", name)
                + String.join(
                        "\n",
                        "container:",
                        "  image: " + DockerEngine.IMAGE,
                        "  engine: docker",
                        String.join("\n", terms),
                        "  mounts:",
                        "    - /usr:/usr:ro",
                        "    - /etc:/etc:ro",
                        "    - " + System.getProperty("java.home") + ":/java:ro",
                        "    - " + MutantProject.CHECKOUT + ":/busbench:ro",
                        "  args:",
                        "    - /java/bin/java",
                        "    - -Xmx32m",
                        "    - -XX:+UseSerialGC",
                        "    - -XX:TieredStopAtLevel=1",
                        "    - -cp",
                        "    - /busbench/mutants/target/mutants/lib/*",
                        "    - org.busbench.mutants.Mutant",
                        "")
                + text.substring(text.indexOf("\n", arguments) + 1, ports).replace("${project}", "/busbench")
                + text.substring(ports).replaceFirst("http: [0-9]+", "http: " + FreePorts.inARow(1));
        Path own = Files.createDirectories(folder.resolve("configs/adapters").resolve(name));
        Files.writeString(own.resolve("adapter.yaml"), change.apply(contained));
    }
}
