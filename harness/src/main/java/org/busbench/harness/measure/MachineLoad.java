package org.busbench.harness.measure;

/**
 * How busy all CPUs of the machine were during a window.
 *
 * @param busyShare part of the CPU time that was neither idle nor waiting for I/O nor stolen, 0 to 1
 * @param stealShare part that the hypervisor gave to others, 0 to 1
 */
public record MachineLoad(double busyShare, double stealShare) {}
