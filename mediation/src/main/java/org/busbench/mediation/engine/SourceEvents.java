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
 * Stands before Synapse's handler of client connections: ends the request's pipe when a client breaks off (see {@link EndOfContent}), lets
 * no half answer pass for a whole one (see {@link WholeBody}), and knows which connections are at work, so that a stop can wait for them.
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
        Message message = Message.of(connection);
        synapse.inputReady(connection, decoder);
        message.endIfBroken(connection);
    }

    @Override
    public void responseReady(NHttpServerConnection connection) throws IOException, HttpException {
        SourceContext context = SourceContext.get(connection);
        if (context != null && context.getResponse() != null && isUnwanted(context.getReader())) {
            PipeEnds.discard(context.getReader());
        }
        synapse.responseReady(connection);
    }

    @Override
    public void outputReady(NHttpServerConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        Message message = Message.of(connection);
        synapse.outputReady(connection, new WholeBody(encoder, message.response));
        message.endIfBroken(connection);
    }

    @Override
    public void endOfInput(NHttpServerConnection connection) throws IOException {
        Message message = Message.of(connection);
        synapse.endOfInput(connection);
        message.end();
    }

    @Override
    public void timeout(NHttpServerConnection connection) throws IOException {
        Message message = Message.of(connection);
        synapse.timeout(connection);
        message.end();
    }

    @Override
    public void closed(NHttpServerConnection connection) {
        connections.remove(connection);
        Message message = Message.of(connection);
        synapse.closed(connection);
        message.end();
    }

    @Override
    public void exception(NHttpServerConnection connection, Exception e) {
        Message message = Message.of(connection);
        synapse.exception(connection, e);
        message.end();
    }

    /** The answer is there, and nobody has come to read the request: the backend could not be reached. */
    private static boolean isUnwanted(Pipe request) {
        return request != null && PipeEnds.consumer(request) == null;
    }

    /** The two bodies on a client's connection, asked for before Synapse's handler runs, since that forgets them; either may be null. */
    private record Message(Pipe request, Pipe response) {

        static Message of(NHttpServerConnection connection) {
            SourceContext context = SourceContext.get(connection);
            return context == null ? new Message(null, null) : new Message(context.getReader(), context.getWriter());
        }

        void endIfBroken(NHttpServerConnection connection) {
            ProtocolState state = SourceContext.getState(connection);
            if (state == ProtocolState.CLOSING || state == ProtocolState.CLOSED) {
                end();
            }
        }

        /** The connection is gone: who reads the request learns it, and the rest of the response goes nowhere. */
        void end() {
            EndOfContent.of(request);
            PipeEnds.discard(response);
        }
    }
}
