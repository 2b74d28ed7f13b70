package org.busbench.mediation.engine;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.http.HttpException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpServerConnection;
import org.apache.http.nio.NHttpServerEventHandler;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.SourceContext;

/**
 * Stands before Synapse's handler of client connections: ends what was under way when a client breaks off (see {@link UnderWay}), breaks off
 * itself when the backend did, and knows which connections are at work, so that a stop can wait for them.
 *
 * <p>I/O dispatchers call it; nothing here blocks.
 */
final class SourceEvents implements NHttpServerEventHandler {

    private final NHttpServerEventHandler synapse;
    private final Set<NHttpServerConnection> connections = ConcurrentHashMap.newKeySet();

    SourceEvents(NHttpServerEventHandler synapse) {
        this.synapse = synapse;
    }

    /** Closes idle connections, and asks the others to close after their answer; returns how many are still at work. */
    int closeIdle() throws IOException {
        int busy = 0;
        for (NHttpServerConnection connection : connections) {
            SourceContext context = SourceContext.get(connection);
            if (context == null || context.getState() == ProtocolState.REQUEST_READY) {
                connection.close();
            } else if (context.getState().compareTo(ProtocolState.CLOSING) < 0) {
                context.setShutDown(true);
                busy++;
            }
        }
        return busy;
    }

    /**
     * Lets the rest of a request come in and be forgotten, for an answer that does not wait for it: the answer is sent when the request has been
     * read, and a request that nobody reads any more would never have been.
     */
    static void discardRest(NHttpServerConnection connection) {
        UnderWay before = UnderWay.ofClient(connection);
        PipeEnds.discard(before.incoming());
    }

    @Override
    public void connected(NHttpServerConnection connection) throws IOException, HttpException {
        synapse.connected(connection);
        connections.add(connection);
    }

    @Override
    public void requestReceived(NHttpServerConnection connection) throws IOException, HttpException {
        ((ClientConnection) connection).beginMessage();
        synapse.requestReceived(connection);
    }

    @Override
    public void inputReady(NHttpServerConnection connection, ContentDecoder decoder) throws IOException, HttpException {
        UnderWay before = UnderWay.ofClient(connection);
        synapse.inputReady(connection, decoder);
        before.cutOffUnless(UnderWay.ofClient(connection));
        SourceContext context = SourceContext.get(connection);
        if (context.getState() == ProtocolState.REQUEST_DONE && ((ClientConnection) connection).answerIsReady()) {
            // The answer was there before the end of the request, and had to wait for it.
            connection.requestOutput();
        }
    }

    @Override
    public void responseReady(NHttpServerConnection connection) throws IOException, HttpException {
        if (((ClientConnection) connection).answerIsReady()) {
            synapse.responseReady(connection);
        }
    }

    @Override
    public void outputReady(NHttpServerConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        UnderWay before = UnderWay.ofClient(connection);
        synapse.outputReady(connection, new WholeBody(encoder, before.outgoing()));
        before.cutOffUnless(UnderWay.ofClient(connection));
    }

    @Override
    public void endOfInput(NHttpServerConnection connection) throws IOException {
        UnderWay before = UnderWay.ofClient(connection);
        synapse.endOfInput(connection);
        before.cutOff();
    }

    @Override
    public void timeout(NHttpServerConnection connection) throws IOException {
        UnderWay before = UnderWay.ofClient(connection);
        synapse.timeout(connection);
        before.cutOff();
    }

    @Override
    public void closed(NHttpServerConnection connection) {
        connections.remove(connection);
        UnderWay before = UnderWay.ofClient(connection);
        synapse.closed(connection);
        before.cutOff();
    }

    @Override
    public void exception(NHttpServerConnection connection, Exception e) {
        UnderWay before = UnderWay.ofClient(connection);
        synapse.exception(connection, e);
        before.cutOff();
    }
}
