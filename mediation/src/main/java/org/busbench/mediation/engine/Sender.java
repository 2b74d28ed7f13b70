package org.busbench.mediation.engine;

import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.impl.nio.DefaultHttpClientIODispatch;
import org.apache.http.nio.NHttpClientEventHandler;
import org.apache.http.nio.reactor.IOEventDispatch;
import org.apache.http.nio.reactor.ssl.SSLSetupHandler;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.PassThroughHttpSender;
import org.apache.synapse.transport.passthru.ServerWorker;
import org.apache.synapse.transport.passthru.TargetHandler;
import org.apache.synapse.transport.passthru.config.TargetConfiguration;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;

/**
 * Synapse's pass-through sender with buffers that are never shared ({@link SingleUseBuffers}) and events that end a broken response
 * ({@link TargetEvents}); what it cannot finish sending, it takes back ({@link HalfSent}). Axis2 makes it from its class name in {@code axis2.xml}.
 */
public final class Sender extends PassThroughHttpSender {

    private static final PrivateField CONFIGURATION =
            new PrivateField(PassThroughHttpSender.class, "targetConfiguration");

    private static final PrivateField REQUEST = new PrivateField(ServerWorker.class, "msgContext");

    /** Called by Axis2. */
    public Sender() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportOutDescription description) throws AxisFault {
        super.init(context, description);
        Listener.BUFFERS.set(CONFIGURATION.get(this), new SingleUseBuffers(Tuning.bufferBytes()));
    }

    @Override
    public InvocationResponse invoke(MessageContext message) throws AxisFault {
        ClientConnection client = PassThroughTransportUtils.getDestinationEPR(message) == null ? client(message) : null;
        if (client == null) {
            return write(message);
        }
        if (message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) == null) {
            SourceEvents.discardRest(client);
        }
        client.beginAnswer();
        try {
            return write(message);
        } finally {
            client.endAnswer();
        }
    }

    private InvocationResponse write(MessageContext message) throws AxisFault {
        CountDownLatch written = SendingErrors.beginWriting(message);
        try {
            return super.invoke(message);
        } catch (AxisFault | RuntimeException e) {
            HalfSent.abandon(message, (TargetConfiguration) CONFIGURATION.get(this));
            throw e;
        } finally {
            written.countDown();
        }
    }

    /** Who gets the answer, found as Synapse finds it; null when the message does not say. */
    private static ClientConnection client(MessageContext answer) {
        Object client = answer.getProperty(PassThroughConstants.PASS_THROUGH_SOURCE_CONNECTION);
        if (client == null && answer.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof ServerWorker worker) {
            MessageContext request = (MessageContext) REQUEST.get(worker);
            client = request.getProperty(PassThroughConstants.PASS_THROUGH_SOURCE_CONNECTION);
        }
        return client instanceof ClientConnection connection ? connection : null;
    }

    @Override
    protected IOEventDispatch getEventDispatch(
            NHttpClientEventHandler handler,
            SSLContext ssl,
            SSLSetupHandler setup,
            ConnectionConfig config,
            TransportOutDescription description) {
        TargetHandler synapse = (TargetHandler) handler;
        SendingErrors.installIn(synapse);
        TargetConfiguration configuration = synapse.getTargetConfiguration();
        return new DefaultHttpClientIODispatch(
                new TargetEvents(handler), session -> new BackendConnection(session, config, configuration));
    }
}
