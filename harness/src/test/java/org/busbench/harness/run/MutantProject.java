package org.busbench.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.process.Backends;
import org.busbench.harness.suite.SuiteFile;

/** This checkout, built, in a folder of its own: its own runs, and every adapter at a free port. */
final class MutantProject {
    static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    private final Path root;

    MutantProject(Path root) throws IOException {
        this.root = root;
        for (String module : List.of("backend-stockquote", "jmeter-plans", "mutants", "xslt")) {
            Files.createSymbolicLink(root.resolve(module), CHECKOUT.resolve(module));
        }
        Files.createDirectories(root.resolve("configs/suites"));
        try (Stream<Path> adapters = Files.list(CHECKOUT.resolve("mutants/adapters"))) {
            adapters.forEach(this::copy);
        }
    }

    /** A run of these adapters: one scenario, one payload, a second of load each. */
    RunSettings settings(String id, List<String> adapters, String measure) throws IOException {
        Path suite = root.resolve("configs/suites").resolve(id + ".yaml");
        Files.writeString(
                suite,
                String.join(
                        "\n",
                        "schema: busbench/suite/1",
                        "name: " + id,
                        "about: mutants",
                        "adapters: " + adapters,
                        "scenarios: [xslt]",
                        "payloads: [1K]",
                        "concurrency: [8]",
                        "injector: jmeter-http",
                        "blocks: 1",
                        "primer: 0s",
                        "warmup: 300ms",
                        "measure: " + measure,
                        "seed: 1",
                        "errorBound: 0.0",
                        "jvm:",
                        "  options: [-Xmx96m, -XX:+UseSerialGC, -XX:TieredStopAtLevel=1]",
                        ""));
        AdapterCatalog catalog = new AdapterCatalog(root.resolve("configs/adapters"), root);
        return new RunSettings(
                new Project(root),
                SuiteFile.read(suite),
                adapters.stream().map(catalog::find).toList(),
                List.of(),
                Backends.free(),
                id);
    }

    private void copy(Path adapter) {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path folder =
                    Files.createDirectories(root.resolve("configs/adapters").resolve(adapter.getFileName()));
            String text = Files.readString(adapter.resolve("adapter.yaml"))
                    .replaceFirst("ports: \\{http: [0-9]+}", "ports: {http: " + free.getLocalPort() + "}")
                    .replaceFirst("--after=[0-9]+\"", "--after=60\"\n    - \"--every=20\"");
            Files.writeString(folder.resolve("adapter.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
