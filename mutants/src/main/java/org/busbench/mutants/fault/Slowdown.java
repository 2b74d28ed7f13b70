package org.busbench.mutants.fault;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Reactor;

/**
 * Is fast at the begin of a load, and slower later. A pause of two seconds ends a load. A hundred messages in a row begin one, so that the check before a load
 * is none.
 */
final class Slowdown implements Fault {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FEWEST_OF_A_LOAD = 100;
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long DRIFT_NANOS = 100;
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(1200);

    private final Reactor reactor;
    private final Kind kind;
    private final long freshNanos;
    private long beganNanos;
    private long lastNanos;
    private long messages;
    private boolean stalled;

    /** The kind of slowness. */
    enum Kind {
        /** Every answer is held back. */
        DELAYS,
        /** Every message costs a little more CPU time than the one before. */
        DRIFTS,
        /** Stops for more than a second, once. */
        STALLS
    }

    Slowdown(Reactor reactor, Kind kind, long freshSeconds) {
        this.reactor = reactor;
        this.kind = kind;
        this.freshNanos = TimeUnit.SECONDS.toNanos(freshSeconds);
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            long now = reactor.now();
            if (now - lastNanos > PAUSE_NANOS + STALL_NANOS) {
                messages = 0;
            }
            lastNanos = now;
            messages++;
            if (messages == FEWEST_OF_A_LOAD) {
                beganNanos = now;
                stalled = false;
            }
            boolean tired = messages >= FEWEST_OF_A_LOAD && now - beganNanos >= freshNanos;
            if (tired && kind == Kind.DELAYS) {
                right.handle(request, response -> reactor.later(DELAY_NANOS, () -> answer.accept(response)));
                return;
            }
            if (kind == Kind.DRIFTS) {
                burn(messages * DRIFT_NANOS);
            } else if (tired && kind == Kind.STALLS && !stalled) {
                stalled = true;
                LockSupport.parkNanos(STALL_NANOS);
            }
            right.handle(request, answer);
        };
    }

    private static void burn(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
