package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterCopy;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.SuiteFile;

/** The programs of this checkout in a project of its own: with its own runs, and with a free port for every adapter. */
public final class MutantProject {
    public static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    private final Path root;

    public MutantProject(Path root) throws IOException {
        this.root = root;
        for (String module : List.of("backend-stockquote", "injectors", "jmeter-plans", "mutants", "xslt")) {
            Files.createSymbolicLink(root.resolve(module), CHECKOUT.resolve(module));
        }
        Files.createDirectories(root.resolve("configs/suites"));
        Files.createDirectories(root.resolve("configs/adapters"));
        Files.createSymbolicLink(root.resolve("configs/scenarios"), CHECKOUT.resolve("configs/scenarios"));
    }

    /**
     * A run of these adapters with one job; each adapter may be in one run of a project alone.
     *
     * @param lines of the suite: load, repeats and phases
     */
    public RunSettings settings(String id, List<String> adapters, String scenario, String... lines) throws IOException {
        Path suite = root.resolve("configs/suites").resolve(id + ".yaml");
        Files.writeString(
                suite,
                String.join(
                        "\n",
                        "schema: busbench/suite/1",
                        "name: " + id,
                        "about: mutants",
                        "adapters: " + adapters,
                        "scenarios: [" + scenario + "]",
                        "payloads: [" + (scenario.equals("split") ? "2K" : "1K") + "]",
                        String.join("\n", lines),
                        "seed: 1",
                        "errorBound: 0.0",
                        "jvm:",
                        "  options: [-Xmx32m, -XX:+UseSerialGC, -XX:TieredStopAtLevel=1]",
                        ""));
        return new RunSettings(
                project(),
                SuiteFile.read(suite, Scenarios.of(root)),
                adapters(adapters),
                List.of(),
                Backends.free(),
                id);
    }

    public Project project() {
        return new Project(root);
    }

    /** Mutants of this checkout. */
    public List<Adapter> adapters(List<String> names) throws IOException {
        for (String name : names) {
            copy(name);
        }
        AdapterCatalog catalog = new AdapterCatalog(root.resolve("configs/adapters"), root);
        return names.stream().map(catalog::find).toList();
    }

    /** The mutants' own rarity needs longer loads than these. */
    private void copy(String adapter) throws IOException {
        Path folder = root.resolve("configs/adapters").resolve(adapter);
        if (Files.exists(folder)) {
            return;
        }
        Adapter mutant = new AdapterCatalog(CHECKOUT.resolve("configs/adapters"), CHECKOUT).find(adapter);
        AdapterCopy.make(mutant.folder(), folder, List.of());
        Path file = folder.resolve(Adapter.FILE_NAME);
        String text = Files.readString(file)
                .replaceFirst("(.*)--after=[0-9]+", "$1--after=40\n$1--every=20")
                .replaceFirst("(.*)--fault=wrong-route", "$0\n$1--every=100");
        Files.writeString(file, text);
    }
}
