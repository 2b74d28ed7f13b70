package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.TextFile;
import org.busbench.harness.run.Project;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.ScenarioFolder;
import org.busbench.harness.scenario.ScenarioPlan;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlValue;
import org.busbench.harness.verify.Rehearsal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbench scenario}: helps to write a scenario of one's own messages. */
@Command(
        name = "scenario",
        description = "Begins a scenario with messages of your own, or checks one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ScenarioCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "what about the scenario? (new, lint)");
    }

    @Command(
            name = "new",
            description = "Writes the folder of a new scenario, with all that can stand in it. As it is, the control"
                    + " 'direct' can be measured with it.",
            mixinStandardHelpOptions = true)
    Integer scaffold(
            @Parameters(paramLabel = "NAME", description = "Give the new scenario, and its folder, this name.")
                    String name,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "DIR",
                            description = "Make the folder in this one (default: here).")
                    Path parent,
            @Option(
                            names = "--like",
                            paramLabel = "NAME|DIR",
                            description = "Begin with a copy of this scenario instead.")
                    String like)
            throws IOException {
        Project project = Project.current();
        Path folder = (parent == null ? Path.of("") : parent).resolve(name);
        if (!YamlValue.isName(name)) {
            throw new Problem(
                    "'" + name + "' is no name of a scenario: write lower-case letters, digits, dots and hyphens");
        }
        if (Files.exists(folder)) {
            throw new Problem(folder + " is there already: choose another name, or go on with that one");
        }
        if (project.scenarios().names().contains(name)) {
            throw new Problem("a scenario of busbench is called '" + name + "' already: choose another name");
        }
        Map<String, byte[]> files = like == null
                ? scaffolded()
                : copied(Chosen.scenarios(project, List.of(like)).get(0));
        Path absolute = folder.toAbsolutePath().normalize();
        files.computeIfPresent(Scenario.FILE_NAME, (file, bytes) -> named(bytes, name, absolute, project));
        files.forEach((file, bytes) -> Problem.ifFails("cannot write to " + folder, () -> {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            return Files.write(path, bytes);
        }));
        System.out.println("wrote " + folder + "; now edit it, and ask 'busbench scenario lint " + place(folder) + "'");
        return ExitCode.OK;
    }

    @Command(
            name = "lint",
            description =
                    "Says what is wrong with scenarios, a line for each problem: in their files, and in the requests and"
                            + " answers that are made of them. Starts nothing but"
                            + " a program of theirs that makes rows of data.",
            mixinStandardHelpOptions = true)
    Integer lint(
            @Parameters(
                            paramLabel = "NAME|DIR",
                            arity = "1..*",
                            description = "Check these scenarios, by name or folder.")
                    List<String> namesAndFolders) {
        Project project = Project.current();
        boolean sound = true;
        for (String place : namesAndFolders) {
            Path folder = folder(project, place);
            List<Problem> problems = ScenarioFolder.problems(folder, project.root());
            if (problems.isEmpty()) {
                Scenario scenario = ScenarioFolder.read(folder, project.root());
                Rehearsal rehearsal = Rehearsal.of(scenario);
                problems = rehearsal.problems();
                if (problems.isEmpty()) {
                    System.out.println(summary(scenario, rehearsal));
                }
            }
            problems.forEach(problem -> System.err.println(problem.getMessage()));
            sound &= problems.isEmpty();
        }
        return sound ? ExitCode.OK : ExitCode.BAD_INPUT;
    }

    private static Path folder(Project project, String place) {
        Path folder = Path.of(place);
        if (!place.contains("/") && !Files.isDirectory(folder)) {
            return project.scenarios().find(place).folder();
        }
        if (!Files.isRegularFile(folder.resolve(Scenario.FILE_NAME))) {
            throw new Problem("no scenario in " + folder + ": there is no " + Scenario.FILE_NAME + " in it");
        }
        return folder;
    }

    private static String summary(Scenario scenario, Rehearsal rehearsal) {
        long routes = scenario.data().samples().stream()
                .flatMap(row -> scenario.route(row).stream())
                .distinct()
                .count();
        String checked = routes == 0 ? "routes not checked" : number(routes, "route");
        String answered = "answered by the quote service";
        if (scenario.backend() instanceof Backend.FromFiles) {
            answered = "answered by its files";
        } else if (scenario.backend() instanceof Backend.Theirs) {
            answered = "answered by a backend of yours: goodput, not reconciled";
        }
        return scenario.name() + ": " + number(rehearsal.requests(), "request") + ", "
                + number(scenario.sizes().size(), "size") + ", " + checked + ", " + answered + ", ready";
    }

    private static String number(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** As the user must write it where a scenario is named. */
    private static String place(Path folder) {
        return folder.toString().contains("/") ? folder.toString() : "./" + folder;
    }

    private static Map<String, byte[]> scaffolded() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String file : List.of(Scenario.FILE_NAME, "request.json", "answer.json", "data.csv")) {
            String text = TextFile.resource(ScenarioCommand.class, "scaffold/scenario/" + file);
            files.put(file, text.getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    /** All files of the folder but those that a run makes. */
    private static Map<String, byte[]> copied(Scenario model) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (Path file : Listing.files(model.folder())) {
            Path name = model.folder().relativize(file);
            boolean made = name.startsWith("made")
                    || name.endsWith(ScenarioPlan.FILE_NAME)
                    || model.data()
                            .generated()
                            .filter(rows -> rows.file().equals(file))
                            .isPresent();
            if (!made) {
                files.put(name.toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** Its own name, its name as a title, and the schema as it is found from there. */
    private static byte[] named(byte[] file, String name, Path folder, Project project) {
        String schema = "# yaml-language-server: $schema="
                + SchemaAddress.from(folder, project.schema("scenario-1.schema.json"));
        String text = new String(file, StandardCharsets.UTF_8).replaceFirst("\\A# yaml-language-server:.*\\R", "");
        text = replaced(text, "name", name);
        text = replaced(text, "title", name).replace("path: /NAME", "path: /" + name);
        return (schema + "\n" + text).getBytes(StandardCharsets.UTF_8);
    }

    private static String replaced(String text, String key, String value) {
        return Pattern.compile("^" + key + ":.*$", Pattern.MULTILINE)
                .matcher(text)
                .replaceFirst(Matcher.quoteReplacement(key + ": " + value));
    }
}
