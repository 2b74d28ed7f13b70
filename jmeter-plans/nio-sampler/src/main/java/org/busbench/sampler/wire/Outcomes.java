package org.busbench.sampler.wire;

import org.busbench.sampler.message.Fault;

/** Learns what became of each request that was not left unfinished. Called on the loop's thread; must not block. */
public interface Outcomes {
    /**
     * The expected answer came.
     *
     * @param exchange the request and its answer
     */
    void verified(Exchange exchange);

    /**
     * It did not.
     *
     * @param exchange the request and what came back
     * @param fault why
     */
    void failed(Exchange exchange, Fault fault);
}
