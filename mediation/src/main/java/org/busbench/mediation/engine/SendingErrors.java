package org.busbench.mediation.engine;

import java.util.concurrent.CountDownLatch;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.TargetErrorHandler;
import org.apache.synapse.transport.passthru.TargetHandler;
import org.apache.synapse.transport.passthru.config.TargetConfiguration;

/**
 * Reports a failed request only when the worker that writes it has let go of it. Both would otherwise walk the same half-parsed message at once,
 * which Axiom does not bear: the report fails, and the client is never answered. The worker is soon done, since what it writes to a connection
 * that is gone is dropped.
 *
 * <p>I/O dispatchers call it; a worker of the pool does the waiting.
 */
final class SendingErrors extends TargetErrorHandler {

    private static final PrivateField HANDLER = new PrivateField(TargetHandler.class, "targetErrorHandler");
    private static final String WRITTEN = "busbench.written";

    private final TargetConfiguration configuration;

    private SendingErrors(TargetConfiguration configuration) {
        super(configuration);
        this.configuration = configuration;
    }

    /** Makes Synapse's handler of backend connections report through it. */
    static void installIn(TargetHandler handler) {
        HANDLER.set(handler, new SendingErrors(handler.getTargetConfiguration()));
    }

    /** Says that the calling worker begins to write the message; it counts down when it is done with it. */
    static CountDownLatch beginWriting(MessageContext message) {
        CountDownLatch written = new CountDownLatch(1);
        message.setProperty(WRITTEN, written);
        return written;
    }

    @Override
    protected void handleError(MessageContext message, int code, String text, Exception cause, ProtocolState state) {
        if (!(message.getProperty(WRITTEN) instanceof CountDownLatch written) || written.getCount() == 0) {
            super.handleError(message, code, text, cause, state);
            return;
        }
        configuration.getWorkerPool().execute(() -> {
            try {
                written.await();
                super.handleError(message, code, text, cause, state);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
