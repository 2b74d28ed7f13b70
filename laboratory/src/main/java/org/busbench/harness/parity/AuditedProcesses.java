package org.busbench.harness.parity;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The processes of an adapter that is audited.
 *
 * @param pids those that serve
 * @param writes files and folders to which they write
 * @param unseen why there are none to look at, as a sentence without a full stop; empty when there are
 */
public record AuditedProcesses(Supplier<? extends Collection<Long>> pids, List<Path> writes, Optional<String> unseen) {
    /** Processes that were started here. */
    public AuditedProcesses(Supplier<? extends Collection<Long>> pids, List<Path> writes) {
        this(pids, writes, Optional.empty());
    }

    /** No process could be looked at, for this reason. */
    public static AuditedProcesses unseen(String why) {
        return new AuditedProcesses(List::of, List.of(), Optional.of(why));
    }

    public AuditedProcesses {
        writes = List.copyOf(writes);
    }

    boolean visible() {
        return unseen.isEmpty();
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
