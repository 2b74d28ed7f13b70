package org.busbench.harness.measure;

/**
 * The state of one operating system process at one instant. CPU times grow from the process's start; the kernel counts
 * them in ticks of 10 ms.
 *
 * @param userMicros CPU time in user mode
 * @param systemMicros CPU time in the kernel
 * @param rssBytes resident memory
 * @param threads operating system threads
 * @param gc what its garbage collectors have done; null when it is no JVM
 */
record ProcessReading(long userMicros, long systemMicros, long rssBytes, int threads, GcReading gc) {

    static final ProcessReading NOTHING = new ProcessReading(0, 0, 0, 0, null);
}
