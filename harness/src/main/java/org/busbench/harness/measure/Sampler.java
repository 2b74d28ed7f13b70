package org.busbench.harness.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.busbench.common.SocketTable;

/**
 * Samples memory, threads, descriptors and backend connections of the processes of a trial once a second while its
 * window is open, on a thread of its own. A sample is a handful of reads below {@code /proc}, in the harness's own
 * process, whose CPU time is nobody's; nothing is asked of the processes themselves. Which processes belong to a role is
 * found once, when the sampler starts. Started and stopped by the thread that runs the trial.
 */
public final class Sampler implements AutoCloseable {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private final Map<ProcessRole, List<Long>> pids;
    private final Set<Integer> backendPorts;
    private final Map<ProcessRole, List<ProcessSample>> samples = new EnumMap<>(ProcessRole.class);
    private final List<Double> foreignShares = new ArrayList<>();
    private final List<Double> waitedSeconds = new ArrayList<>();
    private final Map<ProcessRole, Long> firstCpuNanos = new EnumMap<>(ProcessRole.class);
    private final Thread thread = new Thread(this::run, "sampler");
    private final long startNanos = System.nanoTime();
    private volatile boolean stopped;

    private Sampler(Map<ProcessRole, List<Long>> pids, Set<Integer> backendPorts) {
        this.pids = pids;
        this.backendPorts = Set.copyOf(backendPorts);
        pids.keySet().forEach(role -> samples.put(role, new ArrayList<>()));
        thread.setDaemon(true);
    }

    /**
     * Starts sampling; the first sample is taken at once.
     *
     * @param start the reading with which the window began: its processes are sampled
     * @param backendPorts on which the backend instances listen
     * @return the sampler, to be closed
     */
    public static Sampler start(Reading start, Set<Integer> backendPorts) {
        Map<ProcessRole, List<Long>> trees = new EnumMap<>(ProcessRole.class);
        start.processes().forEach((role, tree) -> trees.put(role, List.copyOf(tree.keySet())));
        Sampler sampler = new Sampler(trees, backendPorts);
        sampler.thread.start();
        return sampler;
    }

    /**
     * Ends sampling.
     *
     * @return samples by role, in order; a process that ended has none from then on
     * @throws InterruptedException when this thread was interrupted
     */
    public Map<ProcessRole, List<ProcessSample>> finish() throws InterruptedException {
        close();
        thread.join();
        Map<ProcessRole, List<ProcessSample>> copy = new EnumMap<>(ProcessRole.class);
        samples.forEach((role, list) -> copy.put(role, List.copyOf(list)));
        return copy;
    }

    /**
     * How much of all CPUs' time went to others than the sampled processes and this one, the hypervisor included. To be
     * asked after {@link #finish}.
     *
     * @return for each second of the window a share from 0 to 1, and for a rest that is no whole one
     */
    public List<Double> foreignShares() {
        return List.copyOf(foreignShares);
    }

    /**
     * How long the sampled processes' threads stood ready to run and got no CPU, all together, with what the hypervisor
     * held back, and by how much this sampler itself was woken too late. To be asked after {@link #finish}.
     *
     * @return as many as {@link #foreignShares()}; empty where the kernel does not tell
     */
    public List<Double> waitedSeconds() {
        return waitedSeconds.stream().anyMatch(seconds -> seconds.isNaN()) ? List.of() : List.copyOf(waitedSeconds);
    }

    /** Ends sampling without waiting for it. */
    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }

    private void run() {
        try {
            List<Long> all = pids.values().stream().flatMap(List::stream).toList();
            ForeignCpu foreign = new ForeignCpu(all);
            CpuWaits waits = new CpuWaits(all);
            sample(foreign, waits);
            look(foreign, waits, 0);
        } catch (IOException e) {
            throw new UncheckedIOException("the machine's load cannot be read: " + e.getMessage(), e);
        }
    }

    private void look(ForeignCpu foreign, CpuWaits waits, long lateNanos) throws IOException {
        foreignShares.add(foreign.share());
        double seconds = waits.seconds() + foreign.stolenSeconds() + (double) lateNanos / SECOND;
        waitedSeconds.add(Double.isNaN(seconds) ? seconds : Math.round(1e6 * seconds) / 1e6);
    }

    private void sample(ForeignCpu foreign, CpuWaits waits) throws IOException {
        for (int second = 0; sleptUntil(startNanos + second * SECOND); second++) {
            if (second > 0) {
                look(foreign, waits, Math.max(0, System.nanoTime() - startNanos - second * SECOND));
            }
            Set<Long> sockets = sockets();
            for (Map.Entry<ProcessRole, List<Long>> role : pids.entrySet()) {
                sample(second, role.getKey(), sockets)
                        .ifPresent(sample -> samples.get(role.getKey()).add(sample));
            }
        }
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

    private Optional<ProcessSample> sample(int second, ProcessRole role, Set<Long> sockets) {
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
            }
        }
        return threads == 0
                ? Optional.empty()
                : Optional.of(new ProcessSample(
                        second, rss, threads, descriptors, connections, timed ? sinceFirst(role, cpuNanos) : null));
    }

    private long sinceFirst(ProcessRole role, long cpuNanos) {
        Long first = firstCpuNanos.putIfAbsent(role, cpuNanos);
        return first == null ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMicros(cpuNanos - first));
    }
}
