package org.busbench.harness.adapter;

import java.util.List;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter.Requirement;

/** Whether the programs that an adapter needs are here. */
public record Availability(List<Requirement> missing) {
    /** Makes the list unchangeable. */
    public Availability {
        missing = List.copyOf(missing);
    }

    /** Looks for the programs of an adapter. */
    public static Availability of(Adapter adapter, ProgramPath path) {
        return new Availability(adapter.requires().stream()
                .filter(requirement -> path.find(requirement.program()).isEmpty())
                .toList());
    }

    /** Whether it can be started. */
    public boolean available() {
        return missing.isEmpty();
    }

    /** What is missing, in a few words. */
    public String reason() {
        return missing.stream()
                .map(requirement -> requirement.program() + " is not installed")
                .collect(Collectors.joining("; "));
    }

    /** The commands that install what is missing. */
    public String install() {
        return missing.stream().map(Requirement::install).collect(Collectors.joining(" && "));
    }
}
