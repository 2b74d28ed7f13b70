package org.busbench.mediation.engine;

import java.util.Properties;
import java.util.Set;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.Constants;
import org.apache.synapse.Mediator;
import org.apache.synapse.MessageContext;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.xml.SendMediatorFactory;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.mediators.builtin.SendMediator;

/**
 * Synapse's {@code send}. Where no endpoint takes a message and nothing handles faults, Synapse forgets the message: its client would get 202, as for one that
 * was dropped. Here the client gets a fault, unless an endpoint takes what follows.
 */
final class Send extends SendMediator {

    /** As an endpoint notes them: as text. */
    private static final Set<Object> NONE_READY = Set.of(
            String.valueOf(SynapseConstants.ENDPOINT_LB_NONE_READY),
            String.valueOf(SynapseConstants.ENDPOINT_ADDRESS_NONE_READY),
            String.valueOf(SynapseConstants.ENDPOINT_WSDL_NONE_READY));

    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;

    private Send(SendMediator same) {
        setEndpoint(same.getEndpoint());
        setReceivingSequence(same.getReceivingSequence());
        setTraceState(same.getTraceState());
        configure(same.getAspectConfiguration());
    }

    @Override
    public boolean mediate(MessageContext message) {
        boolean isHandled = !message.getFaultStack().isEmpty();
        Object before = message.getProperty(SynapseConstants.ERROR_CODE);
        boolean goesOn = super.mediate(message);
        Object code = message.getProperty(SynapseConstants.ERROR_CODE);
        if (!isHandled
                && code != null
                && !code.equals(before)
                && ((Axis2MessageContext) message).getAxis2MessageContext().getProperty(Constants.OUT_TRANSPORT_INFO)
                        instanceof EngineResponse client) {
            client.unsent(NONE_READY.contains(code) ? UNAVAILABLE : BAD_GATEWAY);
        }
        return goesOn;
    }

    /** Makes {@code send}. */
    public static final class Factory extends SendMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            return new Send((SendMediator) super.createSpecificMediator(element, properties));
        }
    }
}
