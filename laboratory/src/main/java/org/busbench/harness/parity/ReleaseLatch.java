package org.busbench.harness.parity;

import java.time.Duration;

/** Holds those that come until it is opened. Any number of threads wait at it, one opens it. */
final class ReleaseLatch {
    /** After this time it opens by itself. */
    private static final long SAFETY_NANOS = Duration.ofSeconds(10).toNanos();

    private int waiting;
    private boolean open;

    /** A gate that is open from the first. */
    static ReleaseLatch opened() {
        ReleaseLatch gate = new ReleaseLatch();
        gate.open();
        return gate;
    }

    /** Waits until it is open. */
    synchronized void pass() throws InterruptedException {
        waiting++;
        notifyAll();
        long deadline = System.nanoTime() + SAFETY_NANOS;
        for (long left = SAFETY_NANOS; !open && left > 0; left = deadline - System.nanoTime()) {
            wait(1 + left / 1_000_000);
        }
    }

    /** Waits until so many requests stand at it, or none has come for a while; returns how many do. */
    synchronized int await(int expected, Duration still) throws InterruptedException {
        int seen = waiting;
        long deadline = System.nanoTime() + still.toNanos();
        while (waiting < expected && System.nanoTime() < deadline) {
            wait(1 + Math.max(0, deadline - System.nanoTime()) / 1_000_000);
            if (waiting > seen) {
                seen = waiting;
                deadline = System.nanoTime() + still.toNanos();
            }
        }
        return waiting;
    }

    /** Lets all go, those that come later too. */
    synchronized void open() {
        open = true;
        notifyAll();
    }
}
