package org.busbench.reports.page;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.Role;

/**
 * The look of each adapter, as the name of a CSS class. Well-known ones look the same in every report; the others take
 * what is left, in the order of their names. Controls are grey.
 */
final class Palette {

    private static final int SERIES = 8;
    private static final Map<String, Integer> FIXED =
            Map.of("busbench", 1, "synapse", 2, "camel", 3, "mule-3.9", 4, "servicemix", 5);

    private final Map<String, String> classes = new HashMap<>();

    Palette(List<Adapter> adapters) {
        Set<Integer> taken = new HashSet<>();
        for (Adapter adapter : adapters) {
            if (adapter.role() == Role.CONTROL) {
                classes.put(adapter.name(), adapter.name().equals(Cell.CEILING) ? "series-ceiling" : "series-control");
            } else if (FIXED.containsKey(adapter.name())) {
                taken.add(FIXED.get(adapter.name()));
                classes.put(adapter.name(), "series-" + FIXED.get(adapter.name()));
            }
        }
        List<Integer> free = IntStream.rangeClosed(1, SERIES)
                .boxed()
                .filter(slot -> !taken.contains(slot))
                .toList();
        List<String> others = adapters.stream()
                .map(Adapter::name)
                .filter(name -> !classes.containsKey(name))
                .sorted()
                .toList();
        for (int i = 0; i < others.size(); i++) {
            int slot = free.isEmpty() ? 1 + i % SERIES : free.get(i % free.size());
            classes.put(others.get(i), "series-" + slot);
        }
    }

    String of(String adapter) {
        return classes.get(adapter);
    }
}
