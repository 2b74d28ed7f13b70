package org.busbench.harness.measure;

/**
 * CPU time of a process between two readings.
 *
 * @param user microseconds in user mode
 * @param system microseconds in the kernel
 */
record CpuMicros(long user, long system) {}
