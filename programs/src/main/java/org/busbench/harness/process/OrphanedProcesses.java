package org.busbench.harness.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.process.Supervisor.PidFile;

/** Processes of ended harnesses that still run. */
public record OrphanedProcesses(List<Leftover> found) {
    private static final Stop STOP = new Stop("TERM", Duration.ofSeconds(5));

    /**
     * A process or a container whose harness is gone.
     *
     * @param name as the harness called it
     * @param commandLine of the process, as it has it
     * @param container what it is instead of a process
     */
    public record Leftover(String name, ProcessId id, List<String> commandLine, Optional<Container> container) {
        public Leftover {
            commandLine = List.copyOf(commandLine);
        }
    }

    public OrphanedProcesses {
        found = List.copyOf(found);
    }

    /** Looks for leftovers, and forgets the harnesses of which nothing is left. */
    public static OrphanedProcesses find(Path state) {
        List<Leftover> found = new ArrayList<>();
        for (PidFile ledger : PidFile.all(state)) {
            List<PidFile.Entry> entries = ledger.entries();
            if (!entries.isEmpty() && entries.get(0).id().alive()) {
                continue;
            }
            List<Leftover> left = entries.stream()
                    .skip(1)
                    .filter(OrphanedProcesses::isThere)
                    .map(entry -> new Leftover(
                            entry.name(),
                            entry.id(),
                            Commands.lineOf(entry.id().pid()).orElse(List.of()),
                            entry.container()))
                    .toList();
            found.addAll(left);
            if (left.isEmpty()) {
                ledger.delete();
            }
        }
        return new OrphanedProcesses(found);
    }

    /** A container is gone with its engine, as far as anybody can see. */
    private static boolean isThere(PidFile.Entry entry) {
        return entry.container()
                .map(Container::exists)
                .orElseGet(() -> !new ProcessTree(entry.id()).members().isEmpty());
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** One line for people: names and pids. */
    public String describe() {
        return found.stream()
                .map(left -> left.container().isPresent()
                        ? left.name()
                        : left.name() + " (pid " + left.id().pid() + ")")
                .collect(Collectors.joining(", "));
    }

    public void end() {
        for (Leftover left : found) {
            left.container().ifPresentOrElse(Container::remove, () -> new ProcessTree(left.id()).end(STOP));
        }
    }
}
