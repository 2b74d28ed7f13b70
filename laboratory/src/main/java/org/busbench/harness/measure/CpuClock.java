package org.busbench.harness.measure;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.util.OptionalLong;

/**
 * The CPU time of another process in nanoseconds, from the kernel's clock of that process (clock_getcpuclockid(3)): user
 * and system together, threads that have ended included. {@code /proc} counts in ticks of 10 ms, which is several percent
 * of what a mediator spends in a window of some hundred milliseconds. Linux only; any thread may call it; does not block.
 */
final class CpuClock {

    static final String SOURCE = "clock_getcpuclockid";

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final C LIBRARY = load();

    private CpuClock() {}

    private interface C extends Library {
        int clock_getcpuclockid(int pid, int[] clock);

        int clock_gettime(int clock, Timespec time);
    }

    /** As in {@code time.h}; its fields are public since JNA fills them. */
    @FieldOrder({"seconds", "nanos"})
    public static final class Timespec extends Structure {
        public NativeLong seconds;
        /** The rest. */
        public NativeLong nanos;
    }

    /** The CPU time of the process since it began; empty when it is gone, or the system has no such clock. */
    static OptionalLong nanos(long pid) {
        int[] clock = new int[1];
        Timespec time = new Timespec();
        if (LIBRARY == null
                || LIBRARY.clock_getcpuclockid(Math.toIntExact(pid), clock) != 0
                || LIBRARY.clock_gettime(clock[0], time) != 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(time.seconds.longValue() * NANOS_PER_SECOND + time.nanos.longValue());
    }

    private static C load() {
        try {
            return Native.load("c", C.class);
        } catch (UnsatisfiedLinkError none) {
            return null;
        }
    }
}
