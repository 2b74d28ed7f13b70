package org.busbench.mediation.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What is to be written, on its way to one thread that writes it. Any thread may put something in and never waits: when the queue is full the
 * line is dropped and counted. The writing thread looks in every 20 ms, so that putting in wakes nobody.
 */
public final class Outbox {
    private static final int MOST_WAITING = 16_384;
    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    private final ArrayBlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final Runnable flush;
    private final Thread thread;
    private volatile boolean closing;

    /**
     * Starts the thread.
     *
     * @param flush what to do, on the writing thread, when everything that waited is written
     */
    public Outbox(Runnable flush) {
        this.flush = flush;
        this.thread = new Thread(this::write, "log");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Has something written later; what the writing thread itself brings, at once.
     *
     * @param write writes it; called on the writing thread, where it may block
     * @return false when it was dropped instead
     */
    public boolean offer(Runnable write) {
        if (Thread.currentThread() == thread) {
            run(write);
            return true;
        }
        if (closing || !waiting.offer(write)) {
            drop();
            return false;
        }
        return true;
    }

    /** Counts a line that is not worth a place. For any thread. */
    public void drop() {
        dropped.incrementAndGet();
    }

    /** {@return how many lines were dropped since the start, because the queue was full or a write failed} */
    public long dropped() {
        return dropped.get();
    }

    /**
     * Writes what waits, and takes nothing any more. Waits for that for at most 5 s.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void close() throws InterruptedException {
        closing = true;
        thread.join(Duration.ofSeconds(5).toMillis());
    }

    private void write() {
        List<Runnable> batch = new ArrayList<>();
        boolean last = false;
        while (!last) {
            last = closing;
            while (waiting.drainTo(batch, 1024) > 0) {
                batch.forEach(this::run);
                batch.clear();
                run(flush);
            }
            if (!last) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private void run(Runnable write) {
        try {
            write.run();
        } catch (RuntimeException e) {
            // Whoever writes has nowhere else to say so: the count is in the metrics.
            drop();
        }
    }
}
