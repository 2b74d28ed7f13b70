package org.busbench.mediation.engine;

import org.apache.http.nio.NHttpConnection;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.SourceContext;
import org.apache.synapse.transport.passthru.TargetContext;

/**
 * What a connection was doing before an event that may end it. It is asked for before Synapse's handler runs, since that forgets it.
 *
 * @param incoming the pipe that the connection fills, or null
 * @param incomplete whether more was to come into it
 * @param outgoing the pipe that is written to the connection, or null
 */
record UnderWay(Pipe incoming, boolean incomplete, Pipe outgoing) {

    private static final UnderWay NOTHING = new UnderWay(null, false, null);

    /** {@return what a client's connection is doing} */
    static UnderWay ofClient(NHttpConnection connection) {
        SourceContext context = SourceContext.get(connection);
        if (context == null) {
            return NOTHING;
        }
        ProtocolState state = context.getState();
        boolean reading = state == ProtocolState.REQUEST_HEAD || state == ProtocolState.REQUEST_BODY;
        return new UnderWay(context.getReader(), reading, context.getWriter());
    }

    /** {@return what a backend's connection is doing} */
    static UnderWay ofBackend(NHttpConnection connection) {
        TargetContext context = TargetContext.get(connection);
        if (context == null) {
            return NOTHING;
        }
        ProtocolState state = context.getState();
        boolean reading = state == ProtocolState.RESPONSE_HEAD || state == ProtocolState.RESPONSE_BODY;
        return new UnderWay(context.getReader(), reading, context.getWriter());
    }

    /** The connection is gone: who reads from it gets the end of the content, who writes to it is told that nobody takes it. */
    void cutOff() {
        if (incoming != null && incomplete) {
            BrokenPipes.add(incoming);
            EndOfContent.of(incoming);
        }
        if (outgoing != null) {
            outgoing.consumerError();
        }
    }
}
