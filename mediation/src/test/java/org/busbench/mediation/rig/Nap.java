package org.busbench.mediation.rig;

import java.util.concurrent.locks.LockSupport;
import org.apache.synapse.MessageContext;
import org.apache.synapse.mediators.AbstractMediator;

/** A mediator that keeps its worker busy for two seconds. {@code <class name="..."/>} in a sequence; the mediator under test loads it. */
public final class Nap extends AbstractMediator {

    private static final long NANOS = 2_000_000_000;

    /** Synapse makes it. */
    public Nap() {
        // Nothing to set.
    }

    @Override
    public boolean mediate(MessageContext message) {
        long until = System.nanoTime() + NANOS;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        return true;
    }
}
