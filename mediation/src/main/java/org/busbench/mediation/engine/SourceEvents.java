package org.busbench.mediation.engine;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.http.HttpException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpServerConnection;
import org.apache.http.nio.NHttpServerEventHandler;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.SourceContext;

/**
 * Stands before Synapse's handler of client connections: ends the request's pipe when a client breaks off (see {@link EndOfContent}), and
 * knows which connections are at work, so that a stop can wait for them.
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

    @Override
    public void connected(NHttpServerConnection connection) throws IOException, HttpException {
        synapse.connected(connection);
        connections.add(connection);
    }

    @Override
    public void requestReceived(NHttpServerConnection connection) throws IOException, HttpException {
        synapse.requestReceived(connection);
    }

    @Override
    public void inputReady(NHttpServerConnection connection, ContentDecoder decoder) throws IOException, HttpException {
        Pipe request = requestOf(connection);
        synapse.inputReady(connection, decoder);
        if (SourceContext.getState(connection) == ProtocolState.CLOSED) {
            EndOfContent.of(request);
        }
    }

    @Override
    public void responseReady(NHttpServerConnection connection) throws IOException, HttpException {
        synapse.responseReady(connection);
    }

    @Override
    public void outputReady(NHttpServerConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        synapse.outputReady(connection, encoder);
    }

    @Override
    public void endOfInput(NHttpServerConnection connection) throws IOException {
        Pipe request = requestOf(connection);
        synapse.endOfInput(connection);
        EndOfContent.of(request);
    }

    @Override
    public void timeout(NHttpServerConnection connection) throws IOException {
        Pipe request = requestOf(connection);
        synapse.timeout(connection);
        EndOfContent.of(request);
    }

    @Override
    public void closed(NHttpServerConnection connection) {
        connections.remove(connection);
        Pipe request = requestOf(connection);
        synapse.closed(connection);
        EndOfContent.of(request);
    }

    @Override
    public void exception(NHttpServerConnection connection, Exception e) {
        Pipe request = requestOf(connection);
        synapse.exception(connection, e);
        EndOfContent.of(request);
    }

    /** The pipe is asked for before Synapse's handler runs, since that forgets it. */
    private static Pipe requestOf(NHttpServerConnection connection) {
        SourceContext context = SourceContext.get(connection);
        return context == null ? null : context.getReader();
    }
}
