package org.busbench.harness.measure;

import java.util.EnumMap;
import java.util.Map;
import org.busbench.record.ProcessUse.Events;
import org.busbench.record.ProcessUse.Group;

/**
 * What a window cost.
 *
 * @param processes by role; a role whose process was gone at the end of the window is not in it
 */
public record Cost(Map<ProcessRole, ProcessCost> processes, MachineLoad machine) {

    public Cost {
        processes = Map.copyOf(processes);
    }

    public Cost and(ProcessRole role, ProcessCost cost) {
        Map<ProcessRole, ProcessCost> all = new EnumMap<>(ProcessRole.class);
        all.putAll(processes);
        all.put(role, cost);
        return new Cost(all, machine);
    }

    /** The cost as the other side of a duet sees it. */
    public Cost ofRival() {
        Map<ProcessRole, ProcessCost> all = new EnumMap<>(ProcessRole.class);
        processes.forEach((role, cost) -> all.put(role.ofRival(), cost));
        return new Cost(all, machine);
    }

    /**
     * What a process and its descendants used during a window.
     *
     * @param threads operating system threads at the window's end
     * @param gc what its garbage collectors did within the window; null when none of its processes is a JVM that tells
     * @param group what its control group holds at the window's end; null for what runs in no container
     * @param events what the kernel did for it; null where that was not read
     */
    public record ProcessCost(
            long userMicros, long systemMicros, long rssBytes, int threads, GcCost gc, Group group, Events events) {

        ProcessCost with(Events counted) {
            return new ProcessCost(userMicros, systemMicros, rssBytes, threads, gc, group, counted);
        }

        /**
         * CPU time per verified response.
         *
         * @param verified responses that were verified in the same window, at least 1
         */
        public double cpuMicrosPerMessage(long verified) {
            if (verified < 1) {
                throw new IllegalArgumentException("no verified response to share the CPU time: " + verified);
            }
            return (userMicros + systemMicros) / (double) verified;
        }
    }

    /**
     * Garbage collection of a process's JVMs during a window.
     *
     * @param pauseMillis how long they took together
     * @param cpuMicros CPU time of the collector's threads; null when that is not known
     */
    public record GcCost(long collections, double pauseMillis, Long cpuMicros) {

        /** The sum of the costs of two JVMs. */
        GcCost and(GcCost other) {
            return new GcCost(
                    collections + other.collections,
                    pauseMillis + other.pauseMillis,
                    cpuMicros == null || other.cpuMicros == null ? null : Long.valueOf(cpuMicros + other.cpuMicros));
        }
    }

    /**
     * How busy all CPUs of the machine were during a window, as parts of all their time, 0 to 1.
     *
     * @param stealShare given to others by the hypervisor
     */
    public record MachineLoad(
            double busyShare, double stealShare, double idleShare, double userShare, double systemShare) {}
}
