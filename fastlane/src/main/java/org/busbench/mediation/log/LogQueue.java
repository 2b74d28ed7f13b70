package org.busbench.mediation.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A bounded queue of log lines, and the thread that writes them. Any thread may add a line and never waits: when the queue is full, the line is dropped and
 * counted. The writing thread looks every 20 ms, so that adding a line wakes no thread.
 */
public final class LogQueue {
    private static final int MOST_TOGETHER = 1024;
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private final ArrayBlockingQueue<Runnable> waiting;
    private final AtomicLong dropped = new AtomicLong();
    private final Runnable flush;
    private final Thread thread;
    private volatile boolean closing;

    /**
     * Starts the thread.
     *
     * @param flush called on the writing thread when the queue is empty
     * @param most lines that may wait
     */
    public LogQueue(Runnable flush, int most) {
        this.waiting = new ArrayBlockingQueue<>(most);
        this.flush = flush;
        this.thread = new Thread(this::write, "log");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Has a line written later. A line that the writing thread itself adds is written at once.
     *
     * @param write called on the writing thread, where it may block
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

    /** Counts a line that its caller drops. For any thread. */
    public void drop() {
        dropped.incrementAndGet();
    }

    /** {@return how many lines were dropped since the start, because the queue was full or a write failed} */
    public long dropped() {
        return dropped.get();
    }

    /**
     * Writes the waiting lines and takes no more. Waits at most 5 s.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void close() throws InterruptedException {
        closing = true;
        thread.join(Duration.ofSeconds(5).toMillis());
    }

    private void write() {
        List<Runnable> batch = new ArrayList<>(MOST_TOGETHER);
        boolean last = false;
        while (!last) {
            last = closing;
            while (waiting.drainTo(batch, MOST_TOGETHER) > 0) {
                batch.forEach(this::run);
                batch.clear();
                run(flush);
            }
            if (!last) {
                run(() -> LockSupport.parkNanos(POLL_NANOS));
            }
        }
    }

    private void run(Runnable write) {
        try {
            write.run();
        } catch (Throwable e) {
            // A failed write cannot be logged. The metrics show the count. Without memory waiting fails, too.
            drop();
        }
    }
}
