package org.busbench.mediation.engine;

import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpClientConnection;
import org.apache.http.nio.NHttpClientEventHandler;

/**
 * Stands before Synapse's handler of backend connections: ends what was under way when a backend breaks off, and breaks off itself when the
 * client did, for the same reasons as {@link SourceEvents}.
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
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.inputReady(connection, new ToldErrors(decoder));
        before.cutOffUnless(UnderWay.ofBackend(connection));
    }

    @Override
    public void outputReady(NHttpClientConnection connection, ContentEncoder encoder)
            throws IOException, HttpException {
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.outputReady(connection, new WholeBody(encoder, before.outgoing()));
        before.cutOffUnless(UnderWay.ofBackend(connection));
    }

    @Override
    public void endOfInput(NHttpClientConnection connection) throws IOException {
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.endOfInput(connection);
        before.cutOff();
    }

    @Override
    public void timeout(NHttpClientConnection connection) throws IOException, HttpException {
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.timeout(connection);
        before.cutOff();
    }

    @Override
    public void closed(NHttpClientConnection connection) {
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.closed(connection);
        before.cutOff();
    }

    @Override
    public void exception(NHttpClientConnection connection, Exception e) {
        UnderWay before = UnderWay.ofBackend(connection);
        synapse.exception(connection, e instanceof IOException io ? ToldErrors.of(io) : e);
        before.cutOff();
    }
}
