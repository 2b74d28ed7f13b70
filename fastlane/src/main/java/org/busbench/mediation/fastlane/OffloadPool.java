package org.busbench.mediation.fastlane;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.Faults;

/**
 * A few threads for large messages, whose transformation would keep an event loop from its other connections. The bytes of the messages that wait or are
 * under way are bounded; one message always has room. What does not fit is done on the event loop if it is not long, which slows down the connections that
 * bring too much, and is refused otherwise.
 *
 * <p>For any thread.
 */
final class OffloadPool {

    /** Messages up to this size are transformed, and parsed into trees, on the event loop. */
    static final int INLINE_BYTES = 32 << 10;

    /** Of longer messages no expression is evaluated on the event loop, since one that the tokenizer rejects becomes a tree. */
    static final int MOST_STREAMED_BYTES = 128 << 10;

    /** A longer message would keep an event loop too long. */
    static final int MOST_INLINE_BYTES = 1 << 20;

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final ThreadPoolExecutor threads;

    OffloadPool(int threadCount, long mostBytes) {
        this.mostBytes = mostBytes;
        this.threads = new ThreadPoolExecutor(
                threadCount, threadCount, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "fast-lane-offload");
                    thread.setDaemon(true);
                    return thread;
                });
        this.threads.allowCoreThreadTimeOut(true);
    }

    /** Has the task, which keeps so many bytes, done on one of the threads; false when too many bytes wait. */
    boolean offer(long ofTask, Runnable task) {
        long now = bytes.addAndGet(ofTask);
        if (now > mostBytes && now > ofTask) {
            bytes.addAndGet(-ofTask);
            return false;
        }
        try {
            threads.execute(() -> run(ofTask, task));
            return true;
        } catch (Throwable e) {
            bytes.addAndGet(-ofTask);
            throw e;
        }
    }

    private void run(long ofTask, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Faults.survived("work off the event loops failed", e);
        } finally {
            bytes.addAndGet(-ofTask);
        }
    }

    /** How many tasks wait for a thread. */
    int waiting() {
        return threads.getQueue().size();
    }

    /** Returns the bytes of a body, whose buffers are given back. */
    static byte[] drained(SliceQueue body) {
        byte[] bytes = new byte[Math.toIntExact(body.bytes())];
        body.copyTo(bytes, 0);
        body.clear();
        return bytes;
    }
}
