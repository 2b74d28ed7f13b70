package org.busbench.mediation.rig;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.synapse.MessageContext;
import org.apache.synapse.mediators.AbstractMediator;

/** A mediator that keeps its worker busy, for two seconds unless told otherwise. {@code <class name="..."/>} in a sequence; the mediator under test loads it. */
public final class Nap extends AbstractMediator {

    private long millis = 2_000;

    /** Synapse makes it. */
    public Nap() {
        // Nothing to set.
    }

    /**
     * Synapse calls it for {@code <property name="millis" value="..."/>}.
     *
     * @param value milliseconds
     */
    public void setMillis(String value) {
        millis = Long.parseLong(value);
    }

    @Override
    public boolean mediate(MessageContext message) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        return true;
    }
}
