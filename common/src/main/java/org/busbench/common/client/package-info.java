/** The non-blocking client of the load's sampler and of the latency probe: one request at a time on a connection. */
package org.busbench.common.client;
