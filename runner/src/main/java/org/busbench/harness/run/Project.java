package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.artifact.ArtifactCache;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/**
 * Where things are in a checkout, or in an archive that was released, and beside it. An archive has the folders of a built checkout, and may lie where nothing
 * can be written.
 *
 * @param otherRuns the folder of runs; empty for {@code runs} in the checkout, or in the current folder beside an archive
 */
public record Project(Path root, Optional<Path> moreAdapters, Optional<Path> otherRuns) {

    /** Names the property by which the command line says {@link #moreAdapters}. */
    public static final String MORE_ADAPTERS = "busbench.adapters";

    /** Names the property by which the command line says {@link #otherRuns}. */
    public static final String RUNS = "busbench.runs";

    private static final String ELSEWHERE = "; say --runs DIR, a folder of yours, for runs and logs";

    public Project(Path root) {
        this(root, Optional.empty(), Optional.empty());
    }

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
     * @throws Problem when the folder cannot be made
     */
    public static Project withFolderForAdapters() {
        Project project = named();
        project.moreAdapters().ifPresent(folder -> {
            try {
                Files.createDirectories(folder);
            } catch (IOException failed) {
                throw new Problem(
                        "--adapters " + folder + " cannot be made: " + Problem.brief(failed)
                                + "; name a folder in which you may write",
                        failed);
            }
        });
        return project;
    }

    /** How the user calls busbench with these adapters, for hints. */
    public String command() {
        return "busbench"
                + moreAdapters
                        .map(folder -> " --adapters " + ConfigProblem.shown(folder))
                        .orElse("");
    }

    private static Project named() {
        String named = System.getProperty("busbench.project");
        Path root = Path.of(named == null ? "" : named).toAbsolutePath().normalize();
        if (!Files.isDirectory(root.resolve("configs/adapters"))) {
            throw new Problem(root + " is no busbench checkout (no configs/adapters in it): start ./busbench");
        }
        return new Project(root, folder(MORE_ADAPTERS), folder(RUNS));
    }

    /** Whether it is an archive that was released, in which nothing is written. */
    public boolean isReleased() {
        return Files.isRegularFile(root.resolve(Build.RELEASE_FILE));
    }

    /**
     * The folder in which a new adapter is made.
     *
     * @throws Problem when only the archive's own would be left
     */
    public Path folderForAdapters() {
        if (moreAdapters.isEmpty() && isReleased()) {
            throw new Problem("the adapters of this archive stay as they are: say --adapters DIR for yours");
        }
        return moreAdapters.orElse(root.resolve("configs/adapters"));
    }

    private static Optional<Path> folder(String property) {
        return Optional.ofNullable(System.getProperty(property))
                .map(folder -> Path.of(folder).toAbsolutePath().normalize());
    }

    /** The adapters of the checkout, and those that the user has elsewhere. */
    public AdapterCatalog catalog() {
        List<Path> parents = new ArrayList<>(List.of(root.resolve("configs/adapters")));
        moreAdapters.ifPresent(parents::add);
        return new AdapterCatalog(parents, root);
    }

    public Path suites() {
        return root.resolve("configs/suites");
    }

    /** Suites that compare injectors, a file each. */
    public Path ramps() {
        return root.resolve("configs/ramps");
    }

    /** The jar of the Thrift service and of what drives it. */
    public Path thriftLoadLib() {
        return root.resolve("injectors/thrift-load/target/thrift-load/lib");
    }

    /** A JSON Schema that describes a kind of file to editors. */
    public Path schema(String name) {
        return root.resolve("docs/schema").resolve(name);
    }

    public Path runs() {
        return otherRuns.orElse((isReleased() ? Path.of("").toAbsolutePath() : root).resolve("runs"));
    }

    /**
     * The same, made where it is not there.
     *
     * @throws Problem when nothing can be written there
     */
    public Path writableRuns() {
        Path runs = runs();
        try {
            Files.createDirectories(runs);
        } catch (IOException refused) {
            throw new Problem("cannot make " + runs + ": " + Problem.brief(refused) + ELSEWHERE, refused);
        }
        if (!Files.isWritable(runs)) {
            throw new Problem("cannot write in " + runs + ELSEWHERE);
        }
        return runs;
    }

    public Path plans() {
        return root.resolve("jmeter-plans");
    }

    public Path jmeterHome() {
        return root.resolve("jmeter-plans/target/jmeter");
    }

    /** The jars of Gatling, and of what it needs, with their checksums. */
    public Path gatlingLock() {
        return root.resolve("injectors/gatling-injector/artifacts.lock");
    }

    /** The jars of ours that let Gatling make loads. */
    public Path gatlingLib() {
        return root.resolve("injectors/gatling-injector/target/injector/lib");
    }

    public Scenarios scenarios() {
        return Scenarios.of(root);
    }

    /** The harness's memory of the processes that it started, wherever their runs are kept, if the user's home can be written. */
    public Path state() {
        Path state = isReleased()
                ? ArtifactCache.ofUser().folder().resolve("state")
                : root.resolve("runs").resolve(".state");
        Path there = state;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        return Files.isWritable(there) ? state : runs().resolve(".state");
    }

    /** Logs and work folders of what {@code start} and {@code verify} start. */
    public Path scratch(String what) {
        return writableRuns().resolve(".scratch").resolve(what);
    }
}
