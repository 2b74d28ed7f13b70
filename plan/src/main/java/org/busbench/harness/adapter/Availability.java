package org.busbench.harness.adapter;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whether what an adapter needs is here: programs, or an image and the engine that runs it. */
public record Availability(List<Lack> missing) {

    /**
     * Something that is not here.
     *
     * @param reason in a few words
     * @param help the command that installs it, or what else to do
     */
    public record Lack(String reason, String help) {}

    public Availability {
        missing = List.copyOf(missing);
    }

    /** Looks for what an adapter needs. Of a container the engine is asked, which takes a moment. */
    public static Availability of(Adapter adapter, ProgramPath path) {
        List<Lack> missing = new ArrayList<>();
        adapter.requires().stream()
                .filter(requirement -> path.find(requirement.program()).isEmpty())
                .map(requirement -> new Lack(requirement.program() + " is not installed", requirement.install()))
                .forEach(missing::add);
        if (adapter.program() instanceof AdapterProgram.Container container) {
            container.engine().lack(container.image(), path).ifPresent(missing::add);
        }
        return new Availability(missing);
    }

    /** Whether it can be started. */
    public boolean available() {
        return missing.isEmpty();
    }

    /** The missing part, in a few words. */
    public String reason() {
        return missing.stream().map(Lack::reason).collect(Collectors.joining("; "));
    }

    public String install() {
        return missing.stream().map(Lack::help).collect(Collectors.joining(" && "));
    }
}
