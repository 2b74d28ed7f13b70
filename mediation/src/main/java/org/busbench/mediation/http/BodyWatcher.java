package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/** Looks at a body while it arrives, until it knows what to do. On the loop's thread; must not block. */
public interface BodyWatcher {

    /**
     * Looks at the next bytes of the body, without chunk framing. May decide with a call on the exchange; then it is not asked again.
     *
     * @param exchange whose body this is
     * @param slice holds them; not to be kept or released
     * @param from index of the first byte in the slice
     * @param to index after the last byte
     */
    void look(Exchange exchange, Slice slice, int from, int to);

    /** The whole body was looked at: decides. */
    void end(Exchange exchange);
}
