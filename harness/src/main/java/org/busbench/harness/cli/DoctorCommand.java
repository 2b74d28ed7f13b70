package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.ProcessesUp;
import org.busbench.harness.remote.Hosts;
import org.busbench.harness.remote.HostsCheck;
import org.busbench.harness.run.Finding;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbench doctor}: is this machine fit for a run? */
@Command(
        name = "doctor",
        description = "Looks at what a run needs on this machine, and says what to do about what is missing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Option(
            names = "--noise",
            description = "Measure a mediator beside its copy for a minute, and say how long a duel takes here.")
    private boolean noise;

    @Mixin
    private HostsOptions others;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Project project = Project.current();
        Optional<Hosts> hosts = others.hosts();
        return Interruption.guard(() -> hosts.isPresent() ? lookAt(hosts.get(), project) : lookHere(project));
    }

    private int lookHere(Project project) throws IOException, InterruptedException {
        List<Finding> results = look(project);
        if (noise) {
            results.add(MachineNoise.measure(project));
        }
        return told(results, table(results), ExitCode.FAILED);
    }

    /** What a run needs on this machine, in the order in which it is printed. */
    static List<Finding> look(Project project) throws IOException, InterruptedException {
        List<Finding> results = new ArrayList<>(List.of(
                MachineChecks.jdk(),
                MachineChecks.openFiles(),
                MachineChecks.counters(),
                MachineChecks.memory(MachineFacts.read()),
                MachineChecks.disk(written(project))));
        List<Adapter> adapters = project.catalog().all(System.err::println);
        Map<Long, String> up = ProcessesUp.find(project.state());
        claims(adapters).forEach(claim -> results.add(port(claim, up)));
        results.addAll(programs(adapters));
        results.add(leftovers(project));
        return results;
    }

    private int lookAt(Hosts hosts, Project project) throws IOException, InterruptedException {
        Path logs = project.scratch("doctor");
        List<Finding> findings = new HostsCheck(project, hosts).look(others.sshConfig(), logs);
        TextTable table = new TextTable(List.of("host", "state", "check", "found", "what to do"));
        findings.forEach(
                one -> table.row(List.of(one.host(), one.level().key(), one.check(), one.found(), one.advice())));
        return told(findings, table, ExitCode.BAD_INPUT);
    }

    /** Prints what was found; the exit code, which is {@code failed} where something must be mended. */
    private int told(List<Finding> findings, TextTable table, int failed) throws IOException {
        if (json) {
            System.out.println(Output.json(findings));
        } else {
            table.lines().forEach(System.out::println);
        }
        return findings.stream().anyMatch(one -> one.level() == Finding.Level.FAIL) ? failed : ExitCode.OK;
    }

    /** The folder that runs are written to, or the nearest one above it that is there. */
    private static Path written(Project project) {
        Path folder = project.isReleased() ? project.runs() : project.root();
        while (!Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static List<PortClaim> claims(List<Adapter> adapters) {
        List<PortClaim> claims = new ArrayList<>();
        Backends.usual().ports().forEach((letter, port) -> claims.add(PortClaim.of(port, Backends.nameOf(letter))));
        for (Adapter adapter : adapters) {
            adapter.ports().values().forEach(port -> claims.add(PortClaim.of(port.number(), adapter.name())));
        }
        return claims;
    }

    private static Finding port(PortClaim claim, Map<Long, String> up) {
        String check = "port " + claim.port();
        Optional<Long> ours = claim.holder().filter(up::containsKey);
        if (ours.isPresent()) {
            String found =
                    "busbench itself has it in use, process " + ours.get() + "; a run needs it for " + claim.what();
            return Finding.warn(check, found, up.get(ours.get()));
        }
        try {
            claim.requireFree();
            return Finding.ok(check, "free for " + claim.what());
        } catch (Problem e) {
            return Finding.fail(
                    check,
                    e.getMessage(),
                    "the backends move with --backends-from PORT, an adapter with 'ports' in its file");
        }
    }

    private static List<Finding> programs(List<Adapter> adapters) {
        ProgramPath path = ProgramPath.ofEnvironment();
        Map<String, Finding> results = new LinkedHashMap<>();
        for (Adapter adapter : adapters) {
            adapter.requires()
                    .forEach(required -> results.computeIfAbsent(
                            required.program(),
                            program -> path.find(program)
                                    .map(found -> Finding.ok(program, found.toString()))
                                    .orElseGet(() -> Finding.warn(
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

    private static Finding programs(Adapter adapter, Supply supply) {
        String check = "programs of " + adapter.name();
        return supply.shortage(adapter)
                .map(missing -> Finding.warn(check, missing.problem(), "busbench prefetch " + adapter.name()))
                .orElseGet(() -> Finding.ok(
                        check,
                        adapter.programs().stream().map(ProgramSource::program).collect(Collectors.joining(", "))));
    }

    private static Finding leftovers(Project project) {
        OrphanedProcesses leftovers = OrphanedProcesses.find(project.state());
        return leftovers.isEmpty()
                ? Finding.ok("leftovers", "none")
                : Finding.fail("leftovers", leftovers.describe(), "'busbench down' ends them");
    }

    static TextTable table(List<Finding> findings) {
        TextTable table = new TextTable(List.of("state", "check", "found", "what to do"));
        findings.forEach(one -> table.row(List.of(one.level().key(), one.check(), one.found(), one.advice())));
        return table;
    }

    private static final class MachineChecks {

        private static final long MIB = 1 << 20;
        private static final long GIB = 1 << 30;

        private MachineChecks() {}

        static Finding jdk() {
            Path home = Path.of(System.getProperty("java.home"));
            String found = System.getProperty("java.version") + " in " + home;
            return Files.isExecutable(home.resolve("bin/javac"))
                    ? Finding.ok("JDK", found)
                    : Finding.warn("JDK", found, "has no compiler: building needs a JDK, not a JRE");
        }

        static Finding counters() {
            return InstructionCounters.missing()
                    .map(why -> Finding.warn("counters", "instructions per message are left out", why))
                    .orElseGet(() -> Finding.ok("counters", "instructions can be counted"));
        }

        static Finding openFiles() throws IOException {
            Path limits = Path.of("/proc/self/limits");
            if (!Files.exists(limits)) {
                return Finding.warn("open files", "unknown on this system", "check 'ulimit -n' yourself");
            }
            String limit = Files.readAllLines(limits).stream()
                    .filter(line -> line.startsWith("Max open files"))
                    .map(line ->
                            line.substring("Max open files".length()).strip().replaceAll(" .*", ""))
                    .findFirst()
                    .orElse("0");
            return Finding.openFiles(limit, "'ulimit -n " + Finding.ENOUGH_FILES + "' before ./busbench");
        }

        static Finding memory(MachineFacts machine) {
            String found = String.format(
                    Locale.ROOT,
                    "%.1f of %.1f GB free",
                    machine.availableMemoryBytes() / (double) GIB,
                    machine.memoryBytes() / (double) GIB);
            if (machine.availableMemoryBytes() < 2 * GIB) {
                return Finding.fail(
                        "memory", found, "not enough for a mediator, the backend and the injector: free some");
            }
            return machine.availableMemoryBytes() < 6 * GIB
                    ? Finding.warn("memory", found, "name fewer adapters in one run (--adapter), they stay up together")
                    : Finding.ok("memory", found);
        }

        static Finding disk(Path folder) throws IOException {
            long free = Files.getFileStore(folder).getUsableSpace();
            String found = free / MIB + " MB free in " + folder;
            if (free < 256 * MIB || !Files.isWritable(folder)) {
                String fault = Files.isWritable(folder) ? found : folder + " is not writable";
                return Finding.fail("disk", fault, "a run needs a writable folder (--runs DIR) and 256 MB");
            }
            return free < 2 * GIB
                    ? Finding.warn("disk", found, "long suites leave a few hundred MB each: remove old runs")
                    : Finding.ok("disk", found);
        }
    }
}
