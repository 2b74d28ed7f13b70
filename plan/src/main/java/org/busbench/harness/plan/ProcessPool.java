package org.busbench.harness.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The processes of the systems under test that are up at the same time. Where memory allows it all are, idle until their
 * next trial. Where it does not, a system that is needed makes room first: the one that was used least recently is stopped.
 * At least one is always let up. For one thread; starting and stopping block.
 */
public final class ProcessPool<S extends ProcessPool.Member> {

    private final List<S> systems;
    private final long roomBytes;
    /** The least recently used first. */
    private final Deque<S> up = new ArrayDeque<>();

    private final Map<String, Integer> forks = new HashMap<>();
    /** Each time that all are started anew, the order turns: none is always the first to get what the system hands out. */
    private boolean backwards;

    /** A system under test, as far as the pool manages it. */
    public interface Member {

        String name();

        /** The memory that its process may take, in bytes; 0 for a control without a process. */
        long footprintBytes();

        /** Whether it could not be started, or has died. */
        boolean failed();

        /** Whether it has a process, alive or dead. */
        boolean hasProcess();

        /** Starts its process and waits until it is up; it has {@link #failed} when it does not come up. */
        void start() throws InterruptedException;

        void stop() throws InterruptedException;
    }

    /**
     * A pool in which nothing is up.
     *
     * @param systems all of them, in the order in which they are started
     * @param roomBytes what those that are up may take together
     */
    public ProcessPool(List<S> systems, long roomBytes) {
        this.systems = List.copyOf(systems);
        this.roomBytes = roomBytes;
    }

    /** All systems, those that are not up or have failed too. */
    public List<S> systems() {
        return systems;
    }

    /**
     * The system of an adapter.
     *
     * @throws IllegalStateException when there is none of this name
     */
    public S get(String adapter) {
        return systems.stream()
                .filter(system -> system.name().equals(adapter))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the plan names '" + adapter + "', which is not started"));
    }

    /** The memory in bytes that all systems may take when all are up. */
    public long footprintBytes() {
        return systems.stream().mapToLong(Member::footprintBytes).sum();
    }

    /**
     * Starts as many systems as there is room for, at least one.
     *
     * @param starting is told of each before it is started
     * @param started is told of each when it is up, or has failed
     */
    public void startAll(Consumer<S> starting, Consumer<S> started) throws InterruptedException {
        boolean first = true;
        for (S system : systems) {
            if (system.footprintBytes() > 0 && (first || fits(system))) {
                starting.accept(system);
                raise(system);
                started.accept(system);
                first = false;
            }
        }
    }

    /** Starts a system unless it is up; others are stopped where it has no room. A process that died is not started again. */
    public void raise(S system) throws InterruptedException {
        if (up.remove(system)) {
            up.addLast(system);
            return;
        }
        if (system.footprintBytes() == 0 || system.failed()) {
            return;
        }
        while (!up.isEmpty() && !fits(system)) {
            S leastRecentlyUsed = up.removeFirst();
            if (!leastRecentlyUsed.failed()) {
                leastRecentlyUsed.stop();
            }
        }
        forks.merge(system.name(), 1, Integer::sum);
        system.start();
        if (system.hasProcess()) {
            up.addLast(system);
        }
    }

    /**
     * Which of its processes a system is, or will be next when none is up.
     *
     * @return from 1, over the whole run; null for a control without a process
     */
    public Integer fork(S system) {
        return system.footprintBytes() == 0 ? null : Integer.valueOf(forks.getOrDefault(system.name(), 1));
    }

    public void restart(S system) throws InterruptedException {
        if (system.hasProcess()) {
            forks.merge(system.name(), 1, Integer::sum);
            system.stop();
            system.start();
        }
    }

    /** A killed run goes on: so many processes an adapter had until then. */
    public void countFrom(String adapter, int earlier) {
        forks.merge(adapter, earlier, Integer::sum);
    }

    private boolean fits(S system) {
        return up.stream().mapToLong(Member::footprintBytes).sum() + system.footprintBytes() <= roomBytes;
    }

    /**
     * Ends every system that is up, and starts anew those for which there is room, in the other order than the last time. One
     * that died stays dead.
     */
    public void renew() throws InterruptedException {
        for (S system : List.copyOf(up)) {
            if (!system.failed()) {
                system.stop();
            }
        }
        up.removeIf(system -> !system.hasProcess());
        backwards = !backwards;
        List<S> order = new ArrayList<>(systems);
        if (backwards) {
            Collections.reverse(order);
        }
        for (S system : order) {
            if (fits(system)) {
                raise(system);
            }
        }
    }
}
