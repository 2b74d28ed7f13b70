package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How much of the machine others than the parties of a trial and this process took from them: what other programs used and
 * the hypervisor gave away, less what was idle all the same. Interrupts are left out, since most of them are the trial's own
 * packets. Two reads below
 * {@code /proc} and one for each process; for one thread.
 */
final class ForeignCpu {
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int STEAL = 7;
    /** In which Linux tells times to programs (USER_HZ, time(7)). */
    private static final int TICKS_PER_SECOND = 100;
    /** In what follows a process's name: state first, the times in user mode and in the kernel eleventh and twelfth. */
    private static final int USER_TIME = 11;

    private final Map<Long, Long> ownTicks = new HashMap<>();
    private long allTicks;
    private long busyTicks;
    private long idleTicks;
    private long stealTicks;
    private double stolenSeconds;

    /** Counts from now on; these processes are not foreign, and this one is not. */
    ForeignCpu(Collection<Long> pids) throws IOException {
        Stream.concat(pids.stream(), Stream.of(ProcessHandle.current().pid())).forEach(pid -> ownTicks.put(pid, 0L));
        share();
    }

    /** The share of all CPUs' time since the call before, 0 to 1. */
    double share() throws IOException {
        long own = own();
        long[] ticks = machine();
        long all = 0;
        long busy = 0;
        for (int kind = 0; kind <= STEAL; kind++) {
            all += ticks[kind];
            boolean foreign = kind < IDLE || kind == STEAL;
            busy += foreign ? ticks[kind] : 0;
        }
        long idle = ticks[IDLE] + ticks[WAITING];
        double foreign = (double) (busy - busyTicks - own - (idle - idleTicks)) / Math.max(1, all - allTicks);
        idleTicks = idle;
        stolenSeconds = (double) (ticks[STEAL] - stealTicks) / TICKS_PER_SECOND;
        stealTicks = ticks[STEAL];
        allTicks = all;
        busyTicks = busy;
        return Math.round(10_000 * Math.max(0, Math.min(1, foreign))) / 10_000.0;
    }

    /** Seconds of CPU time, of all CPUs together, that the hypervisor held back between the last two calls for a share. */
    double stolenSeconds() {
        return stolenSeconds;
    }

    /** Ticks that our own processes used since the call before; one that has ended used what it had when last seen. */
    private long own() {
        long used = 0;
        for (Map.Entry<Long, Long> process : ownTicks.entrySet()) {
            long now = ticks(process.getKey(), process.getValue());
            used += now - process.getValue();
            process.setValue(now);
        }
        return used;
    }

    private static long ticks(long pid, long before) {
        try {
            String stat = read(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", USER_TIME + 3);
            return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]);
        } catch (IOException ended) {
            return before;
        }
    }

    private static long[] machine() throws IOException {
        String line = read(MACHINE).lines().findFirst().orElse("");
        String[] fields = line.split(" +", STEAL + 4);
        if (fields.length < STEAL + 2) {
            throw new IOException(MACHINE + " begins with '" + line + "'");
        }
        long[] ticks = new long[STEAL + 1];
        for (int kind = 0; kind < ticks.length; kind++) {
            ticks[kind] = Long.parseLong(fields[kind + 1]);
        }
        return ticks;
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
