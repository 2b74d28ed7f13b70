/** A latency client of our own: constant rate, open loop, nanoseconds, free of coordinated omission. */
package org.busbench.harness.probe;
