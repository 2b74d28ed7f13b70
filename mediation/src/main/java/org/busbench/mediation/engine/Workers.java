package org.busbench.mediation.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which Synapse mediates. New messages are refused when too many wait; what belongs to a message that was taken on, such as its answer, is
 * never refused.
 *
 * <p>For any thread.
 */
final class Workers {

    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ThreadPoolExecutor threads;

    /** Threads as many as {@code count}; new messages wait up to {@code mostWaiting}. */
    Workers(int count, int mostWaiting) {
        this.mostWaiting = mostWaiting;
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

    /** Begins with a new message, or returns false when too many wait. */
    boolean begin(Runnable message) {
        if (waiting.incrementAndGet() > mostWaiting) {
            waiting.decrementAndGet();
            return false;
        }
        boolean taken = goOn(() -> {
            waiting.decrementAndGet();
            message.run();
        });
        if (!taken) {
            waiting.decrementAndGet();
        }
        return taken;
    }

    /** Goes on with a message; returns false only after {@link #stop}. */
    boolean goOn(Runnable message) {
        try {
            threads.execute(message);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** {@return whether a message waits or is being worked on} */
    boolean isBusy() {
        return threads.getActiveCount() > 0 || !threads.getQueue().isEmpty();
    }

    /** Begins with nothing more. */
    void stop() {
        threads.shutdown();
    }
}
