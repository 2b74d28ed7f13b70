package org.busbench.mediation.engine;

import org.apache.http.config.ConnectionConfig;
import org.apache.http.impl.nio.DefaultNHttpServerConnection;
import org.apache.http.nio.NHttpServerEventHandler;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.util.HeapByteBufferAllocator;

/**
 * A client's connection that asks for room to write only while it has something to write, for the reason that {@link BackendConnection} gives.
 *
 * <p>One I/O dispatcher uses it.
 */
final class ClientConnection extends DefaultNHttpServerConnection {

    ClientConnection(IOSession session, ConnectionConfig config) {
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
                null,
                null);
    }

    @Override
    public void produceOutput(NHttpServerEventHandler handler) {
        // First, so that a worker who asks for room to answer meanwhile is heard; whoever writes asks again by himself.
        if (contentEncoder == null && !outbuf.hasData() && status == ACTIVE) {
            suspendOutput();
        }
        super.produceOutput(handler);
    }
}
