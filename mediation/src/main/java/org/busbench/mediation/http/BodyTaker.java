package org.busbench.mediation.http;

import org.busbench.mediation.buffer.SliceQueue;

/** Is given a request's whole body. On the loop's thread; must not block. */
@FunctionalInterface
public interface BodyTaker {

    /**
     * The body is whole. Goes on with a call on the exchange, now or later.
     *
     * @param exchange whose body this is
     * @param body without chunk framing; owned by the taker, who clears it or gives it to {@link Exchange#forward(Route, SliceQueue)}
     */
    void taken(Exchange exchange, SliceQueue body);
}
