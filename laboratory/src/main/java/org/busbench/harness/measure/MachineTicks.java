package org.busbench.harness.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.measure.Cost.MachineLoad;
import org.busbench.harness.measure.Readings.Moment;

/**
 * CPU time of the whole machine since it started, in ticks of 10 ms.
 *
 * @param system in the kernel, interrupts included
 * @param interrupts the part of {@code system} that served them
 * @param unused idle, or waiting for a disk
 * @param stolen given to others by the hypervisor
 */
record MachineTicks(long all, long user, long system, long interrupts, long unused, long stolen) {

    private static final Path FILE = Path.of("/proc/stat");
    private static final int KINDS = 8;

    static MachineTicks read() {
        try {
            String line = Files.readString(FILE, StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
            String[] fields = line.split(" +", KINDS + 3);
            if (fields.length <= KINDS) {
                throw new IOException(FILE + " begins with '" + line + "'");
            }
            long[] kinds = new long[KINDS];
            long all = 0;
            for (int kind = 0; kind < KINDS; kind++) {
                kinds[kind] = Long.parseLong(fields[kind + 1]);
                all += kinds[kind];
            }
            // user, nice, system, idle, iowait, irq, softirq, steal: proc(5).
            long interrupts = kinds[5] + kinds[6];
            return new MachineTicks(
                    all, kinds[0] + kinds[1], kinds[2] + interrupts, interrupts, kinds[3] + kinds[4], kinds[7]);
        } catch (IOException e) {
            throw new UncheckedIOException("the machine's load cannot be read: " + e.getMessage(), e);
        }
    }

    void tell(Moment moment, Readings readings) {
        readings.of(moment, Readings.MACHINE, Readings.ALL, FILE.toString())
                .add("allTicks", all)
                .add("userTicks", user)
                .add("systemTicks", system)
                .add("interruptTicks", interrupts)
                .add("unusedTicks", unused)
                .add("stolenTicks", stolen);
    }

    /** Ticks that programs used or the hypervisor took, without interrupts. */
    long taken() {
        return user + system - interrupts + stolen;
    }

    /** The load between this instant and a later one; all zero when no tick has passed. */
    MachineLoad loadUntil(MachineTicks later) {
        double ticks = later.all - all;
        if (ticks <= 0) {
            return new MachineLoad(0, 0, 0, 0, 0);
        }
        double taken = later.stolen - stolen;
        double idle = later.unused - unused;
        return new MachineLoad(
                (ticks - idle - taken) / ticks,
                taken / ticks,
                idle / ticks,
                (later.user - user) / ticks,
                (later.system - system) / ticks);
    }
}
