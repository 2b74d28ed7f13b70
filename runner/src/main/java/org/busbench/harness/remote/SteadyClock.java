package org.busbench.harness.remote;

import java.util.concurrent.TimeUnit;

/**
 * This host's clock as it was when the process began, and on from there by the monotonic one. So a run is not harmed when this
 * host's clock is set, and no other host is blamed for it.
 */
final class SteadyClock {
    private static final long BEGAN_MICROS = Agent.nowMicros();
    /** Read right after {@link #BEGAN_MICROS}, whose classes are loaded before it reads the clock: both tell the same instant. */
    private static final long BEGAN_NANOS = System.nanoTime();

    private SteadyClock() {}

    /** Since the epoch. */
    static long micros() {
        return BEGAN_MICROS + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - BEGAN_NANOS);
    }

    /** Since the epoch. */
    static long millis() {
        return TimeUnit.MICROSECONDS.toMillis(micros());
    }
}
