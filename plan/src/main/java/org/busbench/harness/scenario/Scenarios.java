package org.busbench.harness.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlValue;

/**
 * The scenarios of a checkout by name, and any other by its folder. Each is read when it is asked for.
 *
 * @param parent the folder in which each has its own
 * @param project the project's root, {@code ${project}} in scenario files
 */
public record Scenarios(Path parent, Path project) {

    public static Scenarios of(Path project) {
        return new Scenarios(project.resolve("configs/scenarios"), project);
    }

    public List<String> names() {
        return Problem.ifFails("cannot list the scenarios in " + parent, () -> Listing.of(parent)).stream()
                .filter(folder -> Files.isRegularFile(folder.resolve(Scenario.FILE_NAME)))
                .map(folder -> folder.getFileName().toString())
                .toList();
    }

    /**
     * Reads a scenario.
     *
     * @param nameOrFolder a name, or a path with a slash in it
     * @param here what a relative path is relative to
     * @throws Problem when there is none; an unknown name says which is meant
     */
    public Scenario find(String nameOrFolder, Path here) {
        if (!nameOrFolder.contains("/")) {
            if (!names().contains(nameOrFolder)
                    && Files.isRegularFile(here.resolve(nameOrFolder).resolve(Scenario.FILE_NAME))) {
                throw new Problem(
                        "unknown scenario '" + nameOrFolder + "': for the folder of that name write ./" + nameOrFolder);
            }
            return find(nameOrFolder);
        }
        Path folder = here.resolve(nameOrFolder).normalize();
        if (!Files.isRegularFile(folder.resolve(Scenario.FILE_NAME))) {
            throw new Problem("no scenario in " + folder + ": there is no " + Scenario.FILE_NAME + " in it");
        }
        return ScenarioFolder.read(folder, project);
    }

    /** Reads a scenario by name; an unknown name is a problem that says which is meant. */
    public Scenario find(String name) {
        List<String> known = names();
        if (!known.contains(name)) {
            throw new Problem("unknown scenario '" + name + "'" + Nearest.hint(name, known));
        }
        return ScenarioFolder.read(parent.resolve(name), project);
    }

    /** Reads the scenario that a line of a file names, or whose folder it gives, relative to that file. */
    public Scenario find(YamlValue value) {
        try {
            return find(value.word(), value.file().toAbsolutePath().getParent());
        } catch (ConfigProblem inTheScenario) {
            throw inTheScenario;
        } catch (Problem unknown) {
            throw value.problem(unknown.getMessage(), unknown);
        }
    }

    public List<Scenario> all() {
        return names().stream().map(this::find).toList();
    }
}
