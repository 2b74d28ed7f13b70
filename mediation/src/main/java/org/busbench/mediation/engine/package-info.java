/**
 * The engine lane: Apache Synapse, embedded, on the mediator's own HTTP. Requests come from the one server that serves both lanes, as messages that workers
 * mediate; requests to backends and answers to clients go out through the same loops. Synapse's own transport is not used; what Synapse expects of it stands
 * in the messages by the same names.
 *
 * <p>Threads: loops call {@link org.busbench.mediation.engine.EngineLane} and must not block; Synapse mediates on workers. Between them bodies pass
 * through {@link org.busbench.mediation.engine.Conduit}, and nothing else is shared.
 */
package org.busbench.mediation.engine;
