package org.busbench.harness.measure;

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
import java.util.stream.Stream;

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
     * @param root the process; its descendants are counted with it
     * @return the counters, to be closed
     * @throws CountersException when that is not possible here, or threads come and go so fast that it cannot be exact
     */
    public static InstructionCounters attach(long root) throws CountersException {
        for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            Set<Long> threads = threads(root);
            if (threads.isEmpty()) {
                throw new CountersException("process " + root + " is gone");
            }
            InstructionCounters counters = attach(threads);
            if (threads.containsAll(threads(root))) {
                return counters;
            }
            counters.close();
        }
        throw new CountersException(
                "new threads appeared in each of " + MOST_ATTEMPTS + " attempts to attach counters to process " + root);
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

    /**
     * What was counted since.
     *
     * @param earlier what {@link #read} said then
     * @return the difference
     * @throws CountersException as {@link #read}
     */
    public Instructions since(Instructions earlier) throws CountersException {
        return read().minus(earlier);
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

    private static Set<Long> threads(long root) {
        Set<Long> threads = new TreeSet<>();
        Stream<ProcessHandle> descendants =
                ProcessHandle.of(root).map(ProcessHandle::descendants).orElseGet(Stream::empty);
        Stream.concat(Stream.of(root), descendants.map(ProcessHandle::pid))
                .forEach(pid -> threads.addAll(threadsOfProcess(pid)));
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
}
