package org.busbench.mediation.engine;

import java.util.Properties;
import org.apache.axiom.om.OMElement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.Mediator;
import org.apache.synapse.MessageContext;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.xml.CalloutMediatorFactory;
import org.apache.synapse.core.SynapseEnvironment;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.jaxen.JaxenException;

/** Synapse's {@code callout}. Where the client with which it calls cannot be made, the messages that come to it fail, and no others. */
final class Callout extends CalloutMediator {

    private static final Log LOG = LogFactory.getLog(Callout.class);

    private String why;

    private Callout(CalloutMediator same) throws JaxenException {
        setServiceURL(same.getServiceURL());
        setEndpoint(same.getEndpoint());
        setAction(same.getAction());
        setRequestKey(same.getRequestKey());
        setRequestXPath(same.getRequestXPath());
        setTargetKey(same.getTargetKey());
        setTargetXPath(same.getTargetXPath());
        setClientRepository(same.getClientRepository());
        setAxis2xml(same.getAxis2xml());
        setPassHeaders(same.isPassHeaders());
        setInitClientOptions(same.isInitClientOptions());
        setSecurityOn(same.isSecurityOn());
        setWsSecPolicyKey(same.getWsSecPolicyKey());
        setInboundWsSecPolicyKey(same.getInboundWsSecPolicyKey());
        setOutboundWsSecPolicyKey(same.getOutboundWsSecPolicyKey());
    }

    @Override
    public void init(SynapseEnvironment environment) {
        try {
            super.init(environment);
        } catch (SynapseException e) {
            String where = getServiceURL() != null ? getServiceURL() : String.valueOf(getEndpoint());
            why = "<callout> to " + where + " has no client: " + MissingLibrary.refusal(e);
            LOG.error(why + "; a message that comes to it fails");
        }
    }

    @Override
    public void destroy() {
        if (why == null) {
            super.destroy();
        }
    }

    @Override
    public boolean mediate(MessageContext message) {
        if (why != null) {
            throw new SynapseException(why);
        }
        return super.mediate(message);
    }

    /** Makes {@code callout}. */
    public static final class Factory extends CalloutMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            try {
                return new Callout((CalloutMediator) super.createSpecificMediator(element, properties));
            } catch (JaxenException e) {
                throw new SynapseException("an expression of <callout>: " + e.getMessage(), e);
            }
        }
    }
}
