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
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.IndirectEndpoint;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.mediators.builtin.SendMediator;

/**
 * Synapse's {@code send}. Where no endpoint takes a message, Synapse forgets it: its client would get 202, as for one that was dropped. Here the client gets a
 * fault, unless a fault sequence answers, or an endpoint takes what follows.
 */
public final class Send extends SendMediator {

    /** As an endpoint notes them: as text. */
    private static final Set<Object> NONE_READY = Set.of(
            String.valueOf(SynapseConstants.ENDPOINT_LB_NONE_READY),
            String.valueOf(SynapseConstants.ENDPOINT_ADDRESS_NONE_READY),
            String.valueOf(SynapseConstants.ENDPOINT_WSDL_NONE_READY));

    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;

    private Send(Endpoint endpoint) {
        setEndpoint(endpoint);
    }

    /** Has a {@code send} behind the in sequence use a proxy's own endpoint. Synapse does so without one, where the sequence lets the message go on. */
    public static void toTarget(ProxyService proxy) {
        Endpoint endpoint = proxy.getTargetInLineEndpoint();
        if (proxy.getTargetEndpoint() != null) {
            IndirectEndpoint named = new IndirectEndpoint();
            named.setKey(proxy.getTargetEndpoint());
            endpoint = named;
        }
        if (endpoint == null) {
            return;
        }
        SequenceMediator in = proxy.getTargetInLineInSequence();
        if (proxy.getTargetInSequence() != null) {
            in = new SequenceMediator();
            in.setKey(new Value(proxy.getTargetInSequence()));
        }
        SequenceMediator all = new SequenceMediator();
        if (in != null) {
            all.addChild(in);
        }
        all.addChild(new Send(endpoint));
        proxy.setTargetInSequence(null);
        proxy.setTargetInLineInSequence(all);
        proxy.setTargetEndpoint(null);
        proxy.setTargetInLineEndpoint(null);
    }

    @Override
    public boolean mediate(MessageContext message) {
        Object before = message.getProperty(SynapseConstants.ERROR_CODE);
        boolean goesOn = super.mediate(message);
        Object code = message.getProperty(SynapseConstants.ERROR_CODE);
        if (code != null
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
            SendMediator same = (SendMediator) super.createSpecificMediator(element, properties);
            Send send = new Send(same.getEndpoint());
            send.setReceivingSequence(same.getReceivingSequence());
            send.setTraceState(same.getTraceState());
            send.configure(same.getAspectConfiguration());
            return send;
        }
    }
}
