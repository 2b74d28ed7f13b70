package org.busbench.mediation.wire;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What becomes of a {@link Throwable} that one connection, exchange or task has caused: a line in the log, and the loop or the pool goes on. After an {@link
 * OutOfMemoryError} a thread looks whether there is memory again. When there is none for ten seconds, the error is not that of one exchange: the thread
 * {@code heap-check} ends by it, which the default handler of uncaught exceptions has to take for the end of the process.
 *
 * <p>For any thread.
 */
public final class Faults {
    private static final System.Logger LOG = System.getLogger(Faults.class.getName());
    private static final HeapCheck HEAP = new HeapCheck();

    static {
        // Memory for a thread may be short when it is wanted.
        HEAP.setDaemon(true);
        HEAP.start();
    }

    private Faults() {}

    /** Logs a fault of which only a part of the work ended. Never throws: words need memory, too. */
    public static void survived(String what, Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            HEAP.check();
        }
        try {
            LOG.log(System.Logger.Level.ERROR, what, cause);
        } catch (Throwable e) {
            // The caller still has to answer or to cut its exchange, which tells the client.
            HEAP.check();
        }
    }

    /** Waits to be asked whether the heap has room for a megabyte. */
    private static final class HeapCheck extends Thread {
        private static final int LEAST_BYTES = 1 << 20;
        private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
        private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        private volatile boolean wanted;

        HeapCheck() {
            super("heap-check");
        }

        void check() {
            wanted = true;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            while (true) {
                pause(Long.MAX_VALUE);
                if (wanted) {
                    wanted = false;
                    requireRoom();
                }
            }
        }

        private void requireRoom() {
            long until = System.nanoTime() + PATIENCE_NANOS;
            OutOfMemoryError missing;
            do {
                try {
                    byte[] room = new byte[LEAST_BYTES];
                    wanted |= room.length < LEAST_BYTES;
                    return;
                } catch (OutOfMemoryError e) {
                    missing = e;
                }
                pause(PAUSE_NANOS);
            } while (System.nanoTime() < until);
            throw missing;
        }

        /** Waits to be woken, at most so long. Without memory waiting fails, too, and does not end this thread. */
        private void pause(long nanos) {
            try {
                LockSupport.parkNanos(this, nanos);
            } catch (InternalError e) {
                Thread.onSpinWait();
            }
        }
    }
}
