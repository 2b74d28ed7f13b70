package org.busbench.sampler;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.busbench.sampler.wire.Loop;

/**
 * Runs a loop as JMeter's thread comes by: {@link #run} for a while, {@link #finish} at the end. {@link #abort} may be
 * called by any thread.
 */
final class Driver {
    private static final long SLICE_MILLIS = 100;

    private final Loop loop;
    private final Duration drain;
    private volatile boolean aborted;

    Driver(Loop loop, Duration drain) {
        this.loop = loop;
        this.drain = drain;
    }

    /** Sends and receives for a tenth of a second, or until this time (ms since the epoch; 0 for none) if that is sooner. */
    void run(long endMillis) throws IOException {
        long left = endMillis > 0 ? endMillis - System.currentTimeMillis() : SLICE_MILLIS;
        if (left > 0 && !aborted) {
            loop.run(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(left, SLICE_MILLIS)));
        }
    }

    boolean isOver() {
        return loop.isOver();
    }

    /** Begins no more requests, waits for the answers that are due, and counts those that do not come as unfinished. */
    void finish() throws IOException {
        loop.stop();
        try {
            long end = System.nanoTime() + drain.toNanos();
            while (loop.inFlight() > 0 && !aborted && !Thread.currentThread().isInterrupted()) {
                long now = System.nanoTime();
                if (end - now <= 0) {
                    return;
                }
                loop.run(Math.min(end, now + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS)));
            }
        } finally {
            loop.close();
        }
    }

    void abort() {
        aborted = true;
        loop.wakeup();
    }
}
