package org.busbench.harness.measure;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import oshi.hardware.CentralProcessor.TickType;

/**
 * CPU time of the whole machine since it started, in the kernel's ticks.
 *
 * @param all of every kind
 * @param user in user mode
 * @param system in the kernel, interrupts included
 * @param unused idle, or waiting for I/O
 * @param steal given to others by the hypervisor
 */
record MachineTicks(long all, long user, long system, long unused, long steal) {

    static MachineTicks of(long[] byKind) {
        return new MachineTicks(
                LongStream.of(byKind).sum(),
                sum(byKind, TickType.USER, TickType.NICE),
                sum(byKind, TickType.SYSTEM, TickType.IRQ, TickType.SOFTIRQ),
                sum(byKind, TickType.IDLE, TickType.IOWAIT),
                sum(byKind, TickType.STEAL));
    }

    /** The load between this instant and a later one; all zero when no tick has passed. */
    MachineLoad loadUntil(MachineTicks later) {
        double ticks = later.all - all;
        if (ticks <= 0) {
            return new MachineLoad(0, 0, 0, 0, 0);
        }
        double stolen = later.steal - steal;
        double idle = later.unused - unused;
        return new MachineLoad(
                (ticks - idle - stolen) / ticks,
                stolen / ticks,
                idle / ticks,
                (later.user - user) / ticks,
                (later.system - system) / ticks);
    }

    private static long sum(long[] byKind, TickType... kinds) {
        return Stream.of(kinds).mapToLong(kind -> byKind[kind.getIndex()]).sum();
    }
}
