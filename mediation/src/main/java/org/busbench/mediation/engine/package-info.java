/**
 * The engine lane: Apache Synapse on its own non-blocking pass-through transport, embedded, tuned, and cured from outside of three faults
 * of that transport: buffers that two messages share, workers that spin after an aborted upload, and answers that are started while they are still being
 * handed over. Nothing here is a copy of Synapse: its classes are extended and wrapped.
 *
 * <p>Threads: I/O dispatchers of HttpCore call {@link org.busbench.mediation.engine.SourceEvents} and
 * {@link org.busbench.mediation.engine.TargetEvents} and must not block; Synapse mediates on its worker pool.
 */
package org.busbench.mediation.engine;
