package org.busbench.harness.measure;

import org.busbench.record.IntegrityRun;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * The machine, as OSHI sees it.
 *
 * @param logicalCpus as seen by the operating system
 */
public record MachineFacts(
        String os, String kernel, String cpu, int logicalCpus, long memoryBytes, long availableMemoryBytes) {

    public static MachineFacts read() {
        SystemInfo info = new SystemInfo();
        HardwareAbstractionLayer hardware = info.getHardware();
        return new MachineFacts(
                info.getOperatingSystem().toString(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                hardware.getProcessor().getProcessorIdentifier().getName(),
                hardware.getProcessor().getLogicalProcessorCount(),
                hardware.getMemory().getTotal(),
                hardware.getMemory().getAvailable());
    }

    /** This machine and this Java, as the records of torture and of ramps name them. */
    public IntegrityRun.Host recorded() {
        return new IntegrityRun.Host(os, kernel, cpu, logicalCpus, memoryBytes, System.getProperty("java.version"));
    }
}
