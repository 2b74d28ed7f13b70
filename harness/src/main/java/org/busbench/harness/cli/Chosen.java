package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.Availability;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.run.Project;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;

/** The adapters and scenarios that the user named on the command line, outside a suite. */
final class Chosen {

    static final Consumer<String> NO_NOTES = line -> {};

    private Chosen() {}

    /** The adapters of these names; one that cannot be started here is a problem. */
    static List<Adapter> adapters(Project project, List<String> names) {
        AdapterCatalog catalog = project.catalog();
        List<Adapter> adapters = names.stream().distinct().map(catalog::find).toList();
        adapters.forEach(Chosen::requireAvailable);
        return adapters;
    }

    /** One that cannot be started here is a problem. */
    static void requireAvailable(Adapter adapter) {
        Availability availability = Availability.of(adapter, ProgramPath.ofEnvironment());
        if (!availability.available()) {
            throw new Problem(adapter.name() + " cannot be started here: " + availability.reason() + "; what helps: "
                    + availability.install());
        }
    }

    /** What an adapter needs and cannot be had here. */
    static Optional<Problem> missing(Adapter adapter) throws IOException, InterruptedException {
        Availability availability = Availability.of(adapter, ProgramPath.ofEnvironment());
        if (!availability.available()) {
            return Optional.of(new Problem(availability.reason()));
        }
        try (Supply supply = Supply.fetching(Chosen::note)) {
            return supply.shortage(adapter).map(Problem.class::cast);
        }
    }

    private static void note(String line) {
        System.err.println(line);
    }

    /** The scenarios of these names or folders; without any, those of the checkout. */
    static List<Scenario> scenarios(Project project, List<String> names) {
        return names.isEmpty()
                ? project.scenarios().all()
                : List.copyOf(names.stream()
                        .distinct()
                        .map(name -> project.scenarios().find(name, Path.of("").toAbsolutePath()))
                        .collect(Collectors.toMap(Scenario::name, one -> one, Chosen::onlyOne, LinkedHashMap::new))
                        .values());
    }

    private static Scenario onlyOne(Scenario one, Scenario other) {
        throw new Problem("two scenarios are called '" + one.name() + "': " + one.file() + " and " + other.file()
                + "; give one of them another name");
    }

    /** The scenarios of these names or folders, and beside them those of the checkout whose name and place at the backend are free. */
    static List<Scenario> scenariosWith(Project project, List<String> more) {
        List<Scenario> own = more.isEmpty() ? List.of() : scenarios(project, more);
        List<Scenario> scenarios = new ArrayList<>(own);
        for (Scenario shipped : project.scenarios().all()) {
            Optional<String> place = shipped.backend().ownPlace();
            boolean replaced = own.stream().anyMatch(one -> one.name().equals(shipped.name()));
            boolean taken = place.isPresent()
                    && own.stream().anyMatch(one -> one.backend().ownPlace().equals(place));
            if (!replaced && !taken) {
                scenarios.add(shipped);
            } else if (!replaced) {
                System.err.println(
                        "left out: " + shipped.name() + ", whose place at the backend is taken: " + place.get());
            }
        }
        return List.copyOf(scenarios);
    }

    /** Each scenario with those of its sizes that are named; all where none is. A size that none of them has is a problem. */
    static Map<Scenario, List<String>> sizes(List<Scenario> scenarios, List<String> named) {
        List<String> known = scenarios.stream()
                .flatMap(scenario -> scenario.sizes().stream())
                .distinct()
                .toList();
        for (String size : named) {
            if (!known.contains(size)) {
                throw new Problem("unknown payload '" + size + "'" + Nearest.hint(size, known));
            }
        }
        Map<Scenario, List<String>> sizes = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            List<String> chosen = scenario.sizes().stream()
                    .filter(size -> named.isEmpty() || named.contains(size) || !scenario.hasNamedSizes())
                    .toList();
            if (!chosen.isEmpty()) {
                sizes.put(scenario, chosen);
            }
        }
        return sizes;
    }

    /** The JVM options of the default suite: a system started by hand runs as the one that is measured. */
    static List<String> jvmOptions(Project project) {
        return SuiteFile.read(project.suites().resolve(SuiteChoice.DEFAULT), project.scenarios())
                .jvmOptions();
    }
}
