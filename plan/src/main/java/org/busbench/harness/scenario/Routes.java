package org.busbench.harness.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.busbench.common.DataRows;
import org.busbench.harness.text.Problem;

/**
 * Which backend must answer for a value of one column of the data. A value that the data do not have goes where most of
 * their values go: that is what a router does with all that it does not know.
 *
 * @param only the one that answers for all; null for several
 * @param usual the one for values that are not known
 */
public record Routes(String only, Map<String, String> byValue, String usual) {

    /**
     * The routes of a scenario by a column of its data.
     *
     * @throws Problem when the data have no such column, or cannot be read
     */
    public static Routes of(Scenario scenario, String column) {
        DataRows rows = rows(scenario);
        int value = rows.column(column);
        int route = rows.column(Scenario.ROUTE);
        Optional<String> only = scenario.answer().route().flatMap(Scenario.Route::only);
        if (value < 0 || (route < 0 && only.isEmpty())) {
            throw new Problem(scenario.file() + ": its data need the columns '" + column + "' and '" + Scenario.ROUTE
                    + "', by which messages are routed: add them");
        }
        Map<String, String> byValue = new LinkedHashMap<>();
        Map<String, Integer> values = new HashMap<>();
        for (int row : rows.firstOfEachKind()) {
            if (rows.isRefused(row)) {
                continue;
            }
            String to = only.orElse(route < 0 ? null : new String(rows.field(row, route), UTF_8));
            if (byValue.putIfAbsent(new String(rows.field(row, value), UTF_8), to) == null) {
                values.merge(to, 1, Integer::sum);
            }
        }
        String usual = values.entrySet().stream()
                .max(Comparator.comparingInt((Map.Entry<String, Integer> entry) -> entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .orElseThrow()
                .getKey();
        return new Routes(only.orElse(null), byValue, usual);
    }

    private static DataRows rows(Scenario scenario) {
        if (scenario.data().file().isEmpty()) {
            throw new Problem(scenario.file() + ": it has no data, which say who must answer: add the key 'data'");
        }
        try {
            return DataRows.read(scenario.data().file().get());
        } catch (IOException unreadable) {
            throw new Problem(Problem.brief(unreadable), unreadable);
        }
    }

    /** The backend that must answer for a value. */
    public String of(String value) {
        return only == null ? byValue.getOrDefault(value, usual) : only;
    }

    /** A value for each route but the usual one, by the order of their names; where there is one route, its first value. */
    public List<String> known() {
        Map<String, String> first = new TreeMap<>();
        byValue.forEach((value, route) -> first.putIfAbsent(route, value));
        if (only == null) {
            first.remove(usual);
        }
        return List.copyOf(first.values());
    }
}
