package org.busbench.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;

/**
 * Folders that the build leaves. A checkout's launcher builds for a command what most of its kind need; a module that few need is
 * built here, when its folder is asked for. Safe for use by several threads.
 */
public final class BuiltFolder {
    /** Names the property by which a checkout's launcher says where it lies. */
    private static final String LAUNCHER = "busbench.launcher";

    private static final String REMEDY = ": build the project with 'mvn -DskipTests package'";
    private static final Set<Path> ASKED_FOR = ConcurrentHashMap.newKeySet();

    private BuiltFolder() {}

    /**
     * Has the launcher build what is in a folder, where that is missing or older than its sources. It tells its progress on standard
     * error. Without a launcher, and after the first time, nothing happens.
     *
     * @throws Problem when it cannot be built
     */
    public static void require(Path folder) {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher == null || !folder.startsWith(Path.of(launcher).getParent()) || !ASKED_FOR.add(folder)) {
            return;
        }
        Path below = Path.of(launcher).getParent().relativize(folder);
        try {
            int code = new ProcessBuilder(launcher, "--build", below.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new Problem(below + " is not built: the lines above say why");
            }
        } catch (IOException refused) {
            throw new Problem(
                    "cannot start " + launcher + " to build " + below + ": " + Problem.brief(refused), refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Problem("interrupted while " + below + " was built", interrupted);
        }
    }

    /**
     * The jars of a folder, sorted by name, so that the class path is the same in every run.
     *
     * @throws Problem when there is none
     */
    public static List<Path> jars(Path folder) {
        require(folder);
        if (!Files.isDirectory(folder)) {
            throw new Problem("no such folder of jars: " + folder + REMEDY);
        }
        List<Path> jars = Problem.ifFails("cannot list " + folder, () -> Listing.of(folder)).stream()
                .filter(file -> file.toString().endsWith(".jar"))
                .toList();
        if (jars.isEmpty()) {
            throw new Problem("no jar in " + folder + REMEDY);
        }
        return jars;
    }
}
