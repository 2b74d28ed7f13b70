package org.busbench.harness.parity;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The processes of an adapter that is audited. */
public record AuditedProcesses(Supplier<? extends Collection<Long>> pids, List<Path> writes) {
    /** Makes the list unchangeable. */
    public AuditedProcesses {
        writes = List.copyOf(writes);
    }

    /** All threads of all of them now. */
    int threads() {
        int threads = 0;
        for (long pid : pids.get()) {
            String[] tasks =
                    Path.of("/proc", Long.toString(pid), "task").toFile().list();
            threads += tasks == null ? 0 : tasks.length;
        }
        return threads;
    }
}
