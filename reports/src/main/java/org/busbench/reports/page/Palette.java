package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.record.Adapter;
import org.busbench.record.Role;
import org.busbench.reports.analysis.Cell;

/**
 * The look of each adapter, as names of CSS classes: one of eight colours, and one of four marks that go with four kinds
 * of line, so that 32 can be told apart, without colour 4. Well-known ones look the same in every report, and flavours of
 * one product have one colour; the others take what is left, in the order of their names. Controls are grey.
 */
final class Palette {

    private static final int COLOURS = 8;
    private static final int MARKS = 4;
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("busbench", look(1, 0)),
            Map.entry("synapse", look(2, 0)),
            Map.entry("synapse-nhttp", look(2, 1)),
            Map.entry("camel", look(3, 0)),
            Map.entry("camel-vanilla", look(3, 1)),
            Map.entry("mule-3.9", look(4, 0)),
            Map.entry("mule-3.9-default", look(4, 1)),
            Map.entry("mule-3.9-no-keep-alive", look(4, 2)),
            Map.entry("servicemix", look(5, 0)),
            Map.entry("spring-integration", look(6, 0)));

    private final Map<String, String> classes = new HashMap<>();

    Palette(List<Adapter> adapters) {
        Set<String> taken = new HashSet<>();
        int controls = 0;
        for (Adapter adapter : adapters) {
            if (adapter.name().equals(Cell.CEILING)) {
                classes.put(adapter.name(), "series-ceiling");
            } else if (adapter.role() == Role.CONTROL) {
                classes.put(adapter.name(), "series-control mark-" + controls++ % MARKS);
            } else if (FIXED.containsKey(adapter.name())) {
                taken.add(FIXED.get(adapter.name()));
                classes.put(adapter.name(), FIXED.get(adapter.name()));
            }
        }
        List<String> free = free(taken);
        List<String> others = adapters.stream()
                .map(Adapter::name)
                .filter(name -> !classes.containsKey(name))
                .sorted()
                .toList();
        for (int i = 0; i < others.size(); i++) {
            classes.put(others.get(i), free.get(i % free.size()));
        }
    }

    private static List<String> free(Set<String> taken) {
        List<String> free = new ArrayList<>();
        for (int mark = 0; mark < MARKS; mark++) {
            for (int colour = 1; colour <= COLOURS; colour++) {
                if (!taken.contains(look(colour, mark))) {
                    free.add(look(colour, mark));
                }
            }
        }
        return free;
    }

    private static String look(int colour, int mark) {
        return "series-" + colour + " mark-" + mark;
    }

    String of(String adapter) {
        return classes.get(adapter);
    }
}
