package org.busbench.harness.measure;

/**
 * What a process and its descendants used during a window.
 *
 * @param userMicros CPU time in user mode within the window
 * @param systemMicros CPU time in the kernel within the window
 * @param rssBytes resident memory at the window's end
 * @param threads operating system threads at the window's end
 * @param gc what its garbage collectors did within the window; null when none of its processes is a JVM that tells
 */
public record ProcessCost(long userMicros, long systemMicros, long rssBytes, int threads, GcCost gc) {

    /**
     * CPU time per verified response.
     *
     * @param verified responses that were verified in the same window, at least 1
     * @return microseconds, user and system together
     */
    public double cpuMicrosPerMessage(long verified) {
        if (verified < 1) {
            throw new IllegalArgumentException("no verified response to share the CPU time: " + verified);
        }
        return (userMicros + systemMicros) / (double) verified;
    }
}
