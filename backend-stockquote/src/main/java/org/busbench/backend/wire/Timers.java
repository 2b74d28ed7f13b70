package org.busbench.backend.wire;

import java.util.PriorityQueue;

/** Tasks of one loop that are due later: a heap, so that thousands cost neither a thread nor a scan. For one thread. */
final class Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PriorityQueue<Timer> heap = new PriorityQueue<>();
    private long order;

    /** Adds a task; tasks due at the same moment run in the order in which they were added. */
    void add(long dueNanos, Runnable task) {
        heap.add(new Timer(dueNanos, order++, task));
    }

    /** Runs what is due. */
    void run(long nowNanos) {
        while (!heap.isEmpty() && heap.peek().dueNanos - nowNanos <= 0) {
            heap.poll().task.run();
        }
    }

    /** Returns how long to wait for the next task in milliseconds, at least 1; 0 when there is none. */
    long millisToNext(long nowNanos) {
        if (heap.isEmpty()) {
            return 0;
        }
        long nanos = heap.peek().dueNanos - nowNanos;
        return Math.max(1, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }

    private record Timer(long dueNanos, long order, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.signum(dueNanos - other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
