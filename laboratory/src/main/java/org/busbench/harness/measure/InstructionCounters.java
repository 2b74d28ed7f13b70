package org.busbench.harness.measure;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.busbench.harness.measure.Readings.Moment;

/**
 * Counts the instructions of a process and its descendants, exactly and of all their threads but HotSpot's compilers: of
 * those that live when the counters are attached, and, since counters are inherited, of every thread and process that
 * these beget later, however short their life. Left out are the threads on which HotSpot compiles, known by their names,
 * and those that they beget: what a compiler does is no work of messages, and ends when the program is warm.
 *
 * <p>A counter is not inherited by threads that exist already, so each gets its own. A thread born while they are being
 * attached may be counted by its parent's counter or not, which nothing tells; therefore the threads are listed again
 * afterwards, and where there is a new one, all counters are closed and attached anew. Where the list has not grown, each
 * living thread is counted once: it is older than every counter, so it has inherited none. A thread that was born and ended
 * in between is of no matter. Attaching to the process before it has threads would be as exact, but the counters would
 * then be there for its whole life, and they have a price:
 *
 * <p><b>A counted process is slower.</b> The counters are exchanged whenever the CPU goes from one process to another; on a
 * virtual machine, where each access to a counter may be a trip to the hypervisor, an exchange was seen to take 7 µs for
 * each counter, ten times as long as the switch itself. Time must not be measured while the counters are there, and there
 * are two of them and no third for cycles.
 *
 * <p>Two descriptors a thread are open in between. Attaching to and reading 300 threads takes some milliseconds. For the
 * thread that runs the trial.
 */
public final class InstructionCounters implements AutoCloseable {

    private static final int MOST_ATTEMPTS = 20;
    /** A counter that was off the CPU for more than this share of the time has missed something. */
    private static final double LEAST_RUNNING = 0.99;

    private final List<PerfEvent> user;
    private final List<PerfEvent> kernel;

    private InstructionCounters(List<PerfEvent> user, List<PerfEvent> kernel) {
        this.user = user;
        this.kernel = kernel;
    }

    /**
     * Whether instructions can be counted on this machine, by trying it on the calling thread.
     *
     * @return why not, and what to do; empty when they can
     */
    public static Optional<String> missing() {
        try (PerfEvent user = PerfEvent.open(0, PerfEvent.Mode.USER);
                PerfEvent kernel = PerfEvent.open(0, PerfEvent.Mode.KERNEL)) {
            boolean counted = user.read().count() > 0 && kernel.read().count() > 0;
            return counted
                    ? Optional.empty()
                    : Optional.of(CountersException.standingStill().getMessage());
        } catch (CountersException refused) {
            return Optional.of(refused.getMessage());
        }
    }

    /**
     * Begins to count.
     *
     * @param source whose processes are counted
     * @return the counters, to be closed
     * @throws CountersException when that is not possible here, or threads come and go so fast that it cannot be exact
     */
    public static InstructionCounters attach(CostSource source) throws CountersException {
        for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            Set<Long> threads = threads(source);
            if (threads.isEmpty()) {
                throw new CountersException(source + " is gone");
            }
            InstructionCounters counters = attach(threads);
            if (threads.containsAll(threads(source))) {
                return counters;
            }
            counters.close();
        }
        throw new CountersException(
                "new threads appeared in each of " + MOST_ATTEMPTS + " attempts to attach counters to " + source);
    }

    private static InstructionCounters attach(Set<Long> threads) throws CountersException {
        InstructionCounters counters = new InstructionCounters(new ArrayList<>(), new ArrayList<>());
        try {
            for (long thread : threads) {
                counters.add(thread);
            }
        } catch (CountersException refused) {
            counters.close();
            throw refused;
        }
        return counters;
    }

    private void add(long thread) throws CountersException {
        try {
            user.add(PerfEvent.open(thread, PerfEvent.Mode.USER));
            kernel.add(PerfEvent.open(thread, PerfEvent.Mode.KERNEL));
        } catch (CountersException refused) {
            if (!refused.threadGone()) {
                throw refused;
            }
        }
    }

    /**
     * What was counted so far.
     *
     * @return the sum over all threads, those that have ended included
     * @throws CountersException when a counter cannot be read, or shared the CPU's registers with others for so long that
     *     its count would have to be guessed
     */
    public Instructions read() throws CountersException {
        return new Instructions(sum(user), sum(kernel));
    }

    private static long sum(List<PerfEvent> events) throws CountersException {
        long count = 0;
        long enabled = 0;
        long running = 0;
        for (PerfEvent event : events) {
            PerfEvent.Value value = event.read();
            count += value.count();
            enabled += value.enabledNanos();
            running += value.runningNanos();
        }
        return complete(count, enabled, running);
    }

    /** The count as it is: it is never scaled up. */
    static long complete(long count, long enabledNanos, long runningNanos) throws CountersException {
        if (runningNanos < LEAST_RUNNING * enabledNanos) {
            throw new CountersException("the counters were on the CPU for " + 100 * runningNanos / enabledNanos
                    + " % of the time only: end what else counts (perf, a profiler, the NMI watchdog)");
        }
        return count;
    }

    @Override
    public void close() {
        PerfEvent.close(user);
        PerfEvent.close(kernel);
    }

    private static Set<Long> threads(CostSource source) {
        Set<Long> threads = new TreeSet<>();
        source.pids().forEach(pid -> threads.addAll(threadsOfProcess(pid)));
        return threads;
    }

    private static List<Long> threadsOfProcess(long pid) {
        List<Long> threads = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                if (!compiles(name(task))) {
                    threads.add(Long.valueOf(task.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException gone) {
            return List.of();
        }
        return threads;
    }

    /** Empty when it has ended: then it needs no counter, and gets none. */
    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return "";
        }
    }

    /** By the names that HotSpot gives its compilers, cut off by the kernel at 15 characters. */
    static boolean compiles(String name) {
        return name.startsWith("C1 CompilerThre") || name.startsWith("C2 CompilerThre");
    }

    /**
     * One hardware counter of retired instructions of one thread, and of all threads and processes that this thread begets
     * from now on, those that have ended included ({@code inherit} of perf_event_open(2)). It counts from its opening to its
     * closing. Any thread may call it; a call takes some microseconds.
     */
    private record PerfEvent(int descriptor) implements AutoCloseable {

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

        private interface C extends Library {
            long syscall(long number, Pointer attributes, int thread, int cpu, int group, long flags)
                    throws LastErrorException;

            long read(int descriptor, Pointer into, long bytes) throws LastErrorException;

            int close(int descriptor);
        }

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
         * @param enabledNanos how long the threads ran with this counter
         * @param runningNanos how long of that the counter was really on the CPU; less than {@code enabledNanos} where more
         *     counters are wanted than the CPU has
         */
        record Value(long count, long enabledNanos, long runningNanos) {}

        /** Opens one for a thread, 0 for the calling one. */
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

    /** Instructions that a process and its descendants have retired. */
    public record Instructions(long user, long kernel) {

        private static final String SOURCE = "perf_event_open";

        public Instructions {
            if (user < 0 || kernel < 0) {
                throw new IllegalArgumentException("negative instructions: user " + user + ", kernel " + kernel);
            }
        }

        /** Adds both at an instant of the stretch in which they were counted. */
        public void tell(Moment moment, Readings readings) {
            readings.of(moment, ProcessRole.MEDIATOR, Readings.ALL, SOURCE)
                    .add("userInstructions", user)
                    .add("kernelInstructions", kernel);
        }

        public Instructions minus(Instructions earlier) {
            return new Instructions(user - earlier.user, kernel - earlier.kernel);
        }
    }

    /** Instructions cannot be counted; the message says why, and what to do. */
    public static final class CountersException extends Exception {

        private static final long serialVersionUID = 1;
        private static final int EPERM = 1;
        private static final int ENOENT = 2;
        private static final int ESRCH = 3;
        private static final int EACCES = 13;
        private static final int ENODEV = 19;
        private static final int EMFILE = 24;
        private static final int EOPNOTSUPP = 95;

        private final int code;

        /** The number with which perf_event_open(2) refuses; 0 when there is no such call, or it answered nonsense. */
        CountersException(int code) {
            super(words(code));
            this.code = code;
        }

        /** A refusal for a reason of our own. */
        CountersException(String message) {
            super(message);
            this.code = 0;
        }

        /** Counters can be opened and stand still, as on a CPU that has none. */
        static CountersException standingStill() {
            return new CountersException(EOPNOTSUPP);
        }

        /** Whether the thread to be counted had ended. */
        boolean threadGone() {
            return code == ESRCH;
        }

        private static String words(int code) {
            return switch (code) {
                case EPERM, EACCES ->
                    "the kernel keeps its counters to itself: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON"
                            + " (in a container: --cap-add PERFMON, and a seccomp profile that allows perf_event_open)";
                case ENOENT, ENODEV, EOPNOTSUPP ->
                    "the CPU shows no counters here: let the hypervisor pass its PMU to this machine";
                case EMFILE -> "too few file descriptors for two counters a thread: raise ulimit -n";
                case ESRCH -> "the process is gone";
                case 0 -> "this system has no perf_event_open(2) that we know: Linux on x86-64 or arm64 has";
                default -> "perf_event_open(2) failed with error " + code;
            };
        }
    }
}
