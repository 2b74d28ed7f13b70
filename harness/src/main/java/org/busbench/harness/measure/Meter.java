package org.busbench.harness.measure;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Reads CPU time, memory, threads and garbage collection of processes and their descendants (nginx works in children). One
 * reading takes a few milliseconds, so it is taken at the edges of a window and never inside it.
 */
public final class Meter {

    private final OperatingSystem system;
    private final CentralProcessor processor;

    /** A meter of this machine. */
    public Meter() {
        SystemInfo info = new SystemInfo();
        this.system = info.getOperatingSystem();
        this.processor = info.getHardware().getProcessor();
    }

    /**
     * Reads now.
     *
     * @param pids the process of each role
     * @return the reading; a role whose process is gone is empty in it
     */
    public Reading read(Map<ProcessRole, Long> pids) {
        MachineTicks ticks = MachineTicks.of(processor.getSystemCpuLoadTicks());
        Map<ProcessRole, Map<Long, ProcessReading>> readings = new EnumMap<>(ProcessRole.class);
        pids.forEach((role, pid) -> readings.put(role, readTree(pid)));
        // Last and all at once, so that as little as possible lies between these clocks and the mark of the window.
        readings.values().forEach(tree -> tree.replaceAll((pid, reading) -> reading.at(CpuClock.nanos(pid))));
        return new Reading(readings, ticks);
    }

    /**
     * What was used between two readings.
     *
     * @param start the earlier reading
     * @param end the later one, of the same processes
     * @return the cost
     */
    public Cost between(Reading start, Reading end) {
        Map<ProcessRole, ProcessCost> costs = new EnumMap<>(ProcessRole.class);
        end.processes().forEach((role, after) -> {
            if (!after.isEmpty()) {
                costs.put(role, cost(start.processes().getOrDefault(role, Map.of()), after));
            }
        });
        return new Cost(costs, start.machine().loadUntil(end.machine()));
    }

    private Map<Long, ProcessReading> readTree(long root) {
        Map<Long, ProcessReading> tree = new HashMap<>();
        Stream<ProcessHandle> descendants =
                ProcessHandle.of(root).map(ProcessHandle::descendants).orElseGet(Stream::empty);
        Stream.concat(Stream.of(root), descendants.map(ProcessHandle::pid)).forEach(pid -> {
            OSProcess process = system.getProcess(Math.toIntExact(pid));
            if (process != null) {
                tree.put(
                        pid,
                        new ProcessReading(
                                OptionalLong.empty(),
                                process.getUserTime() * 1000,
                                process.getKernelTime() * 1000,
                                process.getResidentMemory(),
                                process.getThreadCount(),
                                GcReading.of(pid).orElse(null)));
            }
        });
        return tree;
    }

    private static ProcessCost cost(Map<Long, ProcessReading> before, Map<Long, ProcessReading> after) {
        long user = 0;
        long kernel = 0;
        long rss = 0;
        int threads = 0;
        GcCost gc = null;
        for (Map.Entry<Long, ProcessReading> entry : after.entrySet()) {
            ProcessReading then = before.getOrDefault(entry.getKey(), ProcessReading.NOTHING);
            ProcessReading now = entry.getValue();
            CpuMicros used = now.since(then);
            user += used.user();
            kernel += used.system();
            rss += now.rssBytes();
            threads += now.threads();
            if (now.gc() != null) {
                GcCost own = now.gc().since(then.gc() == null ? GcReading.NOTHING : then.gc());
                gc = gc == null ? own : gc.and(own);
            }
        }
        return new ProcessCost(user, kernel, rss, threads, gc);
    }
}
