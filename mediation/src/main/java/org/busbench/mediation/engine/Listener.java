package org.busbench.mediation.engine;

import java.io.IOException;
import javax.net.ssl.SSLContext;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.TransportInDescription;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.impl.nio.DefaultHttpServerIODispatch;
import org.apache.http.nio.NHttpServerEventHandler;
import org.apache.http.nio.reactor.IOEventDispatch;
import org.apache.http.nio.reactor.ssl.SSLSetupHandler;
import org.apache.synapse.transport.passthru.PassThroughHttpListener;
import org.apache.synapse.transport.passthru.config.BaseConfiguration;

/**
 * Synapse's pass-through listener with buffers that are never shared ({@link SingleUseBuffers}) and events that end a broken request
 * ({@link SourceEvents}). Axis2 makes it from its class name in {@code axis2.xml}.
 */
public final class Listener extends PassThroughHttpListener {

    private static final PrivateField CONFIGURATION =
            new PrivateField(PassThroughHttpListener.class, "sourceConfiguration");
    static final PrivateField BUFFERS = new PrivateField(BaseConfiguration.class, "bufferFactory");

    /** What a client may send before its body; stock Synapse accepts megabytes of it. */
    private static final MessageConstraints HEAD_LIMITS = MessageConstraints.custom()
            .setMaxLineLength(16 * 1024)
            .setMaxHeaderCount(200)
            .build();

    private SourceEvents events;

    /** Called by Axis2. */
    public Listener() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportInDescription description) throws AxisFault {
        super.init(context, description);
        BUFFERS.set(CONFIGURATION.get(this), new SingleUseBuffers(Tuning.bufferBytes()));
    }

    /** Closes idle connections, and asks the others to close after their answer; returns how many are still at work. */
    int closeIdle() throws IOException {
        return events.closeIdle();
    }

    @Override
    protected IOEventDispatch getEventDispatch(
            NHttpServerEventHandler handler, SSLContext ssl, SSLSetupHandler setup, ConnectionConfig config) {
        events = new SourceEvents(handler);
        ConnectionConfig bounded =
                ConnectionConfig.copy(config).setMessageConstraints(HEAD_LIMITS).build();
        return new DefaultHttpServerIODispatch(events, session -> new ClientConnection(session, bounded));
    }
}
