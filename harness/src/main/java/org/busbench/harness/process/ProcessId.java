package org.busbench.harness.process;

import java.util.Optional;

/**
 * Names one process for good: a pid is given to another process later, a pid with its start time is not.
 *
 * @param pid as the system counts
 * @param start when it began: clock ticks since boot where {@code /proc} tells, else milliseconds since 1970
 */
public record ProcessId(long pid, long start) {
    /** The process that has this pid now; empty when none has, or when it has ended and only waits for its parent. */
    public static Optional<ProcessId> of(long pid) {
        if (ProcFile.available()) {
            return ProcFile.read(pid).filter(ProcFile::lives).map(stat -> new ProcessId(pid, stat.startTicks()));
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(handle -> new ProcessId(pid, startOf(handle)));
    }

    private static long startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
    }

    /** Whether it still runs. */
    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }
}
