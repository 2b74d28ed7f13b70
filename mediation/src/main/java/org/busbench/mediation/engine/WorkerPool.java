package org.busbench.mediation.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.wire.Faults;

/**
 * The threads on which Synapse mediates. New messages are refused when too many wait. Work on an accepted message, such as its response, is never
 * refused.
 *
 * <p>For any thread.
 */
final class WorkerPool {

    private final int maxWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ThreadPoolExecutor threads;

    /** Runs {@code count} threads; at most {@code maxWaiting} new messages wait. */
    WorkerPool(int count, int maxWaiting) {
        this.maxWaiting = maxWaiting;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                count, count, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> thread(work, number));
        this.threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work, AtomicInteger number) {
        Thread thread = new Thread(work, "engine-" + number.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Accepts a new message, or returns false when too many wait. */
    boolean submitNew(Runnable message) {
        if (waiting.incrementAndGet() > maxWaiting) {
            waiting.decrementAndGet();
            return false;
        }
        boolean accepted = submit(() -> {
            waiting.decrementAndGet();
            message.run();
        });
        if (!accepted) {
            waiting.decrementAndGet();
        }
        return accepted;
    }

    /** Continues with an accepted message; returns false only after {@link #stop}. */
    boolean submit(Runnable message) {
        try {
            threads.execute(() -> {
                try {
                    message.run();
                } catch (Throwable e) {
                    Faults.survived("a message of the engine was not mediated", e);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** {@return whether a message waits or is being mediated} */
    boolean isBusy() {
        return threads.getActiveCount() > 0 || !threads.getQueue().isEmpty();
    }

    /** Accepts no more work. */
    void stop() {
        threads.shutdown();
    }
}
