package org.busbench.reports.serve;

import java.time.Duration;

/**
 * The open pages: each asks for news, and waits until there are some. That it asks again says that it has drawn what it
 * was told. Asked by the server's threads, told by the run's own; safe for concurrent use.
 */
final class Viewers {

    private long seq;
    private int upToDate;
    private int expected;
    private boolean closed;

    /**
     * Waits for news.
     *
     * @param after the last that the page knows; any other text for none
     */
    synchronized void await(String after) throws InterruptedException {
        if (after.equals(seq())) {
            upToDate++;
            notifyAll();
            while (after.equals(seq()) && !closed) {
                wait();
            }
        }
    }

    /** Tells this news from all others. */
    synchronized String seq() {
        return Long.toString(seq);
    }

    /** There are news. */
    synchronized void tell() {
        expected = Math.max(expected, upToDate);
        upToDate = 0;
        seq++;
        notifyAll();
    }

    /** Whether a page waits for news. */
    synchronized boolean any() {
        return upToDate > 0;
    }

    /** Waits until all pages that knew everything before the last news know them, too, and have drawn; or for so long. */
    synchronized void settle(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis();
                upToDate < expected && left > 0;
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        expected = 0;
    }

    /** Nobody waits from now on. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
