package org.busbench.sampler.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A count with one writing thread, which pays no lock for it, and any number of readers. */
final class Counter {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Counter.class, "count", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private long count;

    /** Called by the one writer. */
    void add(long more) {
        COUNT.setRelease(this, count + more);
    }

    /** The count at some instant during the call; exact once the writer has ended. */
    long get() {
        return (long) COUNT.getAcquire(this);
    }
}
