package org.busbench.harness.measure;

/**
 * How busy all CPUs of the machine were during a window, as parts of all their time, 0 to 1.
 *
 * @param busyShare neither idle nor waiting for I/O nor stolen
 * @param stealShare given to others by the hypervisor
 * @param idleShare idle, or waiting for I/O
 * @param userShare in user mode
 * @param systemShare in the kernel, interrupts included
 */
public record MachineLoad(
        double busyShare, double stealShare, double idleShare, double userShare, double systemShare) {}
