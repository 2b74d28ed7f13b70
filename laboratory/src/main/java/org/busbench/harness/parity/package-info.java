/**
 * Under which conditions an adapter works: connections, framing, streaming, threads, flags, logs. Found out from the wire
 * on both of its sides and from its process, never from what it says of itself.
 */
package org.busbench.harness.parity;
