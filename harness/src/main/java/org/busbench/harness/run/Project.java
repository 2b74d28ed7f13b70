package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.text.Problem;

/** Where things are in a checkout. */
public record Project(Path root, Optional<Path> moreAdapters) {

    /** Names the property by which the command line says {@link #moreAdapters}. */
    public static final String MORE_ADAPTERS = "busbench.adapters";

    /** A checkout alone. */
    public Project(Path root) {
        this(root, Optional.empty());
    }

    /** The checkout that the launcher named. */
    public static Project current() {
        Project project = named();
        project.moreAdapters().filter(folder -> !Files.isDirectory(folder)).ifPresent(folder -> {
            throw new Problem("--adapters " + folder + ": no such folder");
        });
        return project;
    }

    /**
     * The same, where the folder of further adapters is made when it is not there.
     *
     * @throws IOException when the folder cannot be made
     */
    public static Project withFolderForAdapters() throws IOException {
        Project project = named();
        if (project.moreAdapters().isPresent()) {
            Files.createDirectories(project.moreAdapters().get());
        }
        return project;
    }

    private static Project named() {
        String named = System.getProperty("busbench.project");
        Path root = Path.of(named == null ? "" : named).toAbsolutePath().normalize();
        if (!Files.isDirectory(root.resolve("configs/adapters"))) {
            throw new Problem(root + " is no busbench checkout (no configs/adapters in it): start ./busbench");
        }
        Optional<Path> more = Optional.ofNullable(System.getProperty(MORE_ADAPTERS))
                .map(folder -> Path.of(folder).toAbsolutePath().normalize());
        return new Project(root, more);
    }

    /** The adapters of the checkout, and those that the user has elsewhere. */
    public AdapterCatalog catalog() {
        List<Path> parents = new ArrayList<>(List.of(root.resolve("configs/adapters")));
        moreAdapters.ifPresent(parents::add);
        return new AdapterCatalog(parents, root);
    }

    /** Suites, a file each. */
    public Path suites() {
        return root.resolve("configs/suites");
    }

    /** What runs left, a folder each. */
    public Path runs() {
        return root.resolve("runs");
    }

    /** JMeter plans, a file per scenario. */
    public Path plans() {
        return root.resolve("jmeter-plans");
    }

    /** The JMeter home that the build assembles. */
    public Path jmeterHome() {
        return root.resolve("jmeter-plans/target/jmeter");
    }

    /** The jars of the backend. */
    public Path backendLib() {
        return root.resolve("backend-stockquote/target/backend/lib");
    }

    /** Sample messages, a folder per size. */
    public Path messages() {
        return root.resolve("xslt/messages");
    }

    /** What the harness remembers of the processes that it started. */
    public Path state() {
        return runs().resolve(".state");
    }

    /** Logs and work folders of what {@code start} and {@code verify} start. */
    public Path scratch(String what) {
        return runs().resolve(".scratch").resolve(what);
    }
}
