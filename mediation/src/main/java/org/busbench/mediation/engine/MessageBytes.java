package org.busbench.mediation.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of messages that the engine's lane keeps at once, up to a bound: of those that are arriving or wait for a worker, and of those whose content mediators
 * hold. For any thread.
 */
final class MessageBytes {
    /** For content that no client has sent. */
    static final Share UNBOUNDED = new MessageBytes(Long.MAX_VALUE).new Share();

    private final long most;
    private final AtomicLong all = new AtomicLong();

    MessageBytes(long most) {
        this.most = most;
    }

    /** The part of one message, for its first holder. */
    final class Share {
        private final AtomicLong own = new AtomicLong();
        private final AtomicInteger holders = new AtomicInteger(1);

        /** Takes more; returns false when there is no room, and the message is to be refused. */
        boolean take(long bytes) {
            own.addAndGet(bytes);
            return all.addAndGet(bytes) <= most;
        }

        boolean isAlone() {
            return all.get() <= own.get();
        }

        /** Gives all back. What is taken later is given back by a further call. */
        void giveBack() {
            all.addAndGet(-own.getAndSet(0));
        }

        void hold() {
            holders.incrementAndGet();
        }

        /** Gives all back when this was the last holder. */
        void release() {
            if (holders.decrementAndGet() == 0) {
                giveBack();
            }
        }
    }
}
