package org.busbench.mediation.http;

/** Keeps count of exchanges. Called on the loop's thread, once for each exchange that is over; must not block. */
@FunctionalInterface
public interface RequestLog {

    /** Keeps no count. */
    RequestLog NONE = entry -> {};

    /**
     * An exchange is over.
     *
     * @param entry what became of it; to be read within this call only
     */
    void log(Entry entry);
}
