package org.busbench.mediation.engine;

import java.io.Serial;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.synapse.MessageContext;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.Axis2SynapseEnvironment;
import org.apache.synapse.core.axis2.MessageContextCreatorForAxis2;
import org.apache.synapse.endpoints.AbstractEndpoint;
import org.apache.synapse.endpoints.DefaultEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;
import org.apache.synapse.endpoints.FailoverEndpoint;
import org.apache.synapse.endpoints.IndirectEndpoint;
import org.apache.synapse.endpoints.LoadbalanceEndpoint;

/**
 * Synapse's environment, in which one message does not suspend an endpoint for the messages of all clients: neither one that cannot be written, nor one that
 * goes through a default endpoint to an address of its own.
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
        // A handler that is no such endpoint takes its place: it would be suspended by the fault.
        if (!handlers.isEmpty() && handlers.peek() instanceof DefaultEndpoint member) {
            handlers.pop();
            Addressed addressed = new Addressed(member);
            if (addressed.isTried(message)) {
                addressed.onFault(message);
                return;
            }
            message.pushFaultHandler(addressed);
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

    /** Handles a failure at the address of one message: what is left of the groups around its default endpoint is tried, and each endpoint once. */
    private static final class Addressed extends AbstractEndpoint {

        private static final String TRIED = Addressed.class.getName();

        private final DefaultEndpoint member;

        Addressed(DefaultEndpoint member) {
            this.member = member;
        }

        /** Whether a group has chosen the endpoint again, which it takes for ready. */
        boolean isTried(MessageContext message) {
            var handlers = message.getFaultStack();
            return !handlers.isEmpty()
                    && handlers.peek() instanceof Endpoint
                    && tried(message).contains(at(member, message));
        }

        @Override
        public void onFault(MessageContext message) {
            var handlers = message.getFaultStack();
            Endpoint failed = member;
            while (!handlers.isEmpty()
                    && handlers.peek() instanceof AbstractEndpoint group
                    && isOtherTried(group)
                    && !isRetryDisabled(message)) {
                tried(message).add(at(failed, message));
                for (Endpoint other : group.getChildren()) {
                    if (other.readyToSend() && !tried(message).contains(at(other, message))) {
                        other.send(message);
                        return;
                    }
                }
                handlers.pop();
                failed = group;
            }
            informFailure(message, SynapseConstants.ENDPOINT_FO_NONE_READY, failed + " - no ready child endpoints");
        }

        /** Whether a group sends a message that one member did not take to another one. */
        private static boolean isOtherTried(Endpoint group) {
            return group instanceof FailoverEndpoint || (group instanceof LoadbalanceEndpoint all && all.isFailover());
        }

        @Override
        protected boolean isRetryDisabled(MessageContext message) {
            return message.getProperty(SynapseConstants.ERROR_CODE) instanceof Integer code
                    && member.getDefinition().getRetryDisabledErrorCodes().contains(code);
        }

        /** An endpoint behind its name, and the message's address, which a sequence may change before it sends again. */
        private static Object at(Endpoint endpoint, MessageContext message) {
            Endpoint meant = endpoint instanceof IndirectEndpoint named ? named.getRealEndpoint(message) : endpoint;
            return Map.entry(meant, String.valueOf(message.getTo()));
        }

        @SuppressWarnings("unchecked") // set here alone
        private static Set<Object> tried(MessageContext message) {
            if (message.getProperty(TRIED) == null) {
                message.setProperty(TRIED, new HashSet<>());
            }
            return (Set<Object>) message.getProperty(TRIED);
        }
    }
}
