/**
 * The run directory while it is written: the only thing that a run leaves and the only thing that reports read. What its files
 * say is the model of {@link org.busbench.record}.
 */
package org.busbench.harness.record;
