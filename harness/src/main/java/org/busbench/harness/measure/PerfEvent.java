package org.busbench.harness.measure;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * One hardware counter of retired instructions of one thread, and of all threads and processes that this thread begets
 * from now on, those that have ended included ({@code inherit} of perf_event_open(2)). It counts from its opening to its
 * closing. Any thread may call it; a call takes some microseconds.
 */
final class PerfEvent implements AutoCloseable {

    private static final int TYPE_HARDWARE = 0;
    private static final long COUNT_INSTRUCTIONS = 1;
    private static final long TIME_ENABLED_AND_RUNNING = 3;
    private static final long INHERIT = 1 << 1;
    private static final long EXCLUDE_USER = 1 << 4;
    private static final long EXCLUDE_KERNEL = 1 << 5;
    private static final long EXCLUDE_HYPERVISOR = 1 << 6;
    private static final long CLOSE_ON_EXEC = 1 << 3;
    private static final int ATTRIBUTES_BYTES = 64;
    private static final int VALUE_BYTES = 24;
    private static final C LIBRARY = load();

    private final int descriptor;

    private PerfEvent(int descriptor) {
        this.descriptor = descriptor;
    }

    /** The C library's part of it. */
    private interface C extends Library {
        long syscall(long number, Pointer attributes, int thread, int cpu, int group, long flags)
                throws LastErrorException;

        long read(int descriptor, Pointer into, long bytes) throws LastErrorException;

        int close(int descriptor);
    }

    /** In which mode instructions are counted. */
    enum Mode {
        USER(EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR),
        KERNEL(EXCLUDE_USER | EXCLUDE_HYPERVISOR);

        private final long flags;

        Mode(long flags) {
            this.flags = flags;
        }
    }

    /**
     * What was counted.
     *
     * @param count instructions
     * @param enabledNanos how long the threads ran with this counter
     * @param runningNanos how long of that the counter was really on the CPU; less than {@code enabledNanos} where more
     *     counters are wanted than the CPU has
     */
    record Value(long count, long enabledNanos, long runningNanos) {}

    /**
     * Opens one.
     *
     * @param thread id of the thread; 0 for the calling one
     * @throws CountersException when the system refuses
     */
    static PerfEvent open(long thread, Mode mode) throws CountersException {
        long number = systemCall();
        if (LIBRARY == null || number < 0) {
            throw new CountersException(0);
        }
        try (Memory attributes = new Memory(ATTRIBUTES_BYTES)) {
            attributes.clear();
            attributes.setInt(0, TYPE_HARDWARE);
            attributes.setInt(4, ATTRIBUTES_BYTES);
            attributes.setLong(8, COUNT_INSTRUCTIONS);
            attributes.setLong(32, TIME_ENABLED_AND_RUNNING);
            attributes.setLong(40, INHERIT | mode.flags);
            return new PerfEvent(Math.toIntExact(
                    LIBRARY.syscall(number, attributes, Math.toIntExact(thread), -1, -1, CLOSE_ON_EXEC)));
        } catch (LastErrorException refused) {
            throw new CountersException(refused.getErrorCode());
        }
    }

    /** Reads it now. */
    Value read() throws CountersException {
        try (Memory value = new Memory(VALUE_BYTES)) {
            if (LIBRARY.read(descriptor, value, VALUE_BYTES) != VALUE_BYTES) {
                throw new CountersException(0);
            }
            return new Value(value.getLong(0), value.getLong(8), value.getLong(16));
        } catch (LastErrorException refused) {
            throw new CountersException(refused.getErrorCode());
        }
    }

    @Override
    public void close() {
        LIBRARY.close(descriptor);
    }

    /** Closes many. */
    static void close(Iterable<PerfEvent> events) {
        events.forEach(PerfEvent::close);
    }

    /** Its number in the system call tables of Linux; negative where we do not know it. */
    private static long systemCall() {
        if (!Platform.isLinux() || !Platform.is64Bit()) {
            return -1;
        }
        return Platform.isIntel() ? 298 : Platform.isARM() ? 241 : -1;
    }

    private static C load() {
        try {
            return Native.load("c", C.class);
        } catch (UnsatisfiedLinkError none) {
            return null;
        }
    }
}
