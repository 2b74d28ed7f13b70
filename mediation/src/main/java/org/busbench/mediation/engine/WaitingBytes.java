package org.busbench.mediation.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of messages that wait for the engine: that are arriving, or whole and without a worker. A message alone always has room. For any thread.
 */
final class WaitingBytes {
    private final long most;
    private final AtomicLong all = new AtomicLong();

    WaitingBytes(long most) {
        this.most = most;
    }

    /** The part of one message. */
    final class Share {
        private final AtomicLong own = new AtomicLong();

        /** Takes more; returns false when there is no room, and the message is to be refused. */
        boolean take(long bytes) {
            long mine = own.addAndGet(bytes);
            return all.addAndGet(bytes) <= most || all.get() <= mine;
        }

        /** Gives all back. What is taken later is given back by a further call. */
        void giveBack() {
            all.addAndGet(-own.getAndSet(0));
        }
    }
}
