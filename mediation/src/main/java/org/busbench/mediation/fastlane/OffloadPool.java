package org.busbench.mediation.fastlane;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.wire.Faults;

/**
 * A few threads for large messages, whose transformation would keep an event loop from its other connections. The queue is bounded: what does not
 * fit is done on the event loop, which slows down the connections that bring too much.
 *
 * <p>For any thread.
 */
final class OffloadPool {

    /** Messages up to this size are transformed, and parsed into trees, on the event loop. */
    static final int INLINE_BYTES = 32 << 10;

    private static final int MAX_WAITING = 256;

    private final ThreadPoolExecutor threads;

    OffloadPool(int threadCount) {
        this.threads = new ThreadPoolExecutor(
                threadCount, threadCount, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, "fast-lane-offload");
                    thread.setDaemon(true);
                    return thread;
                });
        this.threads.allowCoreThreadTimeOut(true);
    }

    /** Has the task done on one of the threads; false when the queue is full. */
    boolean offer(Runnable task) {
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } catch (Throwable e) {
                    Faults.survived("work off the event loops failed", e);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** How many tasks wait for a thread. */
    int waiting() {
        return threads.getQueue().size();
    }
}
