package org.busbench.sampler.wire;

import org.busbench.common.client.Fault;

/** Learns of each request that is over and was not left unfinished. Called on the loop's thread; must not block. */
public interface ExchangeListener {
    void verified(SampledExchange exchange);

    /** The exchange failed; it has the bytes that came back. */
    void failed(SampledExchange exchange, Fault fault);
}
