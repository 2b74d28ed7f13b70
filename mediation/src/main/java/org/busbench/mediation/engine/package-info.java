/**
 * The engine lane: Apache Synapse, embedded, on the mediator's own HTTP server. Client requests become Axis2 messages that workers mediate. Upstream requests
 * and responses go out through the same loops. Synapse's own transport is not used; its message properties keep their names and meaning.
 *
 * <p>Threads: loops call {@link org.busbench.mediation.engine.EngineLane} and must not block; Synapse mediates on the {@link
 * org.busbench.mediation.engine.WorkerPool}. A body passes between them through a {@link org.busbench.mediation.engine.BodyPipe}.
 */
package org.busbench.mediation.engine;
