package org.busbench.reports.serve;

import java.time.Duration;

/**
 * Shut while a trial is under load: requests wait, and nothing is sent. The threads of the server enter it; the thread
 * of the run opens and shuts it.
 */
final class LoadGate {

    private boolean shut;
    private int inside;
    private int waiting;

    /** Waits until the gate is open; {@link #leave} must follow. */
    synchronized void enter() throws InterruptedException {
        waiting++;
        try {
            while (shut) {
                wait();
            }
        } finally {
            waiting--;
        }
        inside++;
    }

    synchronized void leave() {
        inside--;
        notifyAll();
    }

    synchronized void open() {
        shut = false;
        notifyAll();
    }

    /** Lets no request in any more, and waits for those inside. */
    synchronized void shut(Duration limit) throws InterruptedException {
        shut = true;
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); inside > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Whether a request waits before it. */
    synchronized boolean hasWaiting() {
        return waiting > 0;
    }
}
