package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code /proc/PID/stat} says of a process, threads that have ended included: CPU time in user mode and in the kernel, in the ticks of 10 ms
 * in which Linux tells times to programs (USER_HZ, time(7)).
 *
 * @param minorFaults pages that it touched for the first time, and that no disk had to be read for
 */
record ProcessStat(long minorFaults, long userTicks, long systemTicks) {

    static final int TICKS_PER_SECOND = 100;

    static final String SOURCE = "/proc/PID/stat";

    static final String CALLS_SOURCE = "/proc/PID/io";

    private static final Pattern CALLS = Pattern.compile("syscr: ([0-9]+)\nsyscw: ([0-9]+)");

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

    /**
     * The system calls of the families of read(2) and write(2) until now, threads that have ended included. Linux counts no call of recv(2) and
     * send(2) there, and none that waits.
     *
     * @return empty where the process is gone, or may not be asked
     */
    static OptionalLong readWriteCalls(long pid) {
        try {
            Matcher calls = CALLS.matcher(
                    Files.readString(Path.of("/proc", Long.toString(pid), "io"), StandardCharsets.ISO_8859_1));
            return calls.find()
                    ? OptionalLong.of(Long.parseLong(calls.group(1)) + Long.parseLong(calls.group(2)))
                    : OptionalLong.empty();
        } catch (IOException refused) {
            return OptionalLong.empty();
        }
    }

    long ticks() {
        return userTicks + systemTicks;
    }
}
