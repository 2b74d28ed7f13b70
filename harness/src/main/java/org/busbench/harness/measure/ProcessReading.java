package org.busbench.harness.measure;

import java.util.OptionalLong;

/**
 * The state of one operating system process at one instant. CPU times grow from the process's start.
 *
 * @param cpuNanos CPU time, user and system together, to the nanosecond; empty where the system has no such clock
 * @param userMicros CPU time in user mode, in ticks of 10 ms
 * @param systemMicros CPU time in the kernel, in ticks of 10 ms
 * @param rssBytes resident memory
 * @param threads operating system threads
 * @param gc what its garbage collectors have done; null when it is no JVM
 */
record ProcessReading(
        OptionalLong cpuNanos, long userMicros, long systemMicros, long rssBytes, int threads, GcReading gc) {

    static final ProcessReading NOTHING = new ProcessReading(OptionalLong.of(0), 0, 0, 0, 0, null);

    /** The same with the exact clock. */
    ProcessReading at(OptionalLong nanos) {
        return new ProcessReading(nanos, userMicros, systemMicros, rssBytes, threads, gc);
    }

    /**
     * What was used since an earlier reading. The sum is that of the exact clock; the ticks tell how it parts into user
     * and system, as the kernel itself parts it for {@code /proc}. Where one reading has no exact clock the ticks count.
     */
    CpuMicros since(ProcessReading then) {
        long user = userMicros - then.userMicros();
        long system = systemMicros - then.systemMicros();
        if (cpuNanos.isEmpty() || then.cpuNanos().isEmpty()) {
            return new CpuMicros(user, system);
        }
        long sum = Math.round((cpuNanos.getAsLong() - then.cpuNanos().getAsLong()) / 1e3);
        long ofUser = user + system > 0 ? Math.round(sum * ((double) user / (user + system))) : sum;
        return new CpuMicros(ofUser, sum - ofUser);
    }
}
