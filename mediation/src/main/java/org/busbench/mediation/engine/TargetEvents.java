package org.busbench.mediation.engine;

import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpClientConnection;
import org.apache.http.nio.NHttpClientEventHandler;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.TargetContext;

/**
 * Stands before Synapse's handler of backend connections: ends the response's pipe when a backend breaks off in mid-body, for the same
 * reason as {@link SourceEvents}, and drops what the client still sends to a backend that is gone.
 *
 * <p>I/O dispatchers call it; nothing here blocks.
 */
final class TargetEvents implements NHttpClientEventHandler {

    private final NHttpClientEventHandler synapse;

    TargetEvents(NHttpClientEventHandler synapse) {
        this.synapse = synapse;
    }

    @Override
    public void connected(NHttpClientConnection connection, Object attachment) throws IOException, HttpException {
        synapse.connected(connection, attachment);
    }

    @Override
    public void requestReady(NHttpClientConnection connection) throws IOException, HttpException {
        synapse.requestReady(connection);
    }

    @Override
    public void responseReceived(NHttpClientConnection connection) throws IOException, HttpException {
        synapse.responseReceived(connection);
    }

    @Override
    public void inputReady(NHttpClientConnection connection, ContentDecoder decoder) throws IOException, HttpException {
        Message message = Message.of(connection);
        synapse.inputReady(connection, decoder);
        message.endIfBroken(connection);
    }

    @Override
    public void outputReady(NHttpClientConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        Message message = Message.of(connection);
        synapse.outputReady(connection, new WholeBody(encoder, message.request));
        message.endIfBroken(connection);
    }

    @Override
    public void endOfInput(NHttpClientConnection connection) throws IOException {
        Message message = Message.of(connection);
        synapse.endOfInput(connection);
        message.end();
    }

    @Override
    public void timeout(NHttpClientConnection connection) throws IOException, HttpException {
        Message message = Message.of(connection);
        synapse.timeout(connection);
        message.end();
    }

    @Override
    public void closed(NHttpClientConnection connection) {
        Message message = Message.of(connection);
        synapse.closed(connection);
        message.end();
    }

    @Override
    public void exception(NHttpClientConnection connection, Exception e) {
        Message message = Message.of(connection);
        synapse.exception(connection, e);
        message.end();
    }

    /** The two bodies on a backend connection, asked for before Synapse's handler runs, since that forgets them; either may be null. */
    private record Message(Pipe request, Pipe response) {

        static Message of(NHttpClientConnection connection) {
            TargetContext context = TargetContext.get(connection);
            return context == null ? new Message(null, null) : new Message(context.getWriter(), context.getReader());
        }

        void endIfBroken(NHttpClientConnection connection) {
            ProtocolState state = TargetContext.getState(connection);
            if (state == ProtocolState.CLOSING || state == ProtocolState.CLOSED) {
                end();
            }
        }

        /** The connection is gone: who reads the response learns it, and the rest of the request goes nowhere. */
        void end() {
            EndOfContent.of(response);
            PipeEnds.discard(request);
        }
    }
}
