package org.busbench.harness.measure;

import java.util.Map;

/**
 * What a window cost.
 *
 * @param processes by role; a role whose process was gone at the end of the window is not in it
 * @param machine the whole machine
 */
public record Cost(Map<ProcessRole, ProcessCost> processes, MachineLoad machine) {

    /** Makes the map unchangeable. */
    public Cost {
        processes = Map.copyOf(processes);
    }
}
