package org.busbench.mediation.engine;

import org.apache.http.config.ConnectionConfig;
import org.apache.http.impl.nio.codecs.DefaultHttpRequestWriterFactory;
import org.apache.http.impl.nio.codecs.DefaultHttpResponseParserFactory;
import org.apache.http.nio.NHttpClientEventHandler;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.util.HeapByteBufferAllocator;
import org.apache.synapse.transport.passthru.config.TargetConfiguration;
import org.apache.synapse.transport.utils.conn.SynapseNHttpClientConnection;

/**
 * A connection to a backend that goes back to the pool when its answer has been read. Synapse's own does so only when its own handler is called
 * without anything before it, and would open a connection for each message behind {@link TargetEvents}.
 *
 * <p>One I/O dispatcher uses it.
 */
final class BackendConnection extends SynapseNHttpClientConnection {

    private final TargetConfiguration configuration;
    private boolean answered;

    BackendConnection(IOSession session, ConnectionConfig config, TargetConfiguration configuration) {
        super(
                session,
                config.getBufferSize(),
                config.getFragmentSizeHint(),
                HeapByteBufferAllocator.INSTANCE,
                null,
                null,
                config.getMessageConstraints(),
                null,
                null,
                DefaultHttpRequestWriterFactory.INSTANCE,
                DefaultHttpResponseParserFactory.INSTANCE);
        this.configuration = configuration;
    }

    @Override
    public void markForRelease() {
        answered = true;
    }

    @Override
    public void consumeInput(NHttpClientEventHandler handler) {
        super.consumeInput(handler);
        if (answered) {
            answered = false;
            configuration.getConnections().releaseConnection(this);
        }
    }
}
