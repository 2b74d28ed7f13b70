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

/**
 * {@code busbench verify --audit}: under which conditions adapters work, and whether they are everybody's.
 *
 * @param all whether every adapter is audited: then one that cannot be prepared does not stop the others
 */
record Audit(Project project, List<Scenario> scenarios, boolean all, boolean json) {

    private static final String FILE = "parity.jsonl";

    /** Audits adapters, prints what was found, and says how the command ends. */
    int of(List<Adapter> adapters) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(project.scratch("audit-" + System.currentTimeMillis()));
        Path file = Files.createFile(folder.resolve(FILE));
        for (Adapter adapter : adapters) {
            Availability availability = Availability.of(adapter, ProgramPath.ofEnvironment());
            if (!availability.available()) {
                System.err.println(adapter.name() + ": not available here: " + availability.reason());
                continue;
            }
            TestBed.Settings plan = new TestBed.Settings(
                    project, folder, Backends.usual(), List.of(adapter), scenarios, Chosen.jvmOptions(project));
            Optional<Parity> found = audited(new ParityAudits(plan, scenarios, System.err::println), adapter);
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
    static final class ParityTable {

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
                List<String> others = new ArrayList<>();
                for (Parity.Scenario scenario : parity.scenarios()) {
                    if ((scenario.scenario() + " is not in its " + Adapter.FILE_NAME).equals(scenario.reason())) {
                        others.add(scenario.scenario());
                    } else {
                        rows(parity, scenario, table, notes);
                    }
                }
                if (!others.isEmpty()) {
                    notes.add(parity.adapter() + ": not audited, since not in its " + Adapter.FILE_NAME + ": "
                            + String.join(", ", others));
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
