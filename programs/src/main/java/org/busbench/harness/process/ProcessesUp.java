package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.harness.process.Supervisor.PidFile;

/** Processes that are up because the user wants them: those of commands that go on, and those that {@code up} left. */
public final class ProcessesUp {
    private ProcessesUp() {}

    /** How each of them, and of their descendants, is ended, by its process id. */
    public static Map<Long, String> find(Path state) {
        Map<Long, String> found = new HashMap<>();
        for (PidFile ledger : PidFile.all(state)) {
            List<PidFile.Entry> entries = ledger.entries();
            if (!entries.isEmpty() && entries.get(0).id().alive()) {
                String end = "it ends with the busbench command of process "
                        + entries.get(0).id().pid() + ": Ctrl-C there";
                entries.stream()
                        .skip(1)
                        .filter(entry -> entry.container().isEmpty())
                        .flatMap(entry -> new ProcessTree(entry.id()).members().stream())
                        .forEach(process -> found.put(process.pid(), end));
            }
        }
        DetachedTestBed.find(state)
                .ifPresent(up -> up.processes().stream()
                        .flatMap(member ->
                                new ProcessTree(new ProcessId(member.pid(), member.start())).members().stream())
                        .forEach(process -> found.put(
                                process.pid(), "'busbench down' ends it, with " + up.adapter() + ", which is up")));
        return found;
    }
}
