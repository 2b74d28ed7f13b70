package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.AdapterCheck;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import org.busbench.record.Verification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench verify}: does an adapter do its jobs, and does it leave the machine as it found it? */
@Command(
        name = "verify",
        description = {
            "Starts adapters, one after the other, and checks each of their scenarios with messages of every size, without load.",
            "Also checks that no socket of theirs, TCP or UDP, goes beyond 127.0.0.1, and that no process and no port is left behind.",
            "With --audit it finds out from the wire and from their processes under which conditions they work: connections,",
            "TCP_NODELAY, framing, streaming, threads, heap, flags, logs, headers. It ends with 1 when a condition is not that of",
            "all others and not declared."
        },
        mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Verify these adapters.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Verify every adapter that is known: a table of adapters and scenarios.")
    private boolean all;

    @Option(
            names = "--payload",
            split = ",",
            paramLabel = "SIZE",
            description = "Send messages of these sizes (default: all).")
    private List<String> payloads = new ArrayList<>();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Verify in these scenarios, by name or folder (default: all of configs/scenarios).")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--lint",
            description = "Only say what is wrong in an adapter's folder; start and download nothing.")
    private boolean lint;

    @Option(names = "--audit", description = "Audit adapters before a stand-in for the backend instead.")
    private boolean audit;

    @Option(names = "--json", description = "Print the outcome as JSON; of --audit, a line for each adapter.")
    private boolean json;

    private Map<Scenario, List<String>> sizes = Map.of();

    @Override
    public Integer call() throws Exception {
        if (all != names.isEmpty()) {
            throw new Problem("name the adapters to verify, or give --all for every one that is known");
        }
        Project project = Project.current();
        if (lint) {
            return lint(project);
        }
        sizes = Chosen.sizes(Chosen.scenarios(project, scenarios), payloads);
        List<Adapter> adapters = all ? project.catalog().all(System.err::println) : Chosen.adapters(project, names);
        if (audit) {
            if (!payloads.isEmpty()) {
                throw new Problem("--audit sends messages of its own sizes: leave out --payload");
            }
            return Interruption.guard(() -> new Audit(project, List.copyOf(sizes.keySet()), all, json).of(adapters));
        }
        Path folder = project.scratch("verify-" + System.currentTimeMillis());
        return Interruption.guard(() -> verify(project, adapters, folder));
    }

    private int lint(Project project) {
        if (audit || json || !payloads.isEmpty() || !scenarios.isEmpty()) {
            throw new Problem(
                    "--lint looks at files of adapters alone: leave out --audit, --json, --payload and --scenario");
        }
        List<String> linted = all ? List.copyOf(project.catalog().names()) : names;
        List<String> findings = linted.stream()
                .flatMap(name -> AdapterLint.of(name, project).stream())
                .toList();
        findings.forEach(System.err::println);
        if (findings.isEmpty()) {
            System.out.println("nothing to complain of; '" + project.command() + " verify "
                    + (all ? "--all" : String.join(" ", names)) + "' is next");
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.BAD_INPUT;
    }

    private int verify(Project project, List<Adapter> adapters, Path folder) throws IOException, InterruptedException {
        List<AdapterCheck> checks = new ArrayList<>();
        Set<String> asked = sizes.keySet().stream().map(Scenario::name).collect(Collectors.toSet());
        Map<String, Set<String>> named = new LinkedHashMap<>();
        boolean asDeclared = true;
        for (Adapter adapter : adapters) {
            AdapterCheck check = check(project, adapter, folder.resolve(adapter.name()));
            Map<String, Service> services =
                    adapter.in(List.copyOf(sizes.keySet())).services();
            named.put(adapter.name(), scenarios.isEmpty() ? services.keySet() : asked);
            asDeclared &= asDeclared(services, check);
            checks.add(check);
        }
        if (json) {
            System.out.println(Output.json(checks));
        } else {
            (all ? AdapterCheckTable.byAdapter(checks) : AdapterCheckTable.byScenario(checks, named))
                    .forEach(System.out::println);
            System.out.println();
            System.out.println("requests, answers and logs: " + folder);
        }
        return asDeclared ? ExitCode.OK : ExitCode.FAILED;
    }

    private AdapterCheck check(Project project, Adapter adapter, Path folder) throws IOException, InterruptedException {
        Optional<Problem> missing = Chosen.missing(adapter);
        if (missing.isPresent() && !all) {
            throw missing.get();
        }
        if (missing.isPresent()) {
            return AdapterCheck.none(adapter.name(), missing.get().getMessage());
        }
        if (all) {
            System.err.println("verifying " + adapter.name());
        }
        TestBed.Settings plan = new TestBed.Settings(
                project,
                folder,
                Backends.usual(),
                List.of(adapter),
                List.copyOf(sizes.keySet()),
                Chosen.jvmOptions(project));
        return AdapterCheck.of(plan, sizes, Chosen.NO_NOTES);
    }

    private static boolean asDeclared(Map<String, Service> services, AdapterCheck check) {
        return check.misbehaviours().isEmpty()
                && check.verifications().stream()
                        .allMatch(record ->
                                record.served() || !(services.get(record.scenario()) instanceof Service.Served));
    }

    /** The abilities of adapters as tables: one for all adapters by scenario, or one adapter in full detail. */
    static final class AdapterCheckTable {

        private static final String SERVED = "served";

        private AdapterCheckTable() {}

        /** A row an adapter, a column a scenario; below it the reasons, each once. */
        static List<String> byAdapter(List<AdapterCheck> checks) {
            List<String> header = new ArrayList<>(List.of("adapter"));
            List<String> scenarios = checks.stream()
                    .flatMap(check -> check.verifications().stream())
                    .map(Verification::scenario)
                    .distinct()
                    .toList();
            header.addAll(scenarios);
            header.add("leaves no trace");
            TextTable table = new TextTable(header);
            Set<String> reasons = new LinkedHashSet<>();
            for (AdapterCheck check : checks) {
                List<String> row = new ArrayList<>(List.of(check.adapter()));
                for (String scenario : scenarios) {
                    row.add(cell(check, scenario, reasons));
                }
                row.add(
                        check.unavailable() != null || check.notWatched() != null
                                ? "-"
                                : check.misbehaviours().isEmpty() ? "yes" : "NO");
                check.misbehaviours().forEach(fault -> reasons.add(check.adapter() + ": " + fault));
                table.row(row);
            }
            List<String> lines = new ArrayList<>(table.lines());
            if (!reasons.isEmpty()) {
                lines.add("");
                lines.addAll(reasons);
            }
            return lines;
        }

        private static String cell(AdapterCheck check, String scenario, Set<String> reasons) {
            if (check.unavailable() != null) {
                reasons.add(check.adapter() + ": not available here: " + check.unavailable());
                return "not available";
            }
            List<String> refused = new ArrayList<>();
            Map<String, List<String>> said = new LinkedHashMap<>();
            int sizes = 0;
            for (Verification record : check.verifications()) {
                if (record.scenario().equals(scenario)) {
                    sizes++;
                    if (!record.served()) {
                        refused.add(record.payload());
                    }
                    if (record.reason() != null) {
                        said.computeIfAbsent(record.reason(), reason -> new ArrayList<>())
                                .add(record.payload());
                    }
                }
            }
            int all = sizes;
            said.forEach((reason, payloads) -> reasons.add(check.adapter() + ", " + scenario
                    + (payloads.size() == all ? "" : " " + String.join(" ", payloads)) + ": " + reason));
            if (refused.isEmpty()) {
                return said.isEmpty() ? SERVED : SERVED + ", limited";
            }
            return refused.size() == all ? "not served" : "not served: " + String.join(" ", refused);
        }

        /**
         * A row for each scenario with the sizes that fared alike, and one for all scenarios that an adapter does not name.
         *
         * @param named of each adapter, the scenarios that it names
         */
        static List<String> byScenario(List<AdapterCheck> checks, Map<String, Set<String>> named) {
            TextTable table = new TextTable(List.of("adapter", "scenario", "payload", "outcome", "reason"));
            for (AdapterCheck check : checks) {
                Map<List<String>, List<String>> payloads = new LinkedHashMap<>();
                Set<String> others = new LinkedHashSet<>();
                for (Verification record : check.verifications()) {
                    if (named.get(check.adapter()).contains(record.scenario())) {
                        String reason = record.reason() == null ? "" : record.reason();
                        payloads.computeIfAbsent(
                                        List.of(
                                                record.scenario(),
                                                record.outcome().key(),
                                                reason),
                                        outcome -> new ArrayList<>())
                                .add(record.payload());
                    } else {
                        others.add(record.scenario());
                    }
                }
                payloads.forEach((row, sizes) -> table.row(
                        List.of(check.adapter(), row.get(0), String.join(" ", sizes), row.get(1), row.get(2))));
                if (!others.isEmpty()) {
                    table.row(List.of(
                            check.adapter(),
                            Progress.count(others.size(), "other"),
                            "",
                            Verification.Outcome.NOT_SERVED.key(),
                            "not in its adapter.yaml: " + String.join(", ", others)));
                }
            }
            List<String> lines = new ArrayList<>(table.lines());
            lines.add("");
            for (AdapterCheck check : checks) {
                if (check.notWatched() != null) {
                    lines.add(check.adapter() + ": " + check.notWatched());
                    continue;
                }
                lines.add(
                        check.misbehaviours().isEmpty()
                                ? "no socket beyond 127.0.0.1, no process and no port left behind: " + check.adapter()
                                : check.adapter() + ": " + String.join("; ", check.misbehaviours()));
            }
            return lines;
        }
    }
}
