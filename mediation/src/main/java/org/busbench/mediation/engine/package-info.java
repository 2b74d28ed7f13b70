/**
 * The engine lane: Apache Synapse on its own non-blocking pass-through transport, embedded, tuned, and cured from outside of two faults
 * of that transport. Nothing here is a copy of Synapse: its classes are extended and wrapped.
 *
 * <p>Threads: I/O dispatchers of HttpCore call {@link org.busbench.mediation.engine.SourceEvents} and
 * {@link org.busbench.mediation.engine.TargetEvents} and must not block; Synapse mediates on its worker pool.
 */
package org.busbench.mediation.engine;
