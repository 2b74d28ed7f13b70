package org.busbench.mediation.engine;

import org.apache.http.config.ConnectionConfig;
import org.apache.http.impl.nio.DefaultNHttpServerConnection;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.util.HeapByteBufferAllocator;

/**
 * A client's connection whose message heads are bounded.
 *
 * <p>One I/O dispatcher uses it.
 */
final class ClientConnection extends DefaultNHttpServerConnection {

    private volatile boolean answerIsReady;

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

    /** A new message begins: what was asked for the last one says nothing about its answer. */
    void beginMessage() {
        answerIsReady = false;
    }

    /** Whether a worker has finished preparing the answer; before that Synapse would send it without its body. */
    boolean answerIsReady() {
        return answerIsReady;
    }

    @Override
    public void requestOutput() {
        answerIsReady = true;
        super.requestOutput();
    }
}
