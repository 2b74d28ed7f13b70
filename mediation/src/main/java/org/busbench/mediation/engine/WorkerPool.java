package org.busbench.mediation.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axis2.context.MessageContext;
import org.busbench.mediation.wire.Faults;

/**
 * The threads on which Synapse mediates. {@link EngineLane} bounds the messages that wait for one.
 *
 * <p>For any thread.
 */
final class WorkerPool {

    private final ThreadPoolExecutor threads;

    /** Runs {@code count} threads. */
    WorkerPool(int count) {
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

    /** Accepts a message, or its response; returns false only after {@link #stop}. */
    boolean submit(Runnable message) {
        try {
            threads.execute(() -> {
                try {
                    message.run();
                } catch (Throwable e) {
                    Faults.survived("a message of the engine was not mediated", e);
                } finally {
                    // Axis2 keeps the last message of each thread, with all of its tree.
                    MessageContext.destroyCurrentMessageContext();
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

    void stop() {
        threads.shutdown();
    }
}
