package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code /proc/PID/stat} says of a process, threads that have ended included: CPU time in user mode and in the kernel, in the ticks of 10 ms
 * in which Linux tells times to programs (USER_HZ, time(7)).
 *
 * @param minorFaults pages that it touched for the first time, and that no disk had to be read for
 */
record ProcessStat(long minorFaults, long userTicks, long systemTicks) {

    static final int TICKS_PER_SECOND = 100;

    static final String SOURCE = "/proc/PID/stat";

    /** The places in the fields after a process's name, of which the state is the first: proc(5). */
    private static final int MINOR_FAULTS = 7;

    private static final int USER_TIME = 11;

    /** Reads it now; empty when the process is gone. */
    static Optional<ProcessStat> of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", USER_TIME + 3);
            return Optional.of(new ProcessStat(
                    Long.parseLong(fields[MINOR_FAULTS]),
                    Long.parseLong(fields[USER_TIME]),
                    Long.parseLong(fields[USER_TIME + 1])));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    long ticks() {
        return userTicks + systemTicks;
    }
}
