package org.busbench.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.Availability;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunInfo.Unavailable;

/**
 * A suite file, narrowed to what the user named.
 *
 * @param named the suite, a file or a name; null for the default one
 * @param adapters names; empty for those of the suite
 * @param scenarios names, or folders as paths from here; empty for those of the suite
 * @param injector name of what makes the load; null for that of the suite
 * @param overrides what stands in place of the suite's own keys
 */
record SuiteChoice(
        String named, List<String> adapters, List<String> scenarios, String injector, SuiteOverrides overrides) {

    static final String DEFAULT = "quick.yaml";

    /** Reads suite and adapters, and finds out which adapters can be started here. */
    RunSettings settings(Project project, String id) {
        Suite suite = SuiteFile.read(
                        existing(project),
                        scenarios.isEmpty() ? overrides : overrides.withScenarios(distinct(places(scenarios))),
                        project.scenarios())
                .on(InstructionCounters.missing().isEmpty());
        if (!adapters.isEmpty()) {
            suite = suite.withAdapters(distinct(adapters));
        }
        if (injector != null) {
            suite = suite.withInjector(injector(suite));
        }
        AdapterCatalog catalog = project.catalog();
        requirePlans(project, suite);
        ProgramPath programs = ProgramPath.ofEnvironment();
        List<Adapter> available = new ArrayList<>();
        List<Unavailable> unavailable = new ArrayList<>();
        for (String name : suite.adapters()) {
            Adapter adapter = catalog.find(name);
            Availability availability = Availability.of(adapter, programs);
            if (availability.available()) {
                available.add(adapter);
            } else {
                unavailable.add(new Unavailable(name, availability.reason(), availability.install()));
            }
        }
        if (available.isEmpty()) {
            throw new Problem("none of the adapters " + suite.adapters() + " can be started here; see 'busbench list'");
        }
        return new RunSettings(project, suite, available, unavailable, Backends.usual(), id);
    }

    private InjectorKind injector(Suite suite) {
        InjectorKind kind = InjectorKind.of(injector)
                .orElseThrow(() -> new Problem(
                        "unknown injector '" + injector + "'" + Nearest.hint(injector, InjectorKind.labels())));
        if (kind != InjectorKind.NIO && suite.load().duets().isPresent()) {
            throw new Problem("the injector " + injector + " knows no duets, which " + suite.file()
                    + " asks for: use the injector " + InjectorKind.NIO.key());
        }
        return kind;
    }

    /** The file of the suite: a path from here or from the project, or the bare name of a suite. */
    private Path existing(Project project) {
        if (named == null) {
            return project.suites().resolve(DEFAULT);
        }
        Path here = Path.of(named);
        return Stream.of(here, project.root().resolve(named), project.suites().resolve(named + ".yaml"))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new Problem(
                        Files.notExists(here)
                                ? "no suite " + named + instead(project)
                                : "the suite " + named + " cannot be read: name a file that you may read"));
    }

    private String instead(Project project) {
        String whole = named.replaceFirst("-quick$", "");
        List<String> suites = Stream.ofNullable(project.suites().toFile().list())
                .flatMap(Stream::of)
                .map(name -> name.replaceFirst("\\.yaml$", ""))
                .toList();
        return Files.isRegularFile(project.suites().resolve(whole + ".yaml"))
                ? "; write 'busbench run " + whole + " --quick'"
                : Nearest.to(named, suites)
                        .map(name -> ", did you mean '" + name + "'?")
                        .orElse("; 'busbench list' names the suites, and a URL begins with http:// or https://");
    }

    /** Names as they are, and folders so that they mean the same elsewhere. */
    static List<String> places(List<String> namesAndFolders) {
        return namesAndFolders.stream()
                .map(place -> place.contains("/")
                        ? Path.of(place).toAbsolutePath().normalize().toString()
                        : place)
                .toList();
    }

    private static void requirePlans(Project project, Suite suite) {
        InjectorKind kind = suite.load().injector();
        if (kind == InjectorKind.GATLING) {
            return; // it reads the scenarios themselves
        }
        Path plans = kind == InjectorKind.NIO ? project.plans().resolve("nio") : project.plans();
        if (!Files.isDirectory(plans)) {
            throw new Problem("there are no plans for the injector " + kind.key() + " in " + plans
                    + ": choose another with --injector");
        }
    }

    private static List<String> distinct(List<String> names) {
        return names.stream().distinct().toList();
    }
}
