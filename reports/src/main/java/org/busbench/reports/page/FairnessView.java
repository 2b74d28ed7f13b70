package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.reports.analysis.Breach;
import org.busbench.reports.analysis.Condition;
import org.busbench.reports.run.Parity;
import org.busbench.reports.run.RecordedRun;

/**
 * The fairness matrix: adapters and scenarios by the conditions under which they worked.
 *
 * @param breaches what moved figures, and whether it was declared
 */
record FairnessView(List<String> titles, List<Row> rows, List<BreachView> breaches, List<String> missing) {

    /** Numbers that differ from system to system by nature: nothing is the common practice there. */
    private static final List<Condition> NEVER_COMMON = List.of(Condition.THREADS, Condition.LOGS, Condition.CROWD);

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
        Map<Condition, String> usual = usual(run.parities());
        List<Row> rows = new ArrayList<>();
        List<BreachView> breaches = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Parity parity : run.parities()) {
            List<Breach> own = Breach.of(parity);
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
            for (Parity.Scenario scenario : parity.scenarios()) {
                if (scenario.reason() != null) {
                    missing.add(
                            parity.adapter() + ", " + Format.scenario(scenario.scenario()) + ": " + scenario.reason());
                    continue;
                }
                rows.add(new Row(
                        parity.adapter(),
                        palette.of(parity.adapter()),
                        Format.scenario(scenario.scenario()),
                        Arrays.stream(Condition.values())
                                .map(condition -> cell(condition, parity, scenario, own, usual))
                                .toList()));
            }
        }
        return new FairnessView(
                Arrays.stream(Condition.values()).map(Condition::title).toList(), rows, breaches, missing);
    }

    private static Cell cell(
            Condition condition,
            Parity parity,
            Parity.Scenario scenario,
            List<Breach> breaches,
            Map<Condition, String> usual) {
        String text = condition.of(parity, scenario);
        for (Breach breach : breaches) {
            if (breach.touches(scenario.scenario()) && column(breach.kind()) == condition) {
                return new Cell(condition.name(), text, breach.declared() ? "declared" : "bad", breach.explanation());
            }
        }
        String common = usual.get(condition);
        return common == null || common.equals(text)
                ? new Cell(condition.name(), text, "usual", "")
                : new Cell(condition.name(), text, "odd", "most others: " + common);
    }

    private static Condition column(Breach.Kind kind) {
        return switch (kind) {
            case NO_KEEP_ALIVE_CLIENT -> Condition.CLIENT_CONNECTIONS;
            case NO_KEEP_ALIVE_BACKEND -> Condition.BACKEND_CONNECTIONS;
            case NAGLE_CLIENT, NAGLE_BACKEND -> Condition.NO_DELAY;
            case HEAP, COLLECTOR, FLAGS -> Condition.JVM;
            case LOGS_MESSAGES -> Condition.LOGS;
        };
    }

    /** What more than half of all rows have. */
    private static Map<Condition, String> usual(List<Parity> parities) {
        Map<Condition, String> usual = new HashMap<>();
        for (Condition condition : Condition.values()) {
            if (NEVER_COMMON.contains(condition)) {
                continue;
            }
            Map<String, Integer> counts = new HashMap<>();
            int rows = 0;
            for (Parity parity : parities) {
                for (Parity.Scenario scenario : parity.scenarios()) {
                    if (scenario.reason() == null) {
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
