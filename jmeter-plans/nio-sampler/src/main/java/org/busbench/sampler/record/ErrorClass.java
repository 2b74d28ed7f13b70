package org.busbench.sampler.record;

import java.util.Locale;

/** Why a request did not count. Each request that is neither verified nor unfinished has exactly one. */
public enum ErrorClass {
    /** No connection came about: refused, unreachable, not accepted in time, or no TLS agreed on. */
    CONNECT,
    /** The answer was not complete in time. */
    TIMEOUT,
    /** The connection broke, or ended before the first byte of the answer. */
    RESET,
    /** The answer ended before its declared end. */
    CUT,
    /** A complete answer with another status than 200. */
    STATUS,
    /** The nonce is right, but another backend answered. */
    ROUTE,
    /** The answer to somebody else's request. */
    FOREIGN,
    /** Anything else that is not the expected answer, or not HTTP. */
    CONTENT;

    /**
     * The name as it stands in records.
     *
     * @return the name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
