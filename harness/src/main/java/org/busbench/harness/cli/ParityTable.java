package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import org.busbench.reports.analysis.AuditColumn;
import org.busbench.reports.analysis.ParityBreak;
import org.busbench.record.Parity;

/** Conditions of adapters as a table, a row for each adapter and scenario; below it what is not everybody's. */
final class ParityTable {

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
            ParityBreak.of(parity)
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
        scenario.remarks().forEach(remark -> notes.add(parity.adapter() + ", " + scenario.scenario() + ": " + remark));
    }
}
