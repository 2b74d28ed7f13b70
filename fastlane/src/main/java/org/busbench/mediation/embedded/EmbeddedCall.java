package org.busbench.mediation.embedded;

import java.util.List;
import java.util.Objects;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.apache.synapse.util.MessageHelper;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xml.MalformedXmlException;
import org.jaxen.JaxenException;

/**
 * What a message asks a backend, and what it takes from the answer: Synapse's {@code callout}, as far as it is known before a message comes.
 *
 * @param synapse of the flow
 * @param mediator as Synapse has read it; it is not asked to mediate
 * @param source selects what is asked with, or null
 * @param target selects what the answer takes the place of, or null
 * @param keepsAddressing whether header blocks of WS-Addressing stay in a message that is asked as a whole
 * @param oneWay whether the message is {@code OUT_ONLY}: it waits for an answer, and takes nothing from it
 * @param readsFields whether an expression asks for header fields
 * @param computesLong whether an expression may take long even for a short message
 */
public record EmbeddedCall(
        EmbeddedSynapse synapse,
        CalloutMediator mediator,
        SynapseXPath source,
        SynapseXPath target,
        boolean keepsAddressing,
        boolean oneWay,
        boolean readsFields,
        boolean computesLong) {

    public EmbeddedCall {
        Objects.requireNonNull(synapse, "synapse");
        Objects.requireNonNull(mediator, "mediator");
    }

    /** Returns the SOAP action; null for that of the message. */
    public String action() {
        return mediator.getAction();
    }

    /**
     * Returns the request in UTF-8. The message stays as it is. For any thread.
     *
     * @throws MalformedXmlException when the message has no such element
     */
    public byte[] request(EmbeddedMessage message) throws MalformedXmlException {
        try {
            MessageContext asked = new MessageContext();
            asked.setEnvelope(MessageHelper.cloneSOAPEnvelope(message.getEnvelope()));
            SOAPEnvelope envelope = asked.getEnvelope();
            if (source != null) {
                envelope.getBody().removeChildren();
                envelope.getBody().addChild(content(message).cloneOMElement());
                if (!mediator.isPassHeaders() && envelope.getHeader() != null) {
                    envelope.getHeader().removeChildren();
                }
            }
            if (!keepsAddressing) {
                MessageHelper.removeAddressingHeaders(asked);
            }
            return message.written(envelope, true);
        } catch (AxisFault | JaxenException | RuntimeException e) {
            throw new MalformedXmlException("nothing can be asked with <callout>: " + e.getMessage(), e);
        }
    }

    private OMElement content(EmbeddedMessage message) throws JaxenException, MalformedXmlException {
        if (first(source, message) instanceof OMElement element) {
            return element;
        }
        throw new MalformedXmlException("the source of <callout> is no element: " + source, null);
    }

    private static Object first(SynapseXPath expression, EmbeddedMessage message) throws JaxenException {
        Object found = expression.evaluate(message);
        return found instanceof List<?> all && !all.isEmpty() ? all.get(0) : found;
    }

    /**
     * Puts the answer into the message, or into a property of it. For any thread.
     *
     * @param answer is not to be used any more
     * @throws MalformedXmlException when there is no such place, or nothing in the answer
     */
    public void take(EmbeddedMessage answer, EmbeddedMessage message) throws MalformedXmlException {
        OMElement result = answer.getEnvelope().getBody().getFirstElement();
        try {
            if (target != null) {
                OMNode place = (OMElement) first(target, message);
                place.insertSiblingAfter(result);
                place.detach();
                message.changed();
            } else {
                message.setEnvelope(answer.getEnvelope());
                message.changed();
            }
        } catch (AxisFault | JaxenException | RuntimeException e) {
            throw new MalformedXmlException("the answer to <callout> finds no place: " + e.getMessage(), e);
        }
    }
}
