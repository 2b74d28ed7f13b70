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
 * Stands before Synapse's handler of backend connections and ends the response's pipe when a backend breaks off in mid-body, for the same
 * reason as {@link SourceEvents}.
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
        Pipe response = responseOf(connection);
        synapse.inputReady(connection, decoder);
        if (TargetContext.getState(connection) == ProtocolState.CLOSED) {
            EndOfContent.of(response);
        }
    }

    @Override
    public void outputReady(NHttpClientConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        synapse.outputReady(connection, encoder);
    }

    @Override
    public void endOfInput(NHttpClientConnection connection) throws IOException {
        Pipe response = responseOf(connection);
        synapse.endOfInput(connection);
        EndOfContent.of(response);
    }

    @Override
    public void timeout(NHttpClientConnection connection) throws IOException, HttpException {
        Pipe response = responseOf(connection);
        synapse.timeout(connection);
        EndOfContent.of(response);
    }

    @Override
    public void closed(NHttpClientConnection connection) {
        Pipe response = responseOf(connection);
        synapse.closed(connection);
        EndOfContent.of(response);
    }

    @Override
    public void exception(NHttpClientConnection connection, Exception e) {
        Pipe response = responseOf(connection);
        synapse.exception(connection, e);
        EndOfContent.of(response);
    }

    private static Pipe responseOf(NHttpClientConnection connection) {
        TargetContext context = TargetContext.get(connection);
        return context == null ? null : context.getReader();
    }
}
