package org.busbench.mutants.fault;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.busbench.mutants.wire.Backends;
import org.busbench.mutants.wire.Loop;

/** The faults by their names. */
public final class Faults {
    private static final Map<String, Function<Surroundings, Conduct>> BY_NAME =
            new TreeMap<>(Map.ofEntries(Map.entry("none", surroundings -> Conduct.RIGHT)));

    private Faults() {}

    /**
     * What a fault may need.
     *
     * @param loop runs everything
     * @param backends the connections
     * @param after so many messages are handled as is right
     */
    public record Surroundings(Loop loop, Backends backends, long after) {}

    /**
     * The names that are known.
     *
     * @return sorted
     */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * Makes a fault.
     *
     * @param name its name
     * @param surroundings what it may need
     * @return how the mediator behaves
     * @throws IllegalArgumentException when the name is unknown
     */
    public static Conduct named(String name, Surroundings surroundings) {
        Function<Surroundings, Conduct> fault = BY_NAME.get(name);
        if (fault == null) {
            throw new IllegalArgumentException("no fault '" + name + "': one of " + String.join(", ", names()));
        }
        return fault.apply(surroundings);
    }
}
