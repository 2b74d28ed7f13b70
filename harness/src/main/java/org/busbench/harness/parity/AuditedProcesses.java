package org.busbench.harness.parity;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The processes of an adapter that is audited.
 *
 * @param visible whether there are any to look at: those of what runs already belong to somebody else
 */
public record AuditedProcesses(Supplier<? extends Collection<Long>> pids, List<Path> writes, boolean visible) {
    /** Of what runs already. */
    public static final AuditedProcesses NOT_VISIBLE = new AuditedProcesses(List::of, List.of(), false);

    /** Processes that were started here. */
    public AuditedProcesses(Supplier<? extends Collection<Long>> pids, List<Path> writes) {
        this(pids, writes, true);
    }

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
