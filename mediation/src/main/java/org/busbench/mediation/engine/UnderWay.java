package org.busbench.mediation.engine;

import org.apache.http.nio.NHttpConnection;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.SourceContext;
import org.apache.synapse.transport.passthru.TargetContext;

/**
 * What a connection was doing before an event that may end it. It is asked for before Synapse's handler runs, since that forgets it.
 *
 * @param incoming the pipe that the connection fills, or null
 * @param outgoing the pipe that is written to the connection, or null
 */
record UnderWay(Pipe incoming, Pipe outgoing) {

    private static final UnderWay NOTHING = new UnderWay(null, null);

    /** {@return what a client's connection is doing} */
    static UnderWay ofClient(NHttpConnection connection) {
        SourceContext context = SourceContext.get(connection);
        return context == null ? NOTHING : new UnderWay(context.getReader(), context.getWriter());
    }

    /** {@return what a backend's connection is doing} */
    static UnderWay ofBackend(NHttpConnection connection) {
        TargetContext context = TargetContext.get(connection);
        return context == null ? NOTHING : new UnderWay(context.getReader(), context.getWriter());
    }

    /**
     * Ends what Synapse has forgotten since: it gave the connection up, or the message is done and its pipes have ended. What came in between, as the
     * answer that a worker handed over, is left alone.
     */
    void cutOffUnless(UnderWay now) {
        if (incoming != now.incoming) {
            EndOfContent.of(incoming);
        }
        if (outgoing != now.outgoing) {
            PipeEnds.discard(outgoing);
        }
    }

    /** The connection is gone: who reads from it gets the end of the content, who writes to it is told that nobody takes it. */
    void cutOff() {
        EndOfContent.of(incoming);
        PipeEnds.discard(outgoing);
    }
}
