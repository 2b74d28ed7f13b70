package org.busbench.reports.run;

/**
 * What one process used within the measured window.
 *
 * @param cpuMicrosPerMessage user and system time per verified response; null when the trial has no figures
 * @param userMicros CPU time in user mode
 * @param systemMicros CPU time in the kernel
 * @param rssBytes resident memory at the window's end
 * @param threads operating system threads at the window's end
 */
public record ProcessUse(Double cpuMicrosPerMessage, long userMicros, long systemMicros, long rssBytes, int threads) {

    /** Refuses negative figures. */
    public ProcessUse {
        if (cpuMicrosPerMessage != null) {
            Required.notNegative(cpuMicrosPerMessage, "cpuMicrosPerMessage");
        }
        Required.notNegative(userMicros, "userMicros");
        Required.notNegative(systemMicros, "systemMicros");
        Required.notNegative(rssBytes, "rssBytes");
        Required.notNegative(threads, "threads");
    }
}
