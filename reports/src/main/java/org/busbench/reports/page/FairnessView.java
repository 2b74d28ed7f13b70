package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.record.Parity;
import org.busbench.record.RecordedRun;
import org.busbench.reports.analysis.AuditColumn;
import org.busbench.reports.analysis.ParityBreak;
import org.busbench.reports.results.Fields;

/** The fairness matrix: adapters and scenarios by the conditions under which they worked, and what moved figures. */
final class FairnessView {

    /** Numbers that differ from system to system by nature: nothing is the common practice there. */
    private static final List<AuditColumn> NEVER_COMMON =
            List.of(AuditColumn.THREADS, AuditColumn.LOGS, AuditColumn.CROWD);

    private final RecordedRun run;
    private final Palette palette;
    private final Map<AuditColumn, String> usual;
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private final List<Map<String, Object>> breaches = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    private FairnessView(RecordedRun run, Palette palette) {
        this.run = run;
        this.palette = palette;
        this.usual = usual(run.parities());
    }

    static Map<String, Object> of(RecordedRun run, Palette palette) {
        FairnessView view = new FairnessView(run, palette);
        run.parities().forEach(view::add);
        return Fields.of(
                "titles",
                        Stream.of(AuditColumn.values()).map(AuditColumn::title).toList(),
                "rows", view.rows,
                "breaches", view.breaches,
                "missing", view.missing);
    }

    private void add(Parity parity) {
        String adapter = parity.adapter();
        List<ParityBreak> own = ParityBreak.of(parity, run.parities());
        own.forEach(breach -> breaches.add(Fields.of(
                "adapter", adapter,
                "look", palette.of(adapter),
                "label", breach.label(),
                "explanation", breach.explanation(),
                "mark", mark(breach),
                "word", breach.declared() ? "declared" : "parity break")));
        if (parity.reason() != null) {
            missing.add(adapter + ": " + parity.reason());
        }
        if (parity.processReason() != null) {
            missing.add(adapter + ", its processes (threads, heap, limits, logs): " + parity.processReason());
        }
        for (Parity.Scenario scenario : parity.scenarios()) {
            String title = Format.scenario(run.info().suite(), scenario.scenario());
            if (scenario.reason() != null) {
                missing.add(adapter + ", " + title + ": " + scenario.reason());
                continue;
            }
            rows.add(Fields.of(
                    "adapter", parity.adapter(),
                    "look", palette.of(adapter),
                    "scenario", title,
                    "cells", each(List.of(AuditColumn.values()), column -> cell(column, parity, scenario, own))));
        }
    }

    private static String mark(ParityBreak breach) {
        return breach.declared() ? "declared" : "bad";
    }

    /** A condition as it was found: a break, declared or not; {@code odd} where most others do it in another way; {@code usual}. */
    private Map<String, Object> cell(
            AuditColumn condition, Parity parity, Parity.Scenario scenario, List<ParityBreak> breaks) {
        String text = condition.of(parity, scenario);
        for (ParityBreak one : breaks) {
            if (one.touches(scenario.scenario()) && column(one.kind()) == condition) {
                return cell(condition, text, mark(one), one.explanation());
            }
        }
        if (parity.process() == null && condition.isOfProcess()) {
            return cell(condition, text, "usual", parity.processReason());
        }
        String common = usual.get(condition);
        return common == null || common.equals(text)
                ? cell(condition, text, "usual", null)
                : cell(condition, text, "odd", "most others: " + common);
    }

    private static Map<String, Object> cell(AuditColumn condition, String text, String mark, String why) {
        return Fields.of("key", condition.name(), "text", text, "mark", mark, "why", why);
    }

    private static AuditColumn column(ParityBreak.Kind kind) {
        return switch (kind) {
            case NO_KEEP_ALIVE_CLIENT -> AuditColumn.CLIENT_CONNECTIONS;
            case NO_KEEP_ALIVE_BACKEND -> AuditColumn.BACKEND_CONNECTIONS;
            case NAGLE_CLIENT, NAGLE_BACKEND -> AuditColumn.NO_DELAY;
            case HEAP, COLLECTOR, FLAGS -> AuditColumn.JVM;
            case CPUS, MEMORY -> AuditColumn.LIMITS;
            case LOGS_MESSAGES -> AuditColumn.LOGS;
        };
    }

    /** The values that more than half of all rows have. */
    private static Map<AuditColumn, String> usual(List<Parity> parities) {
        Map<AuditColumn, String> usual = new HashMap<>();
        for (AuditColumn condition : AuditColumn.values()) {
            if (NEVER_COMMON.contains(condition)) {
                continue;
            }
            Map<String, Integer> counts = new HashMap<>();
            int rows = 0;
            for (Parity parity : parities) {
                for (Parity.Scenario scenario : parity.scenarios()) {
                    boolean told = parity.process() != null || !condition.isOfProcess();
                    if (scenario.reason() == null && told) {
                        counts.merge(condition.of(parity, scenario), 1, Integer::sum);
                        rows++;
                    }
                }
            }
            int half = rows / 2;
            counts.entrySet().stream()
                    .filter(entry -> entry.getValue() > half)
                    .findFirst()
                    .ifPresent(entry -> usual.put(condition, entry.getKey()));
        }
        return usual;
    }
}
