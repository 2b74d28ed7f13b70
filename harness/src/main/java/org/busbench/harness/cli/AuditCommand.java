package org.busbench.harness.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Availability;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.ParityAudits;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import org.busbench.record.Parity;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.AuditColumn;
import org.busbench.reports.analysis.ParityBreak;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench adapter audit}: under which conditions an adapter works, and whether they are everybody's. */
@Command(
        name = "audit",
        description = {
            "Starts adapters, one after the other, before a stand-in for the backend, and finds out from the wire and from",
            "their processes under which conditions they work: connections, TCP_NODELAY, framing, streaming, threads, heap,",
            "flags, logs, headers. Ends with 1 when a condition is not that of all others and not declared."
        },
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

    private static final String FILE = "parity.jsonl";

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Adapters.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Every adapter that is known.")
    private boolean all;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Scenarios, by name or folder (default: all of configs/scenarios).")
    private List<String> scenarios = new ArrayList<>();

    @Option(names = "--json", description = "As JSON, a line for each adapter.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (all != names.isEmpty()) {
            throw new Problem("name the adapters to audit, or give --all for every one that is known");
        }
        Project project = Project.current();
        List<Adapter> adapters = all ? project.catalog().all(System.err::println) : Chosen.adapters(project, names);
        Path folder = project.scratch("audit-" + System.currentTimeMillis());
        return Interruption.guard(() -> audit(project, adapters, folder));
    }

    private int audit(Project project, List<Adapter> adapters, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = Files.createFile(folder.resolve(FILE));
        List<Scenario> audited = Chosen.scenarios(project, scenarios);
        for (Adapter adapter : adapters) {
            Availability availability = Availability.of(adapter, ProgramPath.ofEnvironment());
            if (!availability.available()) {
                System.err.println(adapter.name() + ": not available here: " + availability.reason());
                continue;
            }
            TestBed.Settings plan = new TestBed.Settings(
                    project, folder, Backends.usual(), List.of(adapter), audited, Chosen.jvmOptions(project));
            Optional<Parity> found = audited(new ParityAudits(plan, audited, System.err::println), adapter);
            if (found.isPresent()) {
                String line = new ObjectMapper().writeValueAsString(found.get()) + "\n";
                Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
            }
        }
        List<Parity> parities = RunReader.parities(file);
        if (json) {
            System.out.print(Files.readString(file, StandardCharsets.UTF_8));
        } else {
            ParityTable.lines(parities).forEach(System.out::println);
            System.out.println();
            System.out.println("the bytes that were exchanged: " + folder);
        }
        return parities.stream().allMatch(parity -> fair(parity, parities)) ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Audits an adapter. With {@code --all}, an adapter that cannot be prepared does not stop the others. */
    private Optional<Parity> audited(ParityAudits audits, Adapter adapter) throws IOException, InterruptedException {
        try {
            return audits.of(adapter);
        } catch (Problem problem) {
            if (!all) {
                throw problem;
            }
            System.err.println(adapter.name() + ": " + problem.getMessage());
            return Optional.empty();
        }
    }

    private static boolean fair(Parity parity, List<Parity> all) {
        return parity.reason() == null && ParityBreak.of(parity, all).stream().allMatch(ParityBreak::declared);
    }

    /** Conditions of adapters as a table, a row for each adapter and scenario; below it what is not everybody's. */
    private static final class ParityTable {

        private ParityTable() {}

        static List<String> lines(List<Parity> parities) {
            List<String> header = new ArrayList<>(List.of("adapter", "scenario"));
            for (AuditColumn condition : AuditColumn.values()) {
                header.add(condition.title());
            }
            TextTable table = new TextTable(header);
            List<String> notes = new ArrayList<>();
            for (Parity parity : parities) {
                if (parity.reason() != null) {
                    notes.add(parity.adapter() + ": not audited: " + parity.reason());
                }
                for (Parity.Scenario scenario : parity.scenarios()) {
                    rows(parity, scenario, table, notes);
                }
                if (parity.processReason() != null) {
                    notes.add(parity.adapter() + ", its processes: not audited: " + parity.processReason());
                }
                ParityBreak.of(parity, parities)
                        .forEach(breach -> notes.add(parity.adapter() + ": "
                                + (breach.declared() ? "declared: " : "PARITY BREAK: ") + breach.label() + ": "
                                + breach.explanation()));
            }
            List<String> lines = new ArrayList<>(table.lines());
            lines.add("");
            lines.addAll(notes);
            return lines;
        }

        private static void rows(Parity parity, Parity.Scenario scenario, TextTable table, List<String> notes) {
            if (scenario.reason() != null) {
                notes.add(parity.adapter() + ", " + scenario.scenario() + ": not audited: " + scenario.reason());
                return;
            }
            List<String> row = new ArrayList<>(List.of(parity.adapter(), scenario.scenario()));
            for (AuditColumn condition : AuditColumn.values()) {
                row.add(condition.of(parity, scenario));
            }
            table.row(row);
            scenario.remarks()
                    .forEach(remark -> notes.add(parity.adapter() + ", " + scenario.scenario() + ": " + remark));
        }
    }
}
