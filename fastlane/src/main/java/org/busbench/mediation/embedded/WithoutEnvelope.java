package org.busbench.mediation.embedded;

import org.apache.synapse.MessageContext;
import org.apache.synapse.mediators.AbstractMediator;

/** Has a message written without its envelope: what Axis2 makes of it whose {@code messageType} is {@code application/xml}. For any thread. */
public final class WithoutEnvelope extends AbstractMediator {

    /** Returns true. */
    @Override
    public boolean mediate(MessageContext message) {
        ((EmbeddedMessage) message).writeBare();
        return true;
    }
}
