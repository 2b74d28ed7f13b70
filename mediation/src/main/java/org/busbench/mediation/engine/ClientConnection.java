package org.busbench.mediation.engine;

import org.apache.http.config.ConnectionConfig;
import org.apache.http.impl.nio.DefaultNHttpServerConnection;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.util.HeapByteBufferAllocator;

/**
 * A client's connection whose message heads are bounded, and which starts an answer only when the worker that hands it over has finished. The body
 * goes on arriving meanwhile, and each piece asks this connection to write: the stock transport would begin with an answer that has no body yet, or
 * be cut by the worker, who takes the answer for one that was given already.
 *
 * <p>One I/O dispatcher uses it; {@link #beginAnswer}, {@link #endAnswer} and {@link #requestOutput} are called by any thread.
 */
final class ClientConnection extends DefaultNHttpServerConnection {

    /** Counts the messages of this connection; written by the dispatcher alone. */
    private volatile long message;

    /** The message whose answer may be sent. */
    private volatile long answered;

    private volatile HandOver handOver;

    /** A worker that prepares the answer to a message. */
    private record HandOver(Thread worker, long message) {}

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
    @SuppressWarnings("NonAtomicVolatileUpdate") // The dispatcher alone writes it.
    void beginMessage() {
        message++;
    }

    /** The calling worker begins to hand over the answer to the current message: only it can say when the answer is ready. */
    void beginAnswer() {
        handOver = new HandOver(Thread.currentThread(), message);
    }

    /** The worker has done what it can. */
    void endAnswer() {
        handOver = null;
    }

    /** Whether the answer to the current message may be sent. */
    boolean answerIsReady() {
        return answered == message;
    }

    @Override
    public void requestOutput() {
        HandOver current = handOver;
        if (current == null) {
            answered = message;
        } else if (current.worker() == Thread.currentThread()) {
            answered = current.message();
        }
        super.requestOutput();
    }
}
