package org.busbench.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.text.Problem;

/**
 * Where things are in a checkout.
 *
 * @param root the folder with the launcher
 */
public record Project(Path root) {

    /**
     * The checkout that the launcher named.
     *
     * @return the project
     */
    public static Project current() {
        String named = System.getProperty("busbench.project");
        Path root = Path.of(named == null ? "" : named).toAbsolutePath().normalize();
        if (!Files.isDirectory(root.resolve("configs/adapters"))) {
            throw new Problem(root + " is no busbench checkout (no configs/adapters in it): start ./busbench");
        }
        return new Project(root);
    }

    /**
     * Adapters, a folder each.
     *
     * @return the folder
     */
    public Path adapters() {
        return root.resolve("configs/adapters");
    }

    /**
     * Suites, a file each.
     *
     * @return the folder
     */
    public Path suites() {
        return root.resolve("configs/suites");
    }

    /**
     * What runs left, a folder each.
     *
     * @return the folder
     */
    public Path runs() {
        return root.resolve("runs");
    }

    /**
     * JMeter plans, a file per scenario.
     *
     * @return the folder
     */
    public Path plans() {
        return root.resolve("jmeter-plans");
    }

    /**
     * The JMeter home that the build assembles.
     *
     * @return the folder
     */
    public Path jmeterHome() {
        return root.resolve("jmeter-plans/target/jmeter");
    }

    /**
     * The jars of the backend.
     *
     * @return the folder
     */
    public Path backendLib() {
        return root.resolve("backend-stockquote/target/backend/lib");
    }

    /**
     * Sample messages, a folder per size.
     *
     * @return the folder
     */
    public Path messages() {
        return root.resolve("xslt/messages");
    }

    /**
     * What the harness remembers of the processes that it started.
     *
     * @return the folder
     */
    public Path state() {
        return runs().resolve(".state");
    }

    /**
     * Logs and work folders of what {@code start} and {@code verify} start.
     *
     * @param what its name
     * @return the folder
     */
    public Path scratch(String what) {
        return runs().resolve(".scratch").resolve(what);
    }
}
