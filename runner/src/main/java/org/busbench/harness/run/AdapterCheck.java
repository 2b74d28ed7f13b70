package org.busbench.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.busbench.common.OpenSocket;
import org.busbench.common.SocketTable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.ProcessId;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import org.busbench.record.Verification;

/**
 * What came of starting one adapter alone, with the backends, asking it for each scenario, and ending it.
 *
 * @param verifications a line for each scenario and size; empty when it could not be started at all
 * @param misbehaviours what it does that no adapter may: a socket, of TCP or UDP, that others can reach or that reaches others, at
 *     any time between start and end; a process or a port that is there after its end; empty when all is well
 * @param unavailable why it cannot be started on this machine; null when it can
 * @param notWatched why its resources were not observed; null when it was watched
 */
public record AdapterCheck(
        String adapter,
        List<Verification> verifications,
        List<String> misbehaviours,
        String unavailable,
        String notWatched) {

    public AdapterCheck {
        verifications = List.copyOf(verifications);
        misbehaviours = List.copyOf(misbehaviours);
    }

    /** The check of an adapter that cannot be started on this machine. */
    public static AdapterCheck none(String adapter, String reason) {
        return new AdapterCheck(adapter, List.of(), List.of(), reason, null);
    }

    /**
     * Starts what the plan names, verifies it and ends it. Nothing of it is left when this returns, or throws.
     *
     * @param sizes those of its messages in which each scenario is verified
     * @throws Problem when something is missing, or a port is taken
     * @throws IOException when evidence cannot be written
     */
    public static AdapterCheck of(TestBed.Settings plan, Map<Scenario, List<String>> sizes, Consumer<String> notes)
            throws IOException, InterruptedException {
        if (plan.adapters().size() != 1) {
            throw new IllegalArgumentException("one adapter is checked at a time, not " + plan.adapters());
        }
        Adapter adapter = plan.adapters().get(0);
        List<Verification> verifications = new ArrayList<>();
        List<String> misbehaviours = new ArrayList<>();
        Set<ProcessId> family = new LinkedHashSet<>();
        Set<Integer> ports = new LinkedHashSet<>();
        try (SocketWatch watch = SocketWatch.begin(plan.backends());
                TestBed testBed = TestBed.start(plan, notes)) {
            Verifications.of(testBed, plan.folder(), sizes).stream()
                    .map(Verifications::record)
                    .forEach(verifications::add);
            for (SystemUnderTest system : testBed.systems()) {
                system.process().ifPresent(process -> look(process, family, ports));
            }
            // Also those of its processes that are no longer children of a process of ours.
            watch.look(family.stream().map(ProcessId::pid).toList());
            misbehaviours.addAll(watch.found());
        }
        misbehaviours.addAll(left(family, ports));
        String notWatched = adapter.reach().running()
                ? "it ran already, so its sockets, its processes and what it leaves behind are not known"
                : null;
        return new AdapterCheck(adapter.name(), verifications, misbehaviours, null, notWatched);
    }

    private static void look(ManagedProcess process, Set<ProcessId> family, Set<Integer> ports) {
        family.addAll(process.family());
        process.spec().ports().stream().map(PortClaim::port).forEach(ports::add);
    }

    private static List<String> left(Collection<ProcessId> family, Collection<Integer> ports) throws IOException {
        List<String> left = new ArrayList<>();
        family.stream()
                .filter(ProcessId::alive)
                .forEach(process -> left.add("process " + process.pid() + " outlives its end"));
        SocketTable now = SocketTable.read();
        ports.stream()
                .filter(now::anyListensOn)
                .forEach(port -> left.add("port " + port + " is still taken after its end"));
        return left;
    }

    /**
     * Looks, several times a second and on a thread of its own, at the sockets of all processes that this one has started
     * since the watch began, and keeps what goes beyond the loopback interface. What opens and closes a socket between two
     * looks is not seen.
     */
    static final class SocketWatch implements AutoCloseable {
        private static final long PERIOD_MILLIS = 200;

        private final Set<Integer> openPorts;
        private final Set<Long> others = new LinkedHashSet<>(descendants());
        private final Set<String> found = new LinkedHashSet<>();
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(run -> {
            Thread thread = new Thread(run, "socket watch");
            thread.setDaemon(true);
            return thread;
        });
        private final ScheduledFuture<?> looks;

        private SocketWatch(Set<Integer> openPorts) {
            this.openPorts = openPorts;
            this.looks = clock.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }

        /** Begins. Backends that the user opened to others are not held against anybody. */
        static SocketWatch begin(Backends backends) {
            return new SocketWatch(backends.open() ? Set.copyOf(backends.ports().values()) : Set.of());
        }

        private void look() {
            List<Long> started = new ArrayList<>(descendants());
            started.removeAll(others);
            try {
                look(started);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void look(Collection<Long> pids) throws IOException {
            SocketTable table = SocketTable.read();
            // A process that was just forked has all descriptors of this one until it becomes its program.
            List<OpenSocket> ours = table.heldBy(List.of(ProcessHandle.current().pid()));
            List<String> faults = table.heldBy(pids).stream()
                    .filter(socket -> !ours.contains(socket))
                    .filter(OpenSocket::leavesLoopback)
                    .filter(socket -> !openPorts.contains(socket.own().getPort())
                            && !openPorts.contains(socket.peer().getPort()))
                    .map(OpenSocket::describe)
                    .toList();
            synchronized (found) {
                found.addAll(faults);
            }
        }

        /** The sockets seen until now, each once, in the order in which they came; throws when the look failed. */
        List<String> found() throws IOException, InterruptedException {
            if (looks.isDone()) {
                try {
                    looks.get();
                } catch (ExecutionException e) {
                    throw new IOException("the sockets of the processes cannot be watched", e.getCause());
                }
            }
            synchronized (found) {
                return List.copyOf(found);
            }
        }

        @Override
        public void close() {
            clock.shutdownNow();
        }

        private static List<Long> descendants() {
            try (Stream<ProcessHandle> all = ProcessHandle.current().descendants()) {
                return all.map(ProcessHandle::pid).toList();
            }
        }
    }
}
