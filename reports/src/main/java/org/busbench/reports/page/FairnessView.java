package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.record.Parity;
import org.busbench.record.RecordedRun;
import org.busbench.reports.analysis.AuditColumn;
import org.busbench.reports.analysis.ParityBreak;

/**
 * The fairness matrix: adapters and scenarios by the conditions under which they worked.
 *
 * @param breaches what moved figures, and whether it was declared
 */
record FairnessView(List<String> titles, List<Row> rows, List<BreachView> breaches, List<String> missing) {

    /** Numbers that differ from system to system by nature: nothing is the common practice there. */
    private static final List<AuditColumn> NEVER_COMMON =
            List.of(AuditColumn.THREADS, AuditColumn.LOGS, AuditColumn.CROWD);

    /** A row. */
    record Row(String adapter, String look, String scenario, List<Cell> cells) {}

    /**
     * A condition as it was found.
     *
     * @param mark a class: {@code bad} for a breach, {@code declared} for one that is declared, {@code odd} for what most
     *     others do in another way, {@code usual}
     * @param why in words; empty when it is usual
     */
    record Cell(String key, String text, String mark, String why) {}

    /**
     * A breach.
     *
     * @param mark {@code bad} or {@code declared}
     */
    record BreachView(String adapter, String look, String label, String explanation, String mark, String word) {}

    static FairnessView of(RecordedRun run, Palette palette) {
        Map<AuditColumn, String> usual = usual(run.parities());
        List<Row> rows = new ArrayList<>();
        List<BreachView> breaches = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Parity parity : run.parities()) {
            List<ParityBreak> own = ParityBreak.of(parity, run.parities());
            own.forEach(breach -> breaches.add(new BreachView(
                    parity.adapter(),
                    palette.of(parity.adapter()),
                    breach.label(),
                    breach.explanation(),
                    breach.declared() ? "declared" : "bad",
                    breach.declared() ? "declared" : "parity break")));
            if (parity.reason() != null) {
                missing.add(parity.adapter() + ": " + parity.reason());
            }
            if (parity.processReason() != null) {
                missing.add(
                        parity.adapter() + ", its processes (threads, heap, limits, logs): " + parity.processReason());
            }
            for (Parity.Scenario scenario : parity.scenarios()) {
                if (scenario.reason() != null) {
                    missing.add(parity.adapter() + ", "
                            + Format.scenario(run.info().suite(), scenario.scenario()) + ": " + scenario.reason());
                    continue;
                }
                rows.add(new Row(
                        parity.adapter(),
                        palette.of(parity.adapter()),
                        Format.scenario(run.info().suite(), scenario.scenario()),
                        Arrays.stream(AuditColumn.values())
                                .map(condition -> cell(condition, parity, scenario, own, usual))
                                .toList()));
            }
        }
        return new FairnessView(
                Arrays.stream(AuditColumn.values()).map(AuditColumn::title).toList(), rows, breaches, missing);
    }

    private static Cell cell(
            AuditColumn condition,
            Parity parity,
            Parity.Scenario scenario,
            List<ParityBreak> breaches,
            Map<AuditColumn, String> usual) {
        String text = condition.of(parity, scenario);
        for (ParityBreak breach : breaches) {
            if (breach.touches(scenario.scenario()) && column(breach.kind()) == condition) {
                return new Cell(condition.name(), text, breach.declared() ? "declared" : "bad", breach.explanation());
            }
        }
        if (parity.process() == null && condition.isOfProcess()) {
            String why = parity.processReason() == null ? "" : parity.processReason();
            return new Cell(condition.name(), text, "usual", why);
        }
        String common = usual.get(condition);
        return common == null || common.equals(text)
                ? new Cell(condition.name(), text, "usual", "")
                : new Cell(condition.name(), text, "odd", "most others: " + common);
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
