package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.record.VerificationRecord;
import org.busbench.harness.run.AdapterCheck;

/** What adapters do, as tables: one for all of them by scenario, one in full detail. */
final class AdapterCheckTable {

    private static final String SERVED = "served";

    private AdapterCheckTable() {}

    /** A row an adapter, a column a scenario; below it the reasons, each once. */
    static List<String> byAdapter(List<AdapterCheck> visits) {
        List<String> header = new ArrayList<>(List.of("adapter"));
        header.addAll(Scenario.labels());
        header.add("leaves no trace");
        TextTable table = new TextTable(header);
        Set<String> reasons = new LinkedHashSet<>();
        for (AdapterCheck visit : visits) {
            List<String> row = new ArrayList<>(List.of(visit.adapter()));
            for (String scenario : Scenario.labels()) {
                row.add(cell(visit, scenario, reasons));
            }
            row.add(visit.unavailable() != null ? "-" : visit.manners().isEmpty() ? "yes" : "NO");
            visit.manners().forEach(fault -> reasons.add(visit.adapter() + ": " + fault));
            table.row(row);
        }
        List<String> lines = new ArrayList<>(table.lines());
        if (!reasons.isEmpty()) {
            lines.add("");
            lines.addAll(reasons);
        }
        return lines;
    }

    private static String cell(AdapterCheck visit, String scenario, Set<String> reasons) {
        if (visit.unavailable() != null) {
            reasons.add(visit.adapter() + ": not available here: " + visit.unavailable());
            return "not available";
        }
        List<String> refused = new ArrayList<>();
        Map<String, List<String>> said = new LinkedHashMap<>();
        int sizes = 0;
        for (VerificationRecord record : visit.verifications()) {
            if (record.scenario().equals(scenario)) {
                sizes++;
                if (!record.outcome().equals(SERVED)) {
                    refused.add(record.payload());
                }
                if (record.reason() != null) {
                    said.computeIfAbsent(record.reason(), reason -> new ArrayList<>())
                            .add(record.payload());
                }
            }
        }
        int all = sizes;
        said.forEach((reason, payloads) -> reasons.add(visit.adapter() + ", " + scenario
                + (payloads.size() == all ? "" : " " + String.join(" ", payloads)) + ": " + reason));
        if (refused.isEmpty()) {
            return said.isEmpty() ? SERVED : SERVED + ", limited";
        }
        return refused.size() == all ? "not served" : "not served: " + String.join(" ", refused);
    }

    /** A row for each adapter, scenario and size, with its reason. */
    static List<String> bySize(List<AdapterCheck> visits) {
        TextTable table = new TextTable(List.of("adapter", "scenario", "payload", "outcome", "reason"));
        for (AdapterCheck visit : visits) {
            for (VerificationRecord record : visit.verifications()) {
                table.row(List.of(
                        record.adapter(),
                        record.scenario(),
                        record.payload(),
                        record.outcome(),
                        record.reason() == null ? "" : record.reason()));
            }
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        for (AdapterCheck visit : visits) {
            lines.add(
                    visit.manners().isEmpty()
                            ? "no socket beyond 127.0.0.1, no process and no port left behind: " + visit.adapter()
                            : visit.adapter() + ": " + String.join("; ", visit.manners()));
        }
        return lines;
    }
}
