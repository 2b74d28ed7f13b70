package org.busbench.reports.serve;

import java.time.Duration;

/**
 * Shut while a trial is under load: whoever comes then waits, and nothing is sent. Entered by the server's threads, opened
 * and shut by the run's own.
 */
final class Gate {

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

    /**
     * Lets nobody in any more, and waits for those inside.
     *
     * @param limit who is slower than that stays inside
     */
    synchronized void shut(Duration limit) throws InterruptedException {
        shut = true;
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); inside > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Whether somebody stands before it. */
    synchronized boolean awaited() {
        return waiting > 0;
    }
}
