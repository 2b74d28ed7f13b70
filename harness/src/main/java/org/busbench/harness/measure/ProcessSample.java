package org.busbench.harness.measure;

/**
 * The state of a process and its descendants at one instant of a window.
 *
 * @param second since the window began
 * @param rssBytes resident memory
 * @param threads operating system threads
 * @param descriptors open file descriptors
 * @param connections established TCP connections with a backend instance, made or accepted
 * @param cpuMicros CPU time since the first sample; null where the kernel has no clock of the process
 */
public record ProcessSample(int second, long rssBytes, int threads, int descriptors, int connections, Long cpuMicros) {}
