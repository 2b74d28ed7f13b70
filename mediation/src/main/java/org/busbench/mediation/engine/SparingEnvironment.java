package org.busbench.mediation.engine;

import java.io.Serial;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.synapse.MessageContext;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.Axis2SynapseEnvironment;
import org.apache.synapse.core.axis2.MessageContextCreatorForAxis2;
import org.apache.synapse.endpoints.DefaultEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;

/**
 * Synapse's environment, in which one message does not suspend an endpoint for the messages of all clients: neither one that cannot be written, nor one that
 * goes through a default endpoint outside of a group to an address of its own.
 */
final class SparingEnvironment extends Axis2SynapseEnvironment {

    /** The message is at fault, and no endpoint. */
    static final class UnsendableException extends AxisFault {
        @Serial
        private static final long serialVersionUID = 1L;

        UnsendableException(Throwable why) {
            super("the message cannot be sent: " + why.getMessage(), why);
        }
    }

    SparingEnvironment(ConfigurationContext axis, SynapseConfiguration configuration, ServerContextInformation server) {
        super(axis, configuration, server);
    }

    /** Messages have this environment from now on. */
    void serve() {
        setInitialized(true);
        MessageContextCreatorForAxis2.setSynEnv(this);
        getAxis2ConfigurationContext()
                .getAxisConfiguration()
                .getParameter(SynapseConstants.SYNAPSE_ENV)
                .setValue(this);
    }

    @Override
    public void send(EndpointDefinition endpoint, MessageContext message) {
        var handlers = message.getFaultStack();
        // An endpoint that is no handler of the fault is not suspended by it.
        if (!handlers.isEmpty()
                && handlers.peek() instanceof DefaultEndpoint alone
                && alone.getParentEndpoint() == null) {
            handlers.pop();
        }
        try {
            super.send(endpoint, message);
        } catch (SynapseException e) {
            while (e.getCause() instanceof UnsendableException
                    && !handlers.isEmpty()
                    && handlers.peek() instanceof Endpoint) {
                handlers.pop();
            }
            throw e;
        }
    }
}
