package org.busbench.harness.measure;

import java.util.Map;
import java.util.Set;

/** The state of some processes, each with its descendants, and of the machine at one instant. */
public final class Reading {

    private final Map<ProcessRole, Map<Long, ProcessReading>> processes;
    private final MachineTicks machine;

    Reading(Map<ProcessRole, Map<Long, ProcessReading>> processes, MachineTicks machine) {
        this.processes = Map.copyOf(processes);
        this.machine = machine;
    }

    /** By role, then by process id. */
    Map<ProcessRole, Map<Long, ProcessReading>> processes() {
        return processes;
    }

    /**
     * The processes of a role.
     *
     * @param role which
     * @return their ids; empty when there is none
     */
    public Set<Long> pids(ProcessRole role) {
        return processes.getOrDefault(role, Map.of()).keySet();
    }

    MachineTicks machine() {
        return machine;
    }
}
