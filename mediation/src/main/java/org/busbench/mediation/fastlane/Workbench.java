package org.busbench.mediation.fastlane;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A few threads for what would keep an I/O thread from its other connections: large transformations. The queue is bounded; what does not fit is done by
 * whoever brings it, which slows down the connections that bring too much.
 *
 * <p>For any thread.
 */
final class Workbench {

    private static final int MOST_WAITING = 256;

    private final int mostBytes;
    private final ThreadPoolExecutor threads;
    private final ThreadLocal<LoopTools> tools;

    /** Threads as many as {@code count}, for results of up to {@code mostBytes}. */
    Workbench(int count, int mostBytes) {
        this.mostBytes = mostBytes;
        this.tools = ThreadLocal.withInitial(() -> new LoopTools(this.mostBytes));
        this.threads = new ThreadPoolExecutor(
                count, count, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MOST_WAITING), this::thread);
        this.threads.allowCoreThreadTimeOut(true);
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "fast-lane-work");
        thread.setDaemon(true);
        return thread;
    }

    /** Does the work on one of the threads, or returns false when all have enough to do. */
    boolean offer(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** How much waits for a thread. */
    int waiting() {
        return threads.getQueue().size();
    }

    /** The tools of the calling thread. */
    LoopTools tools() {
        return tools.get();
    }
}
