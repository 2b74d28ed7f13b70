package org.busbench.harness.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.ProgramSource;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbench doctor}: is this machine fit for a run? */
@Command(
        name = "doctor",
        description = "Looks at what a run needs on this machine, and says what to do about what is missing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Project project = Project.current();
        List<CheckResult> results = new ArrayList<>(List.of(
                MachineChecks.jdk(),
                MachineChecks.maven(),
                MachineChecks.openFiles(),
                MachineChecks.counters(),
                MachineChecks.memory(MachineFacts.read()),
                MachineChecks.disk(project.root())));
        List<Adapter> adapters = project.catalog().all();
        claims(adapters).forEach(claim -> results.add(port(claim)));
        results.addAll(programs(adapters));
        results.add(leftovers(project));
        if (json) {
            System.out.println(Output.json(results));
        } else {
            print(results);
        }
        return results.stream().anyMatch(result -> result.level() == CheckResult.Level.FAIL)
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    private static List<PortClaim> claims(List<Adapter> adapters) {
        List<PortClaim> claims = new ArrayList<>();
        Backends.usual().ports().forEach((letter, port) -> claims.add(PortClaim.of(port, Backends.nameOf(letter))));
        for (Adapter adapter : adapters) {
            adapter.ports().values().forEach(port -> claims.add(PortClaim.of(port.number(), adapter.name())));
        }
        return claims;
    }

    private static CheckResult port(PortClaim claim) {
        String check = "port " + claim.port();
        try {
            claim.requireFree();
            return CheckResult.ok(check, "free for " + claim.what());
        } catch (Problem e) {
            return CheckResult.fail(check, e.getMessage(), "'busbench stop' when it is ours");
        }
    }

    private static List<CheckResult> programs(List<Adapter> adapters) {
        ProgramPath path = ProgramPath.ofEnvironment();
        Map<String, CheckResult> results = new LinkedHashMap<>();
        for (Adapter adapter : adapters) {
            adapter.requires()
                    .forEach(required -> results.computeIfAbsent(
                            required.program(),
                            program -> path.find(program)
                                    .map(found -> CheckResult.ok(program, found.toString()))
                                    .orElseGet(() -> CheckResult.warn(
                                            program,
                                            "not installed; adapter " + adapter.name() + " is left out",
                                            required.install()))));
        }
        try (Supply supply = Supply.here()) {
            for (Adapter adapter : adapters) {
                if (!adapter.programs().isEmpty()) {
                    results.put(adapter.name(), programs(adapter, supply));
                }
            }
        }
        return List.copyOf(results.values());
    }

    private static CheckResult programs(Adapter adapter, Supply supply) {
        String check = "programs of " + adapter.name();
        return supply.shortage(adapter)
                .map(missing ->
                        CheckResult.warn(check, missing.problem(), "busbench adapter prefetch " + adapter.name()))
                .orElseGet(() -> CheckResult.ok(
                        check,
                        adapter.programs().stream().map(ProgramSource::program).collect(Collectors.joining(", "))));
    }

    private static CheckResult leftovers(Project project) {
        OrphanedProcesses leftovers = OrphanedProcesses.find(project.state());
        return leftovers.isEmpty()
                ? CheckResult.ok("leftovers", "none")
                : CheckResult.fail("leftovers", leftovers.describe(), "'busbench stop' ends them");
    }

    private static void print(List<CheckResult> results) {
        TextTable table = new TextTable(List.of("state", "check", "found", "what to do"));
        for (CheckResult result : results) {
            table.row(List.of(result.level().label(), result.check(), result.found(), result.advice()));
        }
        table.lines().forEach(System.out::println);
    }
}
