package org.busbench.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.Availability;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.artifact.Unobtainable;
import org.busbench.harness.run.Project;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbench list}: adapters and suites. */
@Command(
        name = "list",
        description =
                "Lists the adapters, with what they offer and whether they can be started here, and the suites. What was"
                        + " fetched is looked for, not read: prefetch and each start hold it to its checksums.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

    private static final int WIDEST_NAMES = 32;
    private static final int WIDTH = 100;

    @Option(names = "--json", description = "Print adapters and suites as JSON.")
    private boolean json;

    private record AdapterLine(
            String name,
            String role,
            String title,
            boolean available,
            String reason,
            String install,
            boolean fetched,
            Map<String, String> scenarios) {}

    private record SuiteLine(String name, String about, List<String> adapters) {}

    private record Known(List<AdapterLine> adapters, List<SuiteLine> suites) {}

    @Override
    public Integer call() throws JsonProcessingException {
        Project project = Project.current();
        Known listing = new Known(adapters(project), suites(project));
        if (json) {
            System.out.println(Output.json(listing));
        } else {
            print(listing);
        }
        return ExitCode.OK;
    }

    private static List<AdapterLine> adapters(Project project) {
        ProgramPath programs = ProgramPath.ofEnvironment();
        List<Scenario> scenarios = project.scenarios().all();
        List<AdapterLine> lines = new ArrayList<>();
        try (Supply supply = Supply.here()) {
            project.catalog()
                    .all(System.err::println)
                    .forEach(adapter -> lines.add(line(adapter.in(scenarios), programs, supply)));
        }
        return lines;
    }

    private static AdapterLine line(Adapter adapter, ProgramPath programs, Supply supply) {
        Availability availability = Availability.of(adapter, programs);
        Optional<ConfigProblem> shortage = shortage(adapter, supply);
        Optional<String> fault =
                shortage.filter(problem -> !toBeFetched(problem)).map(Problem::getMessage);
        Map<String, String> scenarios = new LinkedHashMap<>();
        adapter.services().forEach((scenario, service) -> scenarios.put(scenario, shown(service)));
        return new AdapterLine(
                adapter.name(),
                adapter.role().key(),
                adapter.title(),
                availability.available() && fault.isEmpty(),
                availability.available() ? fault.orElse(null) : availability.reason(),
                availability.available() ? null : availability.install(),
                shortage.isEmpty(),
                scenarios);
    }

    /** The problem of one adapter, so that an adapter with a stale lock does not hide the others. */
    private static Optional<ConfigProblem> shortage(Adapter adapter, Supply supply) {
        try {
            return supply.shortage(adapter).map(ConfigProblem.class::cast);
        } catch (ConfigProblem stale) {
            return Optional.of(stale);
        }
    }

    /** Whether a missing artifact may still be fetched; a run or a prefetch finds out. */
    private static boolean toBeFetched(ConfigProblem problem) {
        return problem instanceof Unobtainable missing && missing.absent();
    }

    private static String shown(Service service) {
        return service instanceof Service.NotServed notServed ? "not served: " + notServed.reason() : "served";
    }

    private static List<SuiteLine> suites(Project project) {
        return Stream.concat(
                        Listing.yaml(project.suites()).stream()
                                .map(file -> SuiteFile.read(file, project.scenarios()))
                                .map(suite -> new SuiteLine(suite.name(), suite.about(), suite.adapters())),
                        RampRuns.all(project.ramps()).stream()
                                .map(suite -> new SuiteLine(suite.name(), suite.about(), List.of())))
                .toList();
    }

    /** A line that is wider than any screen says nothing; {@code --json} has them all. */
    private static String few(List<String> adapters) {
        String names = String.join(" ", adapters);
        return names.length() > WIDEST_NAMES ? adapters.size() + " of those above" : names;
    }

    private static String state(AdapterLine line) {
        return line.available() ? line.fetched() ? "available" : "to be fetched" : "unavailable";
    }

    /** The title, what stands in the way, and what it serves. */
    private static String about(AdapterLine line, String served) {
        String fetch = line.fetched() ? "" : "; fetch it with: busbench prefetch " + line.name();
        String missing = line.reason() + (line.install() == null ? "" : " (" + line.install() + ")");
        return line.title() + (line.available() ? fetch : "; " + missing) + (served.isEmpty() ? "" : "; " + served);
    }

    private static void print(Known listing) {
        TextTable adapters = new TextTable(List.of("adapter", "role", "state", "title; scenarios"));
        for (AdapterLine line : listing.adapters()) {
            String served = line.scenarios().entrySet().stream()
                    .filter(entry -> entry.getValue().equals("served"))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(" "));
            adapters.row(List.of(line.name(), line.role(), state(line), about(line, served)));
        }
        adapters.lines(WIDTH).forEach(System.out::println);
        System.out.println();
        TextTable suites = new TextTable(List.of("suite", "adapters", "about"));
        listing.suites().forEach(suite -> suites.row(List.of(suite.name(), few(suite.adapters()), suite.about())));
        suites.lines(WIDTH).forEach(System.out::println);
    }
}
