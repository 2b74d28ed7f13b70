package org.busbench.harness.measure;

import java.util.stream.LongStream;
import oshi.hardware.CentralProcessor.TickType;

/**
 * CPU time of the whole machine since it started, in the kernel's ticks.
 *
 * @param all of every kind
 * @param unused idle, or waiting for I/O
 * @param steal given to others by the hypervisor
 */
record MachineTicks(long all, long unused, long steal) {

    static MachineTicks of(long[] byKind) {
        return new MachineTicks(
                LongStream.of(byKind).sum(),
                byKind[TickType.IDLE.getIndex()] + byKind[TickType.IOWAIT.getIndex()],
                byKind[TickType.STEAL.getIndex()]);
    }

    /** The load between this instant and a later one; all zero when no tick has passed. */
    MachineLoad loadUntil(MachineTicks later) {
        double ticks = later.all - all;
        if (ticks <= 0) {
            return new MachineLoad(0, 0);
        }
        double stolen = later.steal - steal;
        double idle = later.unused - unused;
        return new MachineLoad((ticks - idle - stolen) / ticks, stolen / ticks);
    }
}
