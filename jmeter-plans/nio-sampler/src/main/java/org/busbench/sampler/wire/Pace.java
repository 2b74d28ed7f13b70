package org.busbench.sampler.wire;

/** Says when which connection begins a request. Called on the loop's thread; times are those of {@link System#nanoTime}. */
interface Pace {
    /**
     * Begins the requests that are due.
     *
     * @return nanoseconds until the next one is due; {@link Long#MAX_VALUE} when that depends on an answer
     */
    long begin(long now);

    /**
     * A connection's request is over.
     *
     * @param connected false when it got no connection
     */
    void free(Connection connection, long now, boolean connected);

    /** Begins no more requests. */
    void stop(long now);

    /** Whether no more requests will be begun. */
    boolean isOver();
}
