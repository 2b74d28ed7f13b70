package org.busbench.harness.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.busbench.common.SocketTable;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.record.ProcessUse.Sample;

/**
 * Samples memory, threads, descriptors and backend connections of the processes of a trial once a second while its
 * window is open, on a thread of its own. A sample is a handful of reads below {@code /proc}, in the harness's own
 * process, whose CPU time belongs to no role; nothing is asked of the processes themselves. Which processes belong to a role is
 * found once, when the sampler starts. Started and stopped by the thread that runs the trial.
 */
public final class Sampler implements AutoCloseable {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private final Map<ProcessRole, List<Long>> pids;
    /** Processes that are no strangers, and of which there are no samples. */
    private final Set<Long> unmeasured;

    private final Set<Integer> backendPorts;
    private final Map<ProcessRole, List<Sample>> samples = new EnumMap<>(ProcessRole.class);
    private final Readings readings = new Readings();
    private final List<Double> foreignShares = new ArrayList<>();
    private final List<Double> waitedSeconds = new ArrayList<>();
    private final Map<ProcessRole, Long> firstCpuNanos = new EnumMap<>(ProcessRole.class);
    private final Thread thread = new Thread(this::run, "sampler");
    private final long startNanos = System.nanoTime();
    private volatile boolean stopped;

    private Sampler(Map<ProcessRole, List<Long>> pids, Set<Long> unmeasured, Set<Integer> backendPorts) {
        this.pids = pids;
        this.unmeasured = Set.copyOf(unmeasured);
        this.backendPorts = Set.copyOf(backendPorts);
        pids.keySet().forEach(role -> samples.put(role, new ArrayList<>()));
        thread.setDaemon(true);
    }

    /** Starts sampling; the first sample is taken at once. */
    public static Sampler start(Reading start, Set<Integer> backendPorts) {
        Map<ProcessRole, List<Long>> trees = new EnumMap<>(ProcessRole.class);
        start.processes().forEach((role, tree) -> trees.put(role, List.copyOf(tree.keySet())));
        Sampler sampler = new Sampler(trees, start.unmeasured(), backendPorts);
        sampler.thread.start();
        return sampler;
    }

    /** Ends sampling. Returns samples by role, in order; a process that ended has none from then on. */
    public Map<ProcessRole, List<Sample>> finish() throws InterruptedException {
        close();
        thread.join();
        Map<ProcessRole, List<Sample>> copy = new EnumMap<>(ProcessRole.class);
        samples.forEach((role, list) -> copy.put(role, List.copyOf(list)));
        return copy;
    }

    /**
     * How much of all CPUs' time went to others than the sampled processes and this one, the hypervisor included. To be
     * asked after {@link #finish}.
     *
     * @return for each second of the window a share from 0 to 1, and for a rest that is no whole one; empty where processes
     *     that serve cannot be seen, and so not told from strangers
     */
    public List<Double> foreignShares() {
        return unmeasured.contains(ServingCheck.UNSEEN) ? List.of() : List.copyOf(foreignShares);
    }

    /**
     * How long the sampled processes' threads stood ready to run and got no CPU, all together, with what the hypervisor
     * held back, and by how much this sampler itself was woken too late. To be asked after {@link #finish}.
     *
     * @return as many as {@link #foreignShares()}; empty where the kernel does not tell
     */
    public List<Double> waitedSeconds() {
        return unmeasured.contains(ServingCheck.UNSEEN)
                        || waitedSeconds.stream().anyMatch(seconds -> seconds.isNaN())
                ? List.of()
                : List.copyOf(waitedSeconds);
    }

    /** All values from which the samples and the shares were made. To be asked after {@link #finish}. */
    public List<Readings.Line> readings() {
        return readings.lines();
    }

    /** Ends sampling without waiting for it. */
    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }

    private void run() {
        List<Long> all = Stream.concat(pids.values().stream().flatMap(List::stream), unmeasured.stream())
                .toList();
        ForeignCpu foreign = new ForeignCpu(all);
        CpuWaits waits = new CpuWaits(all);
        foreign.look(Moment.now("second-0"), readings);
        waits.look(Moment.now("second-0"), 0, readings);
        for (int second = 0; sleptUntil(startNanos + second * SECOND); second++) {
            Moment moment = Moment.now("second-" + second);
            if (second > 0) {
                look(foreign, waits, moment, Math.max(0, System.nanoTime() - startNanos - second * SECOND));
            }
            Set<Long> sockets = sockets();
            for (ProcessRole role : pids.keySet()) {
                sample(second, moment, role, sockets)
                        .ifPresent(sample -> samples.get(role).add(sample));
            }
        }
        look(foreign, waits, Moment.now("stop"), 0);
    }

    private void look(ForeignCpu foreign, CpuWaits waits, Moment moment, long lateNanos) {
        foreignShares.add(foreign.look(moment, readings));
        double seconds =
                waits.look(moment, lateNanos, readings) + foreign.stolenSeconds() + (double) lateNanos / SECOND;
        waitedSeconds.add(Double.isNaN(seconds) ? seconds : Math.round(1e6 * seconds) / 1e6);
    }

    private boolean sleptUntil(long instantNanos) {
        try {
            for (long left = instantNanos - System.nanoTime(); left > 0 && !stopped; ) {
                TimeUnit.NANOSECONDS.sleep(left);
                left = instantNanos - System.nanoTime();
            }
        } catch (InterruptedException stop) {
            return false;
        }
        return !stopped;
    }

    private Set<Long> sockets() {
        try {
            return SocketTable.readTcp().establishedWith(backendPorts);
        } catch (IOException e) {
            throw new UncheckedIOException("the table of connections cannot be read: " + e.getMessage(), e);
        }
    }

    private Optional<Sample> sample(int second, Moment moment, ProcessRole role, Set<Long> sockets) {
        List<Long> tree = pids.get(role);
        long rss = 0;
        int threads = 0;
        int descriptors = 0;
        int connections = 0;
        long cpuNanos = 0;
        boolean timed = true;
        for (long pid : tree) {
            Optional<ProcessStatus> status = ProcessStatus.of(pid);
            if (status.isPresent()) {
                OptionalLong clock = CpuClock.nanos(pid);
                timed &= clock.isPresent();
                cpuNanos += clock.orElse(0);
                Descriptors open = Descriptors.of(pid, sockets);
                rss += status.get().rssBytes();
                threads += status.get().threads();
                descriptors += open.open();
                connections += open.among();
                String process = Long.toString(pid);
                readings.of(moment, role, process, CpuClock.SOURCE).addKnown("cpuNanos", clock);
                readings.of(moment, role, process, ProcessStatus.SOURCE)
                        .add("rssBytes", status.get().rssBytes())
                        .add("threads", status.get().threads());
                readings.of(moment, role, process, "/proc/PID/fd")
                        .add("descriptors", open.open())
                        .add("connections", open.among());
            }
        }
        return threads == 0
                ? Optional.empty()
                : Optional.of(new Sample(
                        second, rss, threads, descriptors, connections, timed ? sinceFirst(role, cpuNanos) : null));
    }

    private long sinceFirst(ProcessRole role, long cpuNanos) {
        Long first = firstCpuNanos.putIfAbsent(role, cpuNanos);
        return first == null ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMicros(cpuNanos - first));
    }

    /**
     * How long the threads of some processes stood ready to run and got no CPU, as the scheduler counts it
     * ({@code /proc/PID/task/TID/schedstat}, second figure, nanoseconds). Whatever others do on a machine reaches a process
     * through this wait, through the hypervisor, or through a slower CPU, and a process that is slow by itself does not wait.
     * One read for each thread; for one thread.
     */
    private static final class CpuWaits {
        /** Beyond these the reading itself would be noticed. */
        private static final int MOST_THREADS = 1000;

        private final List<Long> pids;
        private Map<String, Long> before = new HashMap<>();
        private boolean begun;

        CpuWaits(Collection<Long> pids) {
            this.pids = List.copyOf(pids);
        }

        /** Seconds that all threads together have waited since the call before; NaN where the kernel does not tell. */
        double look(Moment moment, long lateNanos, Readings readings) {
            Map<String, Long> now = new HashMap<>();
            for (long pid : pids) {
                Path folder = Path.of("/proc", Long.toString(pid), "task");
                String[] threads = folder.toFile().list();
                if (threads == null) {
                    continue;
                }
                if (now.size() + threads.length > MOST_THREADS) {
                    return Double.NaN;
                }
                for (String thread : threads) {
                    now.put(thread, waitedNanos(folder.resolve(thread).resolve("schedstat")));
                }
            }
            long waited = 0;
            for (Map.Entry<String, Long> thread : now.entrySet()) {
                waited += Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L));
            }
            before = now;
            if (now.isEmpty()) {
                return Double.NaN;
            }
            // Of thousands of threads their sum alone is kept, since the look before.
            readings.of(moment, Readings.MACHINE, "run", "/proc/PID/task/TID/schedstat")
                    .add("waitedNanos", begun ? waited : 0)
                    .add("lateNanos", lateNanos);
            begun = true;
            return waited / 1e9;
        }

        /** 0 for a thread that has ended meanwhile. */
        private static long waitedNanos(Path schedstat) {
            try {
                String text = new String(Files.readAllBytes(schedstat), StandardCharsets.ISO_8859_1);
                return Long.parseLong(text.split(" ", 3)[1]);
            } catch (IOException ended) {
                return 0;
            }
        }
    }

    /**
     * The open file descriptors of a process.
     *
     * @param open how many
     * @param among how many of them are sockets of a given set
     */
    private record Descriptors(int open, int among) {

        /** Reads them now; none when the process is gone. */
        static Descriptors of(long pid, Set<Long> sockets) {
            Path folder = Path.of("/proc", Long.toString(pid), "fd");
            String[] names = folder.toFile().list();
            if (names == null) {
                return new Descriptors(0, 0);
            }
            int among = 0;
            for (String name : sockets.isEmpty() ? new String[0] : names) {
                OptionalLong inode = SocketTable.inode(folder.resolve(name));
                if (inode.isPresent() && sockets.contains(inode.getAsLong())) {
                    among++;
                }
            }
            return new Descriptors(names.length, among);
        }
    }

    /**
     * How much of the machine others than the parties of a trial and this process took from them: what other programs used and
     * the hypervisor gave away, less what was idle all the same. Interrupts are left out, since most of them are the trial's own
     * packets. Two reads below
     * {@code /proc} and one for each process; for one thread.
     */
    private static final class ForeignCpu {
        private final Map<Long, Long> ownTicks = new LinkedHashMap<>();
        private MachineTicks before;
        private double stolenSeconds;

        /** These processes are not foreign, and this one is not. */
        ForeignCpu(Collection<Long> pids) {
            Stream.concat(pids.stream(), Stream.of(ProcessHandle.current().pid()))
                    .forEach(pid -> ownTicks.put(pid, 0L));
        }

        /** The share of all CPUs' time since the call before, 0 to 1; 0 for the first. */
        double look(Moment moment, Readings readings) {
            long own = own(moment, readings);
            MachineTicks now = MachineTicks.read();
            now.tell(moment, readings);
            MachineTicks then = before == null ? now : before;
            before = now;
            stolenSeconds = (double) (now.stolen() - then.stolen()) / ProcessStat.TICKS_PER_SECOND;
            double foreign = (double) (now.taken() - then.taken() - own - (now.unused() - then.unused()))
                    / Math.max(1, now.all() - then.all());
            return Math.round(10_000 * Math.max(0, Math.min(1, foreign))) / 10_000.0;
        }

        /** Seconds of CPU time, of all CPUs together, that the hypervisor held back between the last two calls for a share. */
        double stolenSeconds() {
            return stolenSeconds;
        }

        /** Ticks that our own processes used since the call before; one that has ended used what it had when last seen. */
        private long own(Moment moment, Readings readings) {
            long used = 0;
            for (Map.Entry<Long, Long> process : ownTicks.entrySet()) {
                long now =
                        ProcessStat.of(process.getKey()).map(ProcessStat::ticks).orElse(process.getValue());
                readings.of(moment, "run", Long.toString(process.getKey()), ProcessStat.SOURCE)
                        .add("ticks", now);
                used += now - process.getValue();
                process.setValue(now);
            }
            return used;
        }
    }
}
